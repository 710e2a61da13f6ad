package topswops

import (
	"context"
	"fmt"
	"time"

	"gonum.org/v1/gonum/stat"

	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/run"
	"dovetail/search/run/progress"
)

// sample estimates the halving tree of decks of n cards with at least the moves
// asked for, by probes for the given time. f holds the longest lengths below n. A
// tree of few decks is walked instead, and counted exactly.
//
// Probes are independent, and their scatter is the standard error.
func sample(ctx context.Context, n int, asked Fact, f []int, limit time.Duration, seed uint64, meter *progress.Meter) (e results.TopswopsEstimate, err error) {
	if n < 2 || n > MaxCards {
		return e, fmt.Errorf("n=%d is out of range 2..%d", n, MaxCards)
	}
	meter.Start(limit.Seconds(), 0)
	defer meter.Stop()
	e = unsized(n, asked, seed)
	pace, err := paceOfBundles(ctx)
	if err == nil {
		err = forecasts(ctx, &e, f, fewestProbes, pace)
	}
	if err != nil {
		return e, err
	}
	if walked(ctx, &e, f) {
		return e, nil
	}
	if pace, err = measure(ctx); err != nil {
		return e, err
	}
	s := newSampler(n, asked.Length, f, seed)
	start := time.Now()
	shown := start
	s.tick = func() {
		now := time.Now()
		meter.Add(now.Sub(shown).Seconds())
		shown = now
	}
	var found []size
	for time.Since(start) < limit || len(found) < fewestProbes {
		c, err := s.probe(ctx)
		if err != nil {
			return e, err
		}
		found = append(found, c)
	}
	estimate(&e, found, pace)
	return e, nil
}

// estimate fills in what probes found, of which each deck looked at takes pace seconds.
func estimate(e *results.TopswopsEstimate, found []size, pace float64) {
	var nodes, visits, cpu []float64
	for _, c := range found {
		nodes, visits, cpu = append(nodes, c.nodes), append(visits, c.visits), append(cpu, c.visits*pace)
	}
	e.Kind, e.Probes = results.Sampled, len(found)
	e.Nodes, e.NodesError = sampled(nodes)
	e.Visits, e.VisitsError = sampled(visits)
	e.CPU, e.CPUError = sampled(cpu)
}

// fewestProbes are made whatever the time: fewer have no scatter to speak of.
const fewestProbes = 4

// sampled is a mean with its standard error.
func sampled(x []float64) (mean, err float64) {
	mean, sd := stat.MeanStdDev(x, nil)
	return mean, stat.StdErr(sd, float64(len(x)))
}

// fewDecks is the number of decks of a tree that is walked in less than a
// second.
const fewDecks = 4_000_000

// unsized is the record of a tree before it is measured.
func unsized(n int, asked Fact, seed uint64) results.TopswopsEstimate {
	return results.TopswopsEstimate{
		Schema: results.TopswopsEstimateSchema, Kind: results.Exact, N: n, Least: asked.Length, Source: asked.Source, Seed: number.OfUint(seed),
	}
}

// walked fills in the size of a tree of few decks, and reports whether it has no more.
func walked(ctx context.Context, e *results.TopswopsEstimate, f []int) (whole bool) {
	w := newWalk(e.N, halved(e.N, e.Least), reach(f))
	w.leaf = func(node) {}
	w.left = func(rest) {}
	whole = true
	w.until(ctx, func(int) bool {
		whole = whole && w.followed() <= fewDecks
		return !whole
	})
	x := root()
	start := run.CPUTime()
	w.from(&x)
	cpu := (run.CPUTime() - start).Seconds()
	s := w.stats()
	e.Nodes, e.Visits, e.CPU = float64(sumOf(s.Nodes)), float64(sumOf(s.Visits)), cpu
	return whole && ctx.Err() == nil
}

// measure tells, from a smaller tree, what a deck looked at takes, with all that
// it entails, in seconds.
func measure(ctx context.Context) (pace float64, err error) {
	const size = 13
	f := knownBelow(size + 1)
	for range 3 { // the least of three: what else runs on the machine only adds
		e := unsized(size, Fact{Length: f[size]}, 0)
		walked(ctx, &e, f[:size])
		if p := e.CPU / e.Visits; pace == 0 || p < pace {
			pace = p
		}
	}
	return pace, ctx.Err()
}

// Probe makes the given number of the probes of an estimate again, for the published lengths of
// fewer cards, or walks the tree if there were none. It knows nothing of the time that
// the search takes.
func Probe(ctx context.Context, n int, asked Fact, probes int, seed uint64) (results.TopswopsEstimate, error) {
	f := knownBelow(n)
	e := unsized(n, asked, seed)
	if err := forecasts(ctx, &e, f, fewestProbes, 0); err != nil {
		return e, err
	}
	if probes < 1 {
		if whole := walked(ctx, &e, f); !whole && ctx.Err() == nil {
			return e, fmt.Errorf("the tree of %d cards and %d moves is too large to be walked", n, asked.Length)
		}
		e.CPU = 0
		return e, ctx.Err()
	}
	s := newSampler(n, asked.Length, f, seed)
	var found []size
	for range probes {
		c, err := s.probe(ctx)
		if err != nil {
			return e, err
		}
		found = append(found, c)
	}
	estimate(&e, found, 0)
	return e, nil
}
