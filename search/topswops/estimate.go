package topswops

import (
	"context"
	"fmt"
	"time"

	"gonum.org/v1/gonum/stat"

	"dovetail/search/run"
)

// Estimate is a sampled size of a halving tree: means, each with its standard
// error.
type Estimate struct {
	N, Least, Probes int
	Nodes            Sampled // decks followed
	Visits           Sampled // decks looked at on climbs
	CPU              Sampled // seconds, by what a deck looked at takes
}

// Sampled is a mean with its standard error.
type Sampled struct{ Mean, Error float64 }

// Sample estimates the halving tree of decks of n cards with at least the given
// moves, by probes for the given time. f holds the longest lengths below n; pace is what a
// deck looked at takes, with all that it entails, in seconds.
//
// Probes are independent, and their scatter is the standard error.
func Sample(ctx context.Context, n, least int, f []int, pace float64, limit time.Duration, seed uint64) (Estimate, error) {
	if n < 2 || n > MaxCards {
		return Estimate{}, fmt.Errorf("n=%d is out of range 2..%d", n, MaxCards)
	}
	s := newSampler(n, least, f, seed)
	var nodes, visits, cpu []float64
	for start := time.Now(); time.Since(start) < limit || len(nodes) < fewestProbes; {
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

// Measure times the search on a complete smaller tree: what a deck looked at
// takes, in seconds.
func Measure(ctx context.Context) (pace float64, err error) {
	const size = 14
	f, _, err := lengthsBelow(ctx, size, Options{Known: Known})
	if err != nil {
		return 0, err
	}
	length := lengthIn(Known, size)
	pace = timed(size, length, f)
	for range 2 { // the least of three: what else runs on the machine only adds
		pace = min(pace, timed(size, length, f))
	}
	return pace, ctx.Err()
}

func timed(n, least int, f []int) float64 {
	w := newWalk(n, Halved(n, least), reach(f))
	w.leaf = func(node) {}
	x := root()
	start := run.CPUTime()
	w.from(&x)
	return (run.CPUTime() - start).Seconds() / float64(Sum(w.stats().Visits))
}
