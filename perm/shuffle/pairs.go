package shuffle

import (
	"math/big"

	"dovetail/perm"
)

// PairLaw is the law of where a shuffle takes two cards. The cards at positions
// i < j land on positions k < l in their old order with probability Kept, and
// the other way about (i on l, j on k) with probability Swapped. Rows are start
// pairs and columns end pairs, both numbered by PairIndex; a row of Kept and
// the same row of Swapped add up to 1, and so do columns.
//
// Naming the two cards in the other order changes nothing, so that these two
// matrices of n(n-1)/2 rows are the whole law of n(n-1) ordered pairs.
type PairLaw struct {
	N             int
	Kept, Swapped []float64

	// Error bounds the sum of |cell - truth| over any row, and any column, of
	// Kept and Swapped together.
	Error float64
}

// newPairLaw is the pair law with all cells 0.
func newPairLaw(n int) *PairLaw {
	pairs := PairCount(n)
	return &PairLaw{N: n, Kept: make([]float64, pairs*pairs), Swapped: make([]float64, pairs*pairs)}
}

// transpose makes it the law of the inverse shuffle. A pair whose order was swapped
// on the way is swapped on the way back.
func (l *PairLaw) transpose() {
	size := PairCount(l.N)
	for x := range size {
		for y := range x {
			for _, cells := range [][]float64{l.Kept, l.Swapped} {
				cells[x*size+y], cells[y*size+x] = cells[y*size+x], cells[x*size+y]
			}
		}
	}
}

// PairCount is the number of pairs of n positions, n(n-1)/2.
func PairCount(n int) int { return n * (n - 1) / 2 }

// PairIndex numbers the pairs i < j of n positions from 0 in lexicographic order.
func PairIndex(n, i, j int) int { return i*(2*n-i-1)/2 + j - i - 1 }

// pairBits of a fixed-point weight are enough for the nearest double of every
// weight that is not far below the rounding of the others.
const pairBits = 256

// supportBits leave the rounding of weights far below that of doubles: 2^60
// outcomes, each off by 2^30 units, stay within 2^-100.
const supportBits = 192

// SupportPairs is the pair law of any model, from every way it can fall. It is
// meant for small n.
func SupportPairs(m Model, n int) *PairLaw {
	size := PairCount(n)
	kept, swapped := make([]big.Int, size*size), make([]big.Int, size*size)
	m.Support(n, supportBits, func(p perm.Perm, weight *big.Int) bool {
		for j := 1; j < n; j++ {
			for i := range j {
				cells, k, l := kept, p[i], p[j]
				if k > l {
					cells, k, l = swapped, l, k
				}
				cell := &cells[PairIndex(n, i, j)*size+PairIndex(n, k, l)]
				cell.Add(cell, weight)
			}
		}
		return true
	})
	law := newPairLaw(n)
	law.Error = 0x1p-52
	for x := range kept {
		law.Kept[x] = fixedFloat(&kept[x], supportBits)
		law.Swapped[x] = fixedFloat(&swapped[x], supportBits)
	}
	return law
}
