// Package questions lists the questions of the program. Code that reads questions of all kinds,
// from records or from other machines, receives this list, and knows no engine.
package questions

import (
	"dovetail/results"
	"dovetail/search/computed"
	"dovetail/search/copies"
	"dovetail/search/deals"
	"dovetail/search/decks"
	"dovetail/search/fair"
	"dovetail/search/faro"
	"dovetail/search/fit"
	"dovetail/search/guess"
	"dovetail/search/intervals"
	"dovetail/search/laws"
	"dovetail/search/orders"
	"dovetail/search/rank"
	"dovetail/search/topswops"
	"dovetail/search/trick"
	"dovetail/search/words"
)

// All are the kinds of questions, by the schema of their answers.
var All = registry()

func registry() results.Registry {
	r := results.Registry{}
	register[intervals.Ranking](r, "rank")
	register[rank.ScoreRanking](r, "rank")
	register[intervals.Race](r, "rank")
	register[laws.Question](r, "rank")
	register[deals.Ranking](r, "rank")
	register[copies.Question](r, "repeated")
	register[deals.One](r, "deck")
	register[deals.Opening](r, "opening")
	register[deals.Riffle](r, "deck")
	register[deals.Sampling](r, "sample")
	register[deals.Score](r, "score")
	register[deals.Matrix](r, "score")
	register[words.Repetitions](r, "score")
	register[deals.Spreading](r, "score")
	register[deals.Tolerance](r, "emax")
	register[decks.Question](r, "tvd")
	register[computed.Bound](r, "tvd")
	register[decks.Piles](r, "tvd")
	register[decks.Hands](r, "hands")
	register[fit.Question](r, "hands")
	register[fair.Question](r, "fair")
	register[faro.Deck](r, "orders")
	register[faro.Listing](r, "orders families")
	register[faro.Table](r, "orders families")
	register[faro.Moves](r, "orders move")
	register[faro.Move](r, "orders move")
	register[faro.MoveCards](r, "orders move")
	register[faro.Trail](r, "orders decks")
	register[guess.Question](r, "guess")
	register[guess.Watch](r, "guess")
	register[computed.Law](r, "law")
	register[trick.Performance](r, "trick")
	register[orders.Listing](r, "orders")
	register[orders.Restored](r, "orders with")
	register[orders.Summing](r, "orders stats")
	register[orders.Verifying](r, "orders verify")
	register[computed.Pairs](r, "pairs")
	register[computed.RiffledDeck](r, "riffles")
	register[computed.Riffles](r, "riffles")
	register[Models](r, "models")
	register[topswops.Bounds](r, "topswops bounds")
	register[topswops.Census](r, "topswops census")
	register[topswops.Max](r, "topswops max")
	register[topswops.Playing](r, "topswops play")
	register[topswops.Records](r, "topswops records")
	register[topswops.Table](r, "topswops table")
	register[trick.Question](r, "trick")
	results.Register[Part](r)
	return r
}
