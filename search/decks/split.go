package decks

import (
	"context"

	"dovetail/exact/tally"
	"dovetail/perm/elementary"
)

// A trained test says of most decks on which side of 1 their density p is: those of the word pass, uniform ones fail.
// The distance is what the test tells, and what it gets wrong:
//
//	TVD = E over uniform decks of (1-p)^+
//	    = P_U(fails) - P_W(fails) + E over uniform decks that pass of (1-p)^+
//	                              + E over the word's decks that fail of (1-1/p)^+,
//
// as (1-p)^+ = (1-p) + (p-1)^+ for decks that fail, and p dU = dW. The first two terms take no walks, and are known
// from many decks. Walks to uniform decks that pass estimate p without bias, and walks back from dealt decks that fail
// estimate at most 1/p, so that by Jensen's inequality the values of walks have a mean of at least the other two. Most
// of these are 0, as the test is nearly always right: they vary far less than (1-p)^+ does, half of the decks need no
// walk, and what a walk scatters counts only for decks near the threshold.

// splitTask are the decks of a task, about half of which are walked on.
const splitTask = 64

// splitUniform counts uniform decks: (1-p)^+ for those that pass.
func (e *estimator) splitUniform(ctx context.Context, from, to int, s *sums) error {
	var walked []numbered
	for d := from; d < to; d++ {
		if deck := e.uniformDeck(d); e.test.passes(deck.deck) {
			walked = append(walked, deck)
		} else {
			s.uniform(0, 0)
		}
	}
	for len(walked) > 0 {
		all, err := e.walk(ctx, walked[:min(group, len(walked))])
		if err != nil {
			return err
		}
		for _, p := range all {
			s.uniform(upper(p), 0)
		}
		walked = walked[len(all):]
	}
	return nil
}

// splitDealt counts decks that the word deals: (1-1/p)^+ for those that fail, from which all walks of a deck go back.
func (e *estimator) splitDealt(ctx context.Context, from, to int, s *sums) error {
	for d := from; d < to; {
		dealt := 0
		for ; d < to && dealt < group; d++ {
			if e.dealSplit(dealt, d) {
				dealt++
			} else {
				s.dealt(0)
			}
		}
		if dealt == 0 {
			return nil
		}
		for more := dealt; more < group; more++ {
			e.dealSplit(more, d-1) // walks that do not count
		}
		logs, err := e.v.backward(ctx, e.p)
		if err != nil {
			return err
		}
		for k := range dealt {
			inverse := make([]float64, e.walks)
			for i, l := range logs[k*e.walks:][:e.walks] {
				inverse[i] = elementary.Exp(-l)
			}
			s.dealt(upper(inverse))
		}
	}
	return nil
}

// dealSplit deals a deck to a group of walkers, and reports whether it fails.
func (e *estimator) dealSplit(place, d int) (fails bool) {
	for i := range e.walks {
		k := place*e.walks + i
		deck := e.w.deck(e.v.deal(k, stream(e.seed, e.purpose+" dealt", d, 0)))
		e.v.follow(k, stream(e.seed, e.purpose+" back", d, i))
		fails = !e.test.passes(deck)
	}
	return fails
}

// split is what a test by so many decks of either kind, and walks, say.
type split struct {
	passed  [2]int64 // decks of the word, and uniform ones
	decks   int64
	guessed float64 // about the mean square of a walked value
}

// samples are those of the four terms, whose means add up to 1 and the upper end.
func (t split) samples(s sums) []tally.Sample {
	test := func(count int64) tally.Sample {
		return tally.Sample{Sum: float64(count), Squares: float64(count), Count: t.decks, Centre: 0.5}
	}
	return []tally.Sample{
		test(t.decks - t.passed[1]), test(t.passed[0]),
		{Sum: float64(s.High-unit*s.Decks) / unit, Squares: float64(s.HighSquares) / unit, Count: s.Decks},
		{Sum: float64(s.Tail) / unit, Squares: float64(s.TailSquares) / unit, Count: s.Dealt},
	}
}

// expected are samples such as decks may give, by the guess, about their centres.
func (t split) expected(decks int64) []tally.Sample {
	walked := tally.Sample{Squares: float64(decks) * t.guessed, Count: decks}
	test := tally.Sample{Sum: float64(t.decks) / 2, Squares: float64(t.decks) / 2, Count: t.decks, Centre: 0.5}
	return []tally.Sample{test, test, walked, walked}
}

// open is how much the upper end will be above the estimate with so many decks.
func (t split) open(decks int64, delta float64) float64 {
	all := t.expected(decks)
	return tally.UpperOfMeans(tally.BestBet(delta, all...), delta, all...) - 1
}

// interval is the upper end but for a probability delta, with its estimate; the lower one is the test's alone.
func (t split) interval(s sums, delta float64) (e ends) {
	samples := t.samples(s)
	e.upper = tally.UpperOfMeans(tally.BestBet(delta, t.expected(s.Decks)...), delta, samples...) - 1
	e.high = -1
	for i, x := range samples {
		mean := x.Sum / float64(x.Count)
		e.high += mean
		e.highSE = elementary.Hypot(e.highSE, standardError(mean, x.Squares/float64(x.Count), x.Count))
		if i == 1 {
			e.low, e.lowSE = e.high, e.highSE
		}
	}
	e.upper = min(1, e.upper)
	return e
}
