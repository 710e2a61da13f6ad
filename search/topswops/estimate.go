package topswops

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"gonum.org/v1/gonum/stat"

	"dovetail/perm/topswops"
)

// Estimate is a sampled size of a halving tree.
type Estimate struct {
	N, Least, Probes    int
	Nodes, NodesError   float64 // decks followed, and the standard error
	Visits, VisitsError float64 // decks looked at
}

// Sample estimates the halving tree of decks of n cards with at least the given
// moves, by probes for the given time. f holds the longest lengths below n.
//
// A probe goes down one size at a time (P. Chen, Heterogeneous sampling: a
// method for estimating the performance of tree searches, SIAM J. Comput. 21
// (1992) 295-315). It keeps, of each kind of deck, one at random, with the
// weight of all of its kind; the kinds are the numbers of moves, since decks
// of equal size and length have much the same below them. Whatever the kinds,
// the weighted counts are without bias. Probes are independent, and their
// scatter is the standard error.
func Sample(ctx context.Context, n, least int, f []int, limit time.Duration, seed uint64) (Estimate, error) {
	if n < 2 || n > MaxCards {
		return Estimate{}, fmt.Errorf("n=%d is out of range 2..%d", n, MaxCards)
	}
	s := &sampler{rng: rand.New(rand.NewPCG(seed, 0))}
	var nodes, visits []float64
	for start := time.Now(); time.Since(start) < limit || len(nodes) < 2; {
		if err := ctx.Err(); err != nil {
			return Estimate{}, err
		}
		a, b := s.probe(n, least, f)
		nodes, visits = append(nodes, a), append(visits, b)
	}
	e := Estimate{N: n, Least: least, Probes: len(nodes)}
	e.Nodes, e.NodesError = meanError(nodes)
	e.Visits, e.VisitsError = meanError(visits)
	return e, nil
}

func meanError(x []float64) (mean, err float64) {
	mean, sd := stat.MeanStdDev(x, nil)
	return mean, stat.StdErr(sd, float64(len(x)))
}

type sampler struct{ rng *rand.Rand }

// kept is a deck that stands for all of its kind.
type kept[D topswops.Packed[D]] struct {
	deck   node[D]
	weight float64
}

func (s *sampler) probe(n, least int, f []int) (nodes, visits float64) {
	if n <= topswops.Narrow(0).Capacity() {
		return probe[topswops.Narrow](s, n, least, f)
	}
	return probe[topswops.Wide](s, n, least, f)
}

func probe[D topswops.Packed[D]](s *sampler, n, least int, f []int) (nodes, visits float64) {
	h, low := Halved(n, least), reach(f)
	level := []kept[D]{{root[D](), 1}}
	for m := 1; m < n; m++ {
		byMoves := map[int]int{}
		var next []kept[D]
		w := newWalk[D](m+1, Thresholds{h.Need[:m+2], h.Cut[:m+2]}, low)
		var weight float64
		w.leaf = func(x node[D]) {
			i, ok := byMoves[x.moves]
			if !ok {
				byMoves[x.moves] = len(next)
				next = append(next, kept[D]{x, weight})
				return
			}
			k := &next[i]
			k.weight += weight
			if s.rng.Float64() < weight/k.weight {
				k.deck = x
			}
		}
		climb := &w.climbs[m+1]
		if m+1 < n {
			climb.Next = &topswops.Next{Need: h.Need[m+2], Cut: h.Cut[m+2]}
		}
		for i := range level {
			weight = level[i].weight
			looks, idle := climb.Visits, climb.Idle
			w.fresh(&level[i].deck)
			visits += weight * float64(climb.Visits-looks)
			nodes += weight * float64(1+climb.Idle-idle)
		}
		level = next
	}
	for _, k := range level {
		nodes += k.weight
	}
	return nodes, visits
}

// CPUPerVisit measures the search on a complete smaller tree: seconds a visit,
// with decks as wide as n cards need.
func CPUPerVisit(ctx context.Context, n int) (float64, error) {
	const size = 13
	f, _, err := lengthsBelow(ctx, size, Options{Known: Known})
	if err != nil {
		return 0, err
	}
	measure := timed[topswops.Narrow]
	if n > topswops.Narrow(0).Capacity() {
		measure = timed[topswops.Wide]
	}
	best := math.Inf(1)
	for range 3 {
		best = min(best, measure(size, lengthIn(Known, size), f))
	}
	return best, nil
}

func timed[D topswops.Packed[D]](n, least int, f []int) float64 {
	w := newWalk[D](n, Halved(n, least), reach(f))
	w.leaf = func(node[D]) {}
	x := root[D]()
	start := time.Now()
	w.fresh(&x)
	return time.Since(start).Seconds() / float64(Sum(w.stats().Visits))
}
