package shuffle

import "math/big"

// Pairs sums over the packets of the two cards. With u(a) the probability that
// a packet starts at a, two cards stay in order if one packet [a, e), of weight
// u(a) P(size = e-a), holds both: they move by n-a-e. They swap if [a, e) holds
// the first and a later packet [b, f) the second; sizes are independent, so that
// packet has weight u(b-e) P(size = f-b) given the first. A packet that reaches
// the end has the weight of all sizes that large.
//
// All terms are positive and a cell has at most n^2/4 of them, one for each a and
// b, each a product of four doubles: it is within (n^2/4 + 8) 2^-53 of itself.
func (h *Hindu) Pairs(n int) *PairLaw {
	law := NewPairLaw(n)
	law.Error = float64(n*n/4+8)*0x1p-53 + 0x1p-100
	size := PairCount(n)
	p := newPackets(h.sizes(n, pairBits), pairBits)
	for a := range n {
		for e := a + 1; e <= n; e++ {
			first := p.start[a] * p.weight(a, e)
			if first == 0 {
				continue
			}
			for j := a + 1; j < e; j++ {
				for i := a; i < j; i++ {
					law.Kept[PairIndex(n, i, j)*size+PairIndex(n, i+n-a-e, j+n-a-e)] += first
				}
			}
			for b := e; b < n; b++ {
				for f := b + 1; f <= n; f++ {
					both := first * p.start[b-e] * p.weight(b, f)
					if both == 0 {
						continue
					}
					for i := a; i < e; i++ {
						row := law.Swapped[PairIndex(n, i, b)*size:]
						for j := b; j < f; j++ {
							row[(j-b)*size+PairIndex(n, j+n-b-f, i+n-a-e)] += both
						}
					}
				}
			}
		}
	}
	return law
}

// packets is the law of a Hindu shuffle's packets in doubles.
type packets struct {
	size    []float64 // P(size = k)
	atLeast []float64 // P(size >= k)
	start   []float64 // u(a), the renewal sum
}

func newPackets(size []*big.Int, bits uint) packets {
	n := len(size) - 1
	start := make([]big.Int, n+1)
	start[0].Lsh(big.NewInt(1), bits)
	tail, p := new(big.Int), packets{make([]float64, n+1), make([]float64, n+1), make([]float64, n+1)}
	for k := n; k >= 0; k-- {
		tail.Add(tail, size[k])
		p.size[k], p.atLeast[k] = fixedFloat(size[k], bits), fixedFloat(tail, bits)
	}
	for a := range n + 1 {
		for k := 1; k <= a; k++ {
			start[a].Add(&start[a], times(&start[a-k], size[k], bits))
		}
		p.start[a] = fixedFloat(&start[a], bits)
	}
	return p
}

// weight is the probability that a packet that starts at a ends at e.
func (p packets) weight(a, e int) float64 {
	if e == len(p.size)-1 {
		return p.atLeast[e-a]
	}
	return p.size[e-a]
}
