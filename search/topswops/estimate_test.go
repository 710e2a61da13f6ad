package topswops

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"dovetail/results"
	"dovetail/search/run"
)

// The sampled size agrees with the tree walked.
func TestSampleAgainstTheTree(t *testing.T) {
	for n := 9; n <= 12; n++ {
		f := knownLengths(n)
		w := newWalk(n, halved(n, f[n]), reach(f[:n]))
		w.leaf = func(node) {}
		x := root()
		w.from(&x)
		walked := w.stats()
		s := newSampler(n, f[n], f[:n], 1)
		var decks, looks []float64
		for range 10 { // always as many: with a seed the answer is fixed too
			c, err := s.probe(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			decks, looks = append(decks, c.nodes), append(looks, c.visits)
		}
		var e results.TopswopsEstimate
		e.Nodes, e.NodesError = sampled(decks)
		e.Visits, e.VisitsError = sampled(looks)
		nodes, visits := float64(sumOf(walked.Nodes)), float64(sumOf(walked.Visits))
		if math.Abs(e.Nodes-nodes) > 5*e.NodesError || math.Abs(e.Visits-visits) > 5*e.VisitsError {
			t.Errorf("n=%d: %.4g nodes, %.4g visits, but %+v", n, nodes, visits, e)
		}
	}
}

// The time is for all of an estimate: a forecast of 20 cards takes minutes.
func TestEstimateEnds(t *testing.T) {
	before := run.CPUTime()
	e, err := sample(t.Context(), 20, Fact{Length: 249}, knownLengths(20)[:20], 50*time.Millisecond, 1, nil)
	if took := run.CPUTime() - before; took > 5*time.Second || err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("%v after %v: %+v", err, took, e)
	}
}

// The forecast agrees with the games of f(17), on record with the usual thresholds.
func TestForecastAgainstTheRecord(t *testing.T) {
	const n, games = 17, 697354260 + 683697901 + 591025705 + 214484224
	e := unsized(n, Fact{Length: 159}, 1)
	if err := forecasts(t.Context(), &e, knownBelow(n), 6, 1); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(e.Thresholds, []int{7, 15, 31, 62}) {
		t.Errorf("thresholds %v", e.Thresholds)
	}
	if math.Abs(e.Games-games) > 4*e.GamesError || e.GamesError > 0.25*games {
		t.Errorf("%.4g ± %.2g games, want %.4g", e.Games, e.GamesError, float64(games))
	}
}
