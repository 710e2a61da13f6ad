package topswops

import (
	"context"
	"fmt"
)

// Probe makes so many of the probes of [Sample] again, for the published lengths of
// fewer cards, or walks the tree if there were none. It knows nothing of the time that
// the search takes.
func Probe(ctx context.Context, n, least, probes int, seed uint64) (Estimate, error) {
	f := []int{0}
	for _, k := range Known[:n-1] {
		f = append(f, k.Length)
	}
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
