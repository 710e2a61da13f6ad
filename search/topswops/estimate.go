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
// Probes are independent, and their scatter is the standard error. The forecasts of a search by
// bundles have half of the time. Those and the probes that it leaves no time for are 0.
func sample(ctx context.Context, n int, asked Fact, f []int, limit time.Duration, seed uint64, meter *progress.Meter) (e results.TopswopsEstimate, err error) {
	if n < 2 || n > MaxCards {
		return e, fmt.Errorf("n=%d is out of range 2..%d", n, MaxCards)
	}
	meter.Start(limit.Seconds(), 0)
	defer meter.Stop()
	start := time.Now()
	e = unsized(n, asked, seed)
	inTime, cancel := run.Within(ctx, max(1, limit))
	defer cancel()
	half, cancel := run.Within(ctx, max(1, limit/2))
	defer cancel()
	pace, err := paceOfBundles(half)
	if err == nil {
		err = forecasts(half, &e, f, mostForecasts, pace)
	}
	if err == nil || run.Over(half, err) {
		err = probes(inTime, start, &e, f, meter)
	}
	switch {
	case err != nil && !run.Over(inTime, err), ctx.Err() != nil && e.Forecasts+e.Probes == 0:
		return e, err
	case ctx.Err() != nil:
		return e, err
	case e.Kind == results.Sampled && e.Forecasts+e.Probes == 0:
		return e, fmt.Errorf("no estimate within %v: %d probes of either search take longer; give more --time", limit, fewestProbes)
	}
	return e, nil
}

// probes walks the halving tree, or probes it until ctx ends.
func probes(ctx context.Context, start time.Time, e *results.TopswopsEstimate, f []int, meter *progress.Meter) error {
	if walked(ctx, e, f) {
		e.Kind = results.Exact
		return nil
	}
	pace, err := measure(ctx)
	if err != nil {
		return err
	}
	s := newSampler(e.N, e.Least, f, e.Seed.Uint64())
	shown := start
	s.tick = func() {
		now := time.Now()
		meter.Add(now.Sub(shown).Seconds())
		shown = now
	}
	var found []size
	for {
		c, err := s.probe(ctx)
		if err != nil {
			estimate(e, found, pace)
			return err
		}
		found = append(found, c)
	}
}

// estimate fills in what probes found, of which each deck looked at takes pace seconds, if they
// are enough.
func estimate(e *results.TopswopsEstimate, found []size, pace float64) {
	if len(found) < fewestProbes {
		return
	}
	var nodes, visits, cpu []float64
	for _, c := range found {
		nodes, visits, cpu = append(nodes, c.nodes), append(visits, c.visits), append(cpu, c.visits*pace)
	}
	e.Probes = len(found)
	e.Nodes, e.NodesError = sampled(nodes)
	e.Visits, e.VisitsError = sampled(visits)
	e.CPU, e.CPUError = sampled(cpu)
}

// fewestProbes have a scatter to speak of; mostForecasts tell enough.
const fewestProbes, mostForecasts = 2, 16

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
		Schema: results.TopswopsEstimateSchema, Kind: results.Sampled, N: n, Least: asked.Length, Source: asked.Source, Seed: number.OfUint(seed),
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
	if whole = whole && ctx.Err() == nil; whole {
		e.Nodes, e.Visits, e.CPU = float64(sumOf(s.Nodes)), float64(sumOf(s.Visits)), cpu
	}
	return whole
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

// again makes the given numbers of the probes and forecasts of an estimate, for the published
// lengths of fewer cards, and walks the tree if it was. It knows nothing of the time that the search
// takes.
func again(ctx context.Context, of results.TopswopsEstimate) (results.TopswopsEstimate, error) {
	f := knownBelow(of.N)
	e := unsized(of.N, Fact{Length: of.Least, Source: of.Source}, of.Seed.Uint64())
	if err := forecasts(ctx, &e, f, of.Forecasts, 0); err != nil {
		return e, err
	}
	if of.Kind == results.Exact {
		if whole := walked(ctx, &e, f); !whole && ctx.Err() == nil {
			return e, fmt.Errorf("the tree for %d cards and %d moves is too large to be counted", of.N, of.Least)
		}
		e.Kind, e.CPU = results.Exact, 0
		return e, ctx.Err()
	}
	s := newSampler(of.N, of.Least, f, of.Seed.Uint64())
	var found []size
	for range of.Probes {
		c, err := s.probe(ctx)
		if err != nil {
			return e, err
		}
		found = append(found, c)
	}
	estimate(&e, found, 0)
	return e, nil
}
