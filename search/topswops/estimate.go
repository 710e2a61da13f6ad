package topswops

import (
	"context"
	"fmt"
	"time"

	"gonum.org/v1/gonum/stat"

	"dovetail/search/run"
	"dovetail/search/run/progress"
)

// Estimate is the size of a halving tree: means of probes, each with its
// standard error, or the counts themselves.
type Estimate struct {
	N, Least int
	Probes   int     // 0 if the tree was walked
	Nodes    Sampled // decks followed
	Visits   Sampled // decks looked at on climbs
	CPU      Sampled // seconds, by what a deck looked at takes, or those of the walk
}

// Sampled is a mean with its standard error.
type Sampled struct{ Mean, Error float64 }

// sample estimates the halving tree of decks of n cards with at least the given
// moves, by probes for the given time. f holds the longest lengths below n. A
// tree of few decks is walked instead, and counted exactly.
//
// Probes are independent, and their scatter is the standard error.
func sample(ctx context.Context, n, least int, f []int, limit time.Duration, seed uint64, meter *progress.Meter) (Estimate, error) {
	if n < 2 || n > MaxCards {
		return Estimate{}, fmt.Errorf("n=%d is out of range 2..%d", n, MaxCards)
	}
	meter.Start(limit.Seconds(), 0)
	defer meter.Stop()
	if e, whole := walked(ctx, n, least, f); whole {
		return e, nil
	}
	pace, err := measure(ctx)
	if err != nil {
		return Estimate{}, err
	}
	s := newSampler(n, least, f, seed)
	start := time.Now()
	shown := start
	s.tick = func() {
		now := time.Now()
		meter.Add(now.Sub(shown).Seconds())
		shown = now
	}
	var nodes, visits, cpu []float64
	for time.Since(start) < limit || len(nodes) < fewestProbes {
		c, err := s.probe(ctx)
		if err != nil {
			return Estimate{}, err
		}
		nodes = append(nodes, c.nodes)
		visits = append(visits, c.visits)
		cpu = append(cpu, c.visits*pace)
	}
	return Estimate{n, least, len(nodes), sampled(nodes), sampled(visits), sampled(cpu)}, nil
}

// fewestProbes are made whatever the time: fewer have no scatter to speak of.
const fewestProbes = 4

func sampled(x []float64) Sampled {
	mean, sd := stat.MeanStdDev(x, nil)
	return Sampled{mean, stat.StdErr(sd, float64(len(x)))}
}

// fewDecks is the number of decks of a tree that is walked in less than a
// second.
const fewDecks = 4_000_000

// walked is the size of a tree of few decks.
func walked(ctx context.Context, n, least int, f []int) (e Estimate, whole bool) {
	w := newWalk(n, halved(n, least), reach(f))
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
	e = Estimate{N: n, Least: least, CPU: Sampled{Mean: cpu}}
	e.Nodes.Mean, e.Visits.Mean = float64(sumOf(s.Nodes)), float64(sumOf(s.Visits))
	return e, whole && ctx.Err() == nil
}

// measure tells, from a smaller tree, what a deck looked at takes, with all that
// it entails, in seconds.
func measure(ctx context.Context) (pace float64, err error) {
	const size = 13
	f := knownBelow(size + 1)
	for range 3 { // the least of three: what else runs on the machine only adds
		e, _ := walked(ctx, size, f[size], f[:size])
		if p := e.CPU.Mean / e.Visits.Mean; pace == 0 || p < pace {
			pace = p
		}
	}
	return pace, ctx.Err()
}

// Probe makes so many of the probes of an estimate again, for the published lengths of
// fewer cards, or walks the tree if there were none. It knows nothing of the time that
// the search takes.
func Probe(ctx context.Context, n, least, probes int, seed uint64) (Estimate, error) {
	f := knownBelow(n)
	if probes < 1 {
		e, whole := walked(ctx, n, least, f)
		if !whole && ctx.Err() == nil {
			return e, fmt.Errorf("the tree of %d cards and %d moves is too large to be walked", n, least)
		}
		e.CPU = Sampled{}
		return e, ctx.Err()
	}
	s := newSampler(n, least, f, seed)
	var nodes, visits []float64
	for range probes {
		c, err := s.probe(ctx)
		if err != nil {
			return Estimate{}, err
		}
		nodes, visits = append(nodes, c.nodes), append(visits, c.visits)
	}
	return Estimate{N: n, Least: least, Probes: probes, Nodes: sampled(nodes), Visits: sampled(visits)}, nil
}
