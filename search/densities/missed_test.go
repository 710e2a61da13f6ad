package densities

import (
	"context"
	"math"
	"testing"

	"dovetail/perm"
	"dovetail/perm/must"
	"dovetail/search/anneal"
)

// The estimate, from few decks, of what a test misses agrees with what it misses of all decks, by
// exact laws: 0.042 for three riffles of switch 4/5, where walks must find it, and less for four,
// or for less neat ones.
func TestMisses(t *testing.T) {
	a := small(t, 8, "L=clumpy(switch=4/5) M=clumpy(switch=3/5)")
	for spelled, much := range map[string]bool{"LLL": true, "LLLL": false, "MMM": false} {
		w := must.Have(a.Parse(spelled))(t)
		m, err := New(a, w, Spec{Word: spelled, Walks: 2, Test: 1 << 13, Scatter: 1, Sharp: 0.1, Miss: 0.03}, 1)
		if err == nil {
			err = m.prepare(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		law := lawOf(t, a.Alphabet, m.core)
		missed, each := 0.0, 1/float64(law.Decks())
		for d := range law.Decks() {
			var deck []uint16
			for _, card := range perm.Unrank(8, uint64(d)) {
				deck = append(deck, uint16(card))
			}
			if p := law.Probability(d); m.test.Accepts(deck) {
				missed += max(0, each-p)
			} else {
				missed += max(0, p-each)
			}
		}
		e := newEstimator(m.Target, m.p, 2, 1, spelled+" missed")
		e.test = m.test
		p := m.Target.Ladder()
		p.Divide(m.stages, m.sweeps(missScatter))
		e.p = p
		testResult := must.Have(e.misses(t.Context()))(t)
		if much { // stopped by the first walk
			ctx, cancel := context.WithCancel(t.Context())
			stopped := &Method{spec: m.spec, a: m.a, core: m.core, cache: m.cache, Target: stopping{m.Target, cancel}, seed: 1, stages: m.stages}
			if err := stopped.learn(ctx, m.Target.Ladder()); err == nil || stopped.test != nil || stopped.both {
				t.Errorf("%s: stopped, but learnt: %v, both ends %v", spelled, err, stopped.both)
			}
		}
		t.Logf("%s: misses %.4f, tested %.4f, length %.2f", spelled, missed, testResult, anneal.Length(m.stages))
		if math.Abs(testResult-missed) > 0.02 || (missed > 0.03) != much {
			t.Errorf("%s: misses %v, tested %v", spelled, missed, testResult)
		}
		if m.both != much || m.both != m.params().Both() {
			t.Errorf("%s: both ends %v", spelled, m.both)
		}
	}
}

// stopping ends all where walks begin.
type stopping struct {
	anneal.Target
	stop func()
}

func (s stopping) Particles(count int) anneal.Particles {
	s.stop()
	return s.Target.Particles(count)
}
