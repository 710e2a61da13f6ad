package decks

import (
	"context"
	"math"

	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/results"
	"dovetail/search/run"
)

// estimation is a question with the laws of its letters, whose decks are looked at, and what is known of its
// word so far.
type estimation struct {
	Question
	alphabet        *position.Laws
	word            word.Word
	o               run.Options
	delta           float64 // of what the test has left
	spec            spec
	accepted        [2]int64   // of the test's decks: the word's, and uniform ones
	pilotTest       testResult // what the test says of other decks, by which walks are as long as they are; none if decks is 0
	all             sums
	way             params // of the last look
	r               results.TVD
	cache           *cache
	plannedTestSize int64 // the decks that a larger test will have, before more are looked at; 0 for none
}

func (q Question) estimation(ctx context.Context, env run.Options) (*estimation, error) {
	a, w, workers, err := q.Read(ctx, env)
	env.Threads = workers
	return q.estimationOf(a, w, env), err
}

// estimationOf is the same with letters and word that were read.
func (q Question) estimationOf(a *position.Laws, w word.Word, o run.Options) *estimation {
	l := &estimation{Question: q, alphabet: a, word: w, o: o, delta: q.Delta, cache: new(cache)}
	l.spec = spec{Word: q.Word, Steps: q.Steps, Scatter: l.scatter(q.Width), Walks: q.Walks}
	return l
}

// scatter is what the logarithm of a walk's estimate may scatter if the interval is to be
// so narrow: the ends that infinitely many decks would give are about half of its
// square apart, and less where decks are split, as then only those near the threshold count.
//
// Where a test tells about how large the distance is, it follows that. These are other decks than those whose counts
// are in the interval: the bet on what is counted must be chosen before, and is made from walks of this length.
func (l *estimation) scatter(width float64) float64 {
	if l.pilotTest.decks > 0 {
		return l.pilotTest.scatter(width)
	}
	share := 0.5
	if l.spec.Test > 0 {
		share = 0.75
	}
	return math.Sqrt(min(0.25, max(0.002, share*width)))
}

func (l *estimation) densities() question {
	return question{l.alphabet, []spec{l.spec}, uint64(l.Seed), l.cache}
}

// testResult is that of the latest test.
func (l *estimation) testResult() testResult { return testResult{l.accepted, l.r.Tested.Int64()} }
