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
	"dovetail/perm/faro"
	"dovetail/perm/shuffle"
	play "dovetail/perm/topswops"
	"dovetail/results"
	"dovetail/search/copies"
	"dovetail/search/deals"
	"dovetail/search/decks"
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
	results.Register[copies.Question](r)
	asks[deals.Matrix](r, "score")
	results.Register[deals.One](r)
	asks[deals.Opening](r, "opening")
	results.Register[deals.Riffle](r)
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
	results.Register[guess.Question](r)
	results.Register[guess.Watch](r)
	asks[law.Question](r, "law")
	results.Register[trick.Performance](r)
	results.Register[orders.Collection](r)
	results.Register[orders.Listing](r)
	results.Register[orders.Restored](r)
	results.Register[orders.Summing](r)
	results.Register[orders.Verifying](r)
	asks[paper.Question](r, "paper")
	asks[pairs.Question](r, "pairs")
	results.Register[play.Playing](r)
	results.Register[riffle.Deck](r)
	results.Register[riffle.Question](r)
	asks[shuffle.Listing](r, "models")
	results.Register[topswops.Bounds](r)
	results.Register[topswops.Census](r)
	results.Register[topswops.Estimate](r)
	results.Register[topswops.Max](r)
	results.Register[topswops.Records](r)
	results.Register[topswops.Table](r)
	results.Register[trick.Question](r)
	asks[words.Repetitions](r, "repeat")
	return r
}
