package densities

import (
	"context"

	"dovetail/perm/elementary"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/outcome"
	"dovetail/search/anneal"
)

// estimator estimates the densities of decks under a word, by walks on each.
type estimator struct {
	w       anneal.Target
	p       *anneal.Ladder
	test    accepter // where decks are split by a test
	both    bool     // whether walks narrow the lower end too
	sure    float64  // walks overrule the test if the estimate is above this, or below its reciprocal
	purpose string
	seed    uint64
	walks   int
	v       anneal.Particles // for group decks
}

// accepter is a test of decks.
type accepter interface{ Accepts(deck []uint16) bool }

// group is the number of decks that are walked on side by side.
const group = 4

func newEstimator(w anneal.Target, p *anneal.Ladder, walks int, seed uint64, purpose string) *estimator {
	return &estimator{w: w, p: p, sure: 1, purpose: purpose, seed: seed, walks: walks,
		v: w.Particles(group * walks)}
}

// numbered is a deck with its number.
type numbered struct {
	number int
	deck   []uint16
}

// walk estimates the densities of at most group decks. It returns the estimates of the walks on
// each.
func (e *estimator) walk(ctx context.Context, decks []numbered) (estimates [][]float64, err error) {
	return e.walkFor(ctx, "", decks)
}

// walkFor walks with the random streams of a purpose.
func (e *estimator) walkFor(ctx context.Context, use string, decks []numbered) (estimates [][]float64, err error) {
	for d := range group {
		deck := decks[min(d, len(decks)-1)]
		for k := range e.walks {
			e.v.Begin(d*e.walks+k, e.w.Places(deck.deck), draw.Keyed(e.seed, e.purpose+use+" walk", deck.number, k))
		}
	}
	logs, err := e.v.Forward(ctx, e.p)
	if err != nil {
		return nil, err
	}
	for k := range logs {
		logs[k] = elementary.Exp(logs[k])
	}
	for d := range decks {
		estimates = append(estimates, logs[d*e.walks:(d+1)*e.walks])
	}
	return estimates, nil
}

// upper is (1 - mean p_k)^+.
func upper(p []float64) float64 {
	sum := 0.0
	for _, x := range p {
		sum += x
	}
	return max(0, 1-sum/float64(len(p)))
}

// lower is the value of the lower test. With q_k the mean of all estimates but p_k, it is the mean
// over k of (1 - min(p_k, most)) [q_k < 1].
func (e *estimator) lower(p []float64) (low float64) {
	sum := 0.0
	for _, x := range p {
		sum += x
	}
	for _, x := range p {
		if e.below(sum-x, len(p)-1) {
			low += (1 - min(x, most)) / float64(len(p))
		}
	}
	return low
}

func (e *estimator) uniformDeck(d int) numbered {
	return numbered{d, anneal.Uniform(e.w.Cards(), draw.Keyed(e.seed, e.purpose+" deck", d, 0))}
}

// uniform counts a number of uniform decks from number first on, at most group.
func (e *estimator) uniform(ctx context.Context, first, count int, s *Sums) error {
	var decks []numbered
	for d := range count {
		decks = append(decks, e.uniformDeck(first+d))
	}
	all, err := e.walk(ctx, decks)
	if err != nil {
		return err
	}
	for _, p := range all {
		s.walked(p)
		s.uniform(upper(p)-centre, e.lower(p)-centre)
	}
	return nil
}

// below is the test: the mean of a number of estimates is below 1.
func (e *estimator) below(sum float64, count int) bool { return sum < float64(count) }

// dealt counts a number of decks that the word deals, from number first on, at most as many as
// there are walkers. The reverse walk from the outcomes that dealt a deck gives an estimate p.
// Where it is above most, new walks make the test, and the value is (1 - most/p) [q < 1].
func (e *estimator) dealt(ctx context.Context, first, count int, s *Sums) error {
	places := make([]*outcome.Sources, group*e.walks)
	for k := range places {
		places[k] = e.v.Deal(k, draw.Keyed(e.seed, e.purpose+" dealt", first+k, 0))
	}
	logs, err := e.v.Backward(ctx, e.p)
	if err != nil {
		return err
	}
	sums, needed := make([]float64, len(logs)), false
	for _, l := range logs[:count] {
		needed = needed || l > elementary.Log(most)
	}
	for k := 1; k < e.walks && needed; k++ {
		for i := range logs {
			e.v.Begin(i, places[i], draw.Keyed(e.seed, e.purpose+" test", first+i, k))
		}
		fresh, err := e.v.Forward(ctx, e.p)
		if err != nil {
			return err
		}
		for i, l := range fresh {
			sums[i] += elementary.Exp(l)
		}
	}
	for i, l := range logs[:count] {
		tail := 0.0
		if p := elementary.Exp(l); p > most && e.below(sums[i], e.walks-1) {
			tail = 1 - most/p
		}
		s.dealt(tail)
	}
	return nil
}
