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
	"dovetail/search/topswops/estimate"
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
	results.Register[Models](r)
	results.Register[bound.Question](r)
	results.Register[copies.Question](r)
	results.Register[deals.Matrix](r)
	results.Register[deals.One](r)
	results.Register[deals.Opening](r)
	results.Register[deals.Ranking](r)
	results.Register[deals.Riffle](r)
	results.Register[deals.Sampling](r)
	results.Register[deals.Score](r)
	results.Register[deals.Spreading](r)
	results.Register[deals.Tolerance](r)
	results.Register[decks.Question](r)
	results.Register[decks.Hands](r)
	results.Register[decks.Race](r)
	results.Register[faro.Deck](r)
	results.Register[faro.Listing](r)
	results.Register[faro.Move](r)
	results.Register[faro.Trail](r)
	results.Register[fit.Question](r)
	results.Register[guess.Question](r)
	results.Register[guess.Watch](r)
	results.Register[law.Question](r)
	results.Register[laws.Question](r)
	results.Register[trick.Performance](r)
	results.Register[orders.Collection](r)
	results.Register[orders.Listing](r)
	results.Register[orders.Restored](r)
	results.Register[orders.Summing](r)
	results.Register[orders.Verifying](r)
	results.Register[paper.Question](r)
	results.Register[pairs.Question](r)
	results.Register[riffle.Deck](r)
	results.Register[riffle.Question](r)
	results.Register[topswops.Bounds](r)
	results.Register[topswops.Census](r)
	results.Register[estimate.Question](r)
	results.Register[topswops.Max](r)
	results.Register[topswops.Playing](r)
	results.Register[topswops.Records](r)
	results.Register[topswops.Table](r)
	results.Register[trick.Question](r)
	results.Register[words.IntervalRanking](r)
	results.Register[words.Repetitions](r)
	results.Register[words.ScoreRanking](r)
	return r
}
