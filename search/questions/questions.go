// Package questions lists what can be asked. Who reads questions of all kinds, from records, from a
// catalogue or from other machines, is handed this list, and knows no engine.
package questions

import (
	"slices"

	"dovetail/exact/bound"
	"dovetail/exact/fit"
	"dovetail/exact/law"
	"dovetail/exact/pairs"
	"dovetail/exact/riffle"
	"dovetail/results"
	"dovetail/search/copies"
	"dovetail/search/deals"
	"dovetail/search/decks"
	"dovetail/search/distinguish"
	"dovetail/search/fair"
	"dovetail/search/faro"
	"dovetail/search/guess"
	"dovetail/search/laws"
	"dovetail/search/orders"
	"dovetail/search/paper"
	"dovetail/search/population"
	"dovetail/search/topswops"
	"dovetail/search/topswops/estimate"
	"dovetail/search/trick"
	"dovetail/search/words"
)

// Kinds are all questions of searches of which workers can do tasks.
var Kinds = slices.Concat(words.Kinds, laws.Kinds, deals.Kinds, distinguish.Kinds, decks.Kinds, orders.Kinds,
	topswops.Kinds, population.Kinds, trick.Kinds)

// All are the kinds of questions, by the schema of their answers.
var All = registry()

func registry() results.Registry {
	r := results.Registry{}
	asks[words.ScoreRanking](r, "rank")
	asks[words.IntervalRanking](r, "rank")
	asks[decks.Race](r, "rank")
	asks[laws.Question](r, "rank")
	asks[deals.Ranking](r, "rank")
	asks[bound.Question](r, "bound")
	asks[copies.Question](r, "repeated")
	asks[deals.Matrix](r, "score")
	asks[deals.One](r, "deck")
	asks[deals.Opening](r, "opening")
	asks[deals.Riffle](r, "deck")
	asks[deals.Sampling](r, "sample")
	asks[deals.Score](r, "score")
	asks[deals.Spreading](r, "spread")
	asks[deals.Tolerance](r, "emax")
	asks[decks.Question](r, "tvd")
	asks[decks.Hands](r, "hands")
	asks[fair.Question](r, "fair")
	asks[faro.Deck](r, "orders")
	asks[faro.Listing](r, "orders families")
	asks[faro.Move](r, "orders move")
	asks[faro.MoveCards](r, "orders move")
	asks[faro.Trail](r, "faro")
	asks[fit.Question](r, "fit")
	asks[guess.Question](r, "guess")
	asks[guess.Watch](r, "guess")
	asks[law.Question](r, "law")
	asks[trick.Performance](r, "trick")
	asks[orders.Collection](r, "orders set")
	asks[orders.Listing](r, "orders")
	asks[orders.Restored](r, "orders with")
	asks[orders.Summing](r, "orders stats")
	asks[orders.Verifying](r, "orders verify")
	asks[paper.Question](r, "paper")
	asks[pairs.Question](r, "pairs")
	asks[riffle.Deck](r, "riffles")
	asks[riffle.Question](r, "riffles")
	asks[Models](r, "models")
	asks[topswops.Bounds](r, "topswops bounds")
	asks[topswops.Census](r, "topswops census")
	asks[estimate.Question](r, "topswops estimate")
	asks[topswops.Max](r, "topswops max")
	asks[topswops.Playing](r, "topswops play")
	asks[topswops.Records](r, "topswops records")
	asks[topswops.Table](r, "topswops table")
	asks[trick.Question](r, "trick")
	asks[words.Repetitions](r, "repeat")
	return r
}
