package topswops

import (
	"math"
	"testing"

	"dovetail/results"
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
