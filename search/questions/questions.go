// Package questions lists what can be asked. Who reads questions of all kinds, from records, from a
// catalogue or from other machines, is handed this list, and knows no engine.
package questions

import (
	"slices"

	"dovetail/results"
	"dovetail/search/computed"
	"dovetail/search/copies"
	"dovetail/search/deals"
	"dovetail/search/decks"
	"dovetail/search/densities"
	"dovetail/search/distinguish"
	"dovetail/search/fair"
	"dovetail/search/faro"
	"dovetail/search/fit"
	"dovetail/search/guess"
	"dovetail/search/laws"
	"dovetail/search/orders"
	"dovetail/search/paper"
	"dovetail/search/population"
	"dovetail/search/proved"
	"dovetail/search/race"
	"dovetail/search/rank"
	"dovetail/search/topswops"
	"dovetail/search/topswops/estimate"
	"dovetail/search/trick"
	"dovetail/search/words"
)

// Kinds are all questions of searches of which workers can do tasks.
var Kinds = slices.Concat(rank.Kinds, laws.Kinds, deals.Kinds, distinguish.Kinds, densities.Kinds, orders.Kinds,
	topswops.Kinds, population.Kinds, trick.Kinds)

// All are the kinds of questions, by the schema of their answers.
var All = registry()

func registry() results.Registry {
	r := results.Registry{}
	asks[proved.IntervalRanking](r, "rank")
	asks[rank.ScoreRanking](r, "rank")
	asks[race.Question](r, "rank")
	asks[laws.Question](r, "rank")
	asks[deals.Ranking](r, "rank")
	asks[copies.Question](r, "repeated")
	asks[deals.One](r, "deck")
	asks[deals.Opening](r, "opening")
	asks[deals.Riffle](r, "deck")
	asks[deals.Sampling](r, "sample")
	asks[deals.Score](r, "score")
	asks[deals.Matrix](r, "score")
	asks[words.Repetitions](r, "score")
	asks[deals.Spreading](r, "score")
	asks[deals.Tolerance](r, "emax")
	asks[decks.Question](r, "tvd")
	asks[computed.Bound](r, "tvd")
	asks[decks.Hands](r, "hands")
	asks[fit.Question](r, "hands")
	asks[fair.Question](r, "fair")
	asks[faro.Deck](r, "orders")
	asks[faro.Listing](r, "orders families")
	asks[faro.Move](r, "orders move")
	asks[faro.MoveCards](r, "orders move")
	asks[faro.Trail](r, "orders decks")
	asks[guess.Question](r, "guess")
	asks[guess.Watch](r, "guess")
	asks[computed.Law](r, "law")
	asks[trick.Performance](r, "trick")
	asks[orders.Collection](r, "orders set")
	asks[orders.Listing](r, "orders")
	asks[orders.Restored](r, "orders with")
	asks[orders.Summing](r, "orders stats")
	asks[orders.Verifying](r, "orders verify")
	asks[paper.Question](r, "paper")
	asks[computed.Pairs](r, "pairs")
	asks[computed.RiffledDeck](r, "riffles")
	asks[computed.Riffles](r, "riffles")
	asks[Models](r, "models")
	asks[topswops.Bounds](r, "topswops bounds")
	asks[topswops.Census](r, "topswops census")
	asks[estimate.Question](r, "topswops estimate")
	asks[topswops.Max](r, "topswops max")
	asks[topswops.Playing](r, "topswops play")
	asks[topswops.Records](r, "topswops records")
	asks[topswops.Table](r, "topswops table")
	asks[trick.Question](r, "trick")
	return r
}
