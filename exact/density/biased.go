package density

import (
	"math/big"
	"slices"

	"dovetail/perm/shuffle"
)

// A riffle whose positions each get a card of the top packet with probability p, independently,
// gives every card a bit of this law, and undoes by a stable sort of the bits. A block of such
// riffles and of a-shuffles therefore gives the cards independent labels, the first shuffle's
// part the highest, with probabilities q(x) that are products. Labels lead to a deck exactly if
// they never fall from one card to the next, and rise where the next card lies above it. So
//
//	n! P = n! sum of q(x_0) ... q(x_(n-1)) over such labels,
//
// which is summed card by card: s_c(x) = q(x) times the sum of s_(c-1)(y) over y <= x, or over
// y < x where labels must rise. All q(x) are equal where every p is 1/2; then the number of
// rises is enough (ratios).

// mostLabels is the most labels that are summed over.
const mostLabels = 1 << 12

// chances is the law of a card's packet in one letter of a block, or nil.
func chances(m shuffle.Model) (law []*big.Rat, undone bool) {
	if p, undone := m.Biased(); p != nil {
		return []*big.Rat{p, new(big.Rat).Sub(big.NewRat(1, 1), p)}, undone
	}
	a, undone := m.AShuffle()
	if a == 0 || a > mostLabels {
		return nil, false
	}
	return slices.Repeat([]*big.Rat{big.NewRat(1, int64(a))}, a), undone
}

// labels is the law of a card's label after shuffles, the first one's part of it the highest; nil if
// there are too many.
func labels(models []shuffle.Model) (q []float64) {
	exact := []*big.Rat{big.NewRat(1, 1)}
	for _, m := range models {
		law, _ := chances(m)
		if law == nil || len(exact)*len(law) > mostLabels {
			return nil
		}
		var next []*big.Rat
		for _, x := range exact {
			for _, y := range law {
				next = append(next, new(big.Rat).Mul(x, y))
			}
		}
		exact = next
	}
	for _, x := range exact {
		f, _ := x.Float64()
		q = append(q, f)
	}
	return q
}

// summed is the density of t by labels.
func (f *Form) summed() func(t []uint16) float64 {
	s := make([]float64, len(f.labels))
	return func(t []uint16) (all float64) {
		copy(s, f.labels)
		for c := 1; c < len(t); c++ {
			below, times := 0.0, float64(c+1)
			if t[c] < t[c-1] {
				for x, q := range f.labels {
					next := below + s[x]
					s[x] = below * q * times
					below = next
				}
				continue
			}
			for x, q := range f.labels {
				below += s[x]
				s[x] = below * q * times
			}
		}
		for _, x := range s {
			all += x
		}
		return all
	}
}
