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
	"dovetail/search/faro"
	"dovetail/search/guess"
	"dovetail/search/laws"
	"dovetail/search/orders"
	"dovetail/search/paper"
	"dovetail/search/population"
	"dovetail/search/topswops"
	"dovetail/search/trick"
	"dovetail/search/words"
)

// Kinds are all questions of searches of which workers can do tasks.
var Kinds = slices.Concat(words.Kinds, laws.Kinds, deals.Kinds, decks.Kinds, orders.Kinds,
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
	results.Register[decks.Hands](r)
	results.Register[faro.Deck](r)
	results.Register[faro.Listing](r)
	results.Register[faro.Move](r)
	results.Register[faro.Trail](r)
	results.Register[fit.Question](r)
	asks[guess.Question](r, "guess")
	asks[guess.Watch](r, "guess")
	asks[law.Question](r, "law")
	asks[trick.Performance](r, "trick")
	results.Register[orders.Collection](r)
	results.Register[orders.Listing](r)
	results.Register[orders.Restored](r)
	results.Register[orders.Summing](r)
	results.Register[orders.Verifying](r)
	asks[paper.Question](r, "paper")
	asks[pairs.Question](r, "pairs")
	asks[riffle.Deck](r, "riffles")
	asks[riffle.Question](r, "riffles")
	asks[Models](r, "models")
	results.Register[topswops.Bounds](r)
	results.Register[topswops.Census](r)
	results.Register[topswops.Estimate](r)
	results.Register[topswops.Max](r)
	results.Register[topswops.Playing](r)
	results.Register[topswops.Records](r)
	results.Register[topswops.Table](r)
	asks[trick.Question](r, "trick")
	asks[words.Repetitions](r, "repeat")
	return r
}
