package shuffle

import (
	"context"
	"math/big"

	"dovetail/perm"
	"dovetail/perm/pace"
	"dovetail/perm/shuffle/fixed"
)

// Law is a position law in fixed point. The card at position i lands on position j with probability
// Cells[i*N+j] / 2^Bits, where rows are start and columns end positions. No cell is further than
// Slack units (of 2^-Bits) from the truth. Slack 0 says that every cell is exact.
type Law struct {
	N     int
	Bits  uint
	Slack int64
	Cells []big.Int
}

// NewLaw is a law with all cells 0.
func NewLaw(n int, bits uint, slack int64) *Law {
	return &Law{N: n, Bits: bits, Slack: slack, Cells: make([]big.Int, n*n)}
}

// SupportLaw adds up the outcomes of a model with few, as its Support yields them.
func SupportLaw(support func(int, uint, func(perm.Perm, *big.Int) bool), n int, bits uint, slack int64) *Law {
	l := NewLaw(n, bits, slack)
	support(n, bits, func(p perm.Perm, weight *big.Int) bool {
		for i, j := range p {
			l.At(i, j).Add(l.At(i, j), weight)
		}
		return true
	})
	return l
}

// SlackOf is 0 if weights that were rounded down still add up to 1, as none of them then lost
// anything. Otherwise it is the given value.
func SlackOf(weights []*big.Int, bits uint, fallback int64) int64 {
	sum := new(big.Int)
	for _, w := range weights {
		sum.Add(sum, w)
	}
	if sum.Cmp(fixed.Unit(bits)) == 0 {
		return 0
	}
	return fallback
}

// At is the cell of start position i and end position j.
func (l *Law) At(i, j int) *big.Int { return &l.Cells[i*l.N+j] }

// Deterministic is the permutation that the law performs with probability 1,
// or nil if the shuffle has more than one outcome for some card.
func (l *Law) Deterministic() perm.Perm {
	if l.Slack != 0 {
		return nil
	}
	one := fixed.Unit(l.Bits)
	p := make(perm.Perm, l.N)
	for i := range p {
		p[i] = -1
		for j := range l.N {
			switch c := l.At(i, j); {
			case c.Cmp(one) == 0:
				p[i] = j
			case c.Sign() != 0:
				return nil
			}
		}
	}
	return p
}

// Float is the law P as float64, row-major, each cell the nearest double to
// its fixed-point value.
func (l *Law) Float() []float64 { return l.quotients(l.Cells, 1, 0) }

// Deviation is row i of E = P - 1/n as float64: each cell is
// (n*cell - 2^Bits) / (n*2^Bits), divided once and rounded once, or 0 if that is
// no more than Slack units, so that a uniform law has no deviation although 1/n
// is rounded. It is within 2^-53 of its own size, plus 2 Slack units, of the true
// deviation.
func (l *Law) Deviation(i int) []float64 {
	return l.quotients(l.Cells[i*l.N:][:l.N], int64(l.N), 1)
}

// quotients returns (times*cell - minus*2^Bits) / (times*2^Bits) for some cells. A difference
// (minus = 1) within the slack is 0.
func (l *Law) quotients(cells []big.Int, times, minus int64) []float64 {
	off := new(big.Int).Lsh(big.NewInt(minus), l.Bits)
	out := make([]float64, len(cells))
	slack := big.NewInt(minus * times * l.Slack)
	var num big.Int
	var x big.Float
	over, q := new(big.Float).SetInt64(times), new(big.Float).SetPrec(53) // rounds quotients to the nearest
	for i := range cells {
		num.Mul(&cells[i], big.NewInt(times))
		num.Sub(&num, off)
		if num.CmpAbs(slack) > 0 {
			out[i], _ = q.SetMantExp(q.Quo(x.SetPrec(0).SetInt(&num), over), -int(l.Bits)).Float64()
		}
	}
	return out
}

// PairLaw is the law of where a shuffle takes two cards. The cards at positions i < j land on
// positions k < l in their old order with probability Kept, and in reversed order (i on l, j on k)
// with probability Swapped. Rows are start pairs and columns end pairs, both numbered by PairIndex;
// a row of Kept and the same row of Swapped add up to 1, and so do columns.
//
// Exchanging the names of the two cards changes nothing, so that these two matrices of n(n-1)/2
// rows are the whole law of n(n-1) ordered pairs.
type PairLaw struct {
	N             int
	Kept, Swapped []float64

	// Error bounds the sum of |cell - truth| over any row, and any column, of
	// Kept and Swapped together.
	Error float64
}

// NewPairLaw is the pair law with all cells 0.
func NewPairLaw(n int) *PairLaw {
	pairs := PairCount(n)
	return &PairLaw{N: n, Kept: make([]float64, pairs*pairs), Swapped: make([]float64, pairs*pairs)}
}

// Fill computes all cells, for the cards i < j that land on the positions k < l, all from 1, and
// returns the law; nil if ctx is done before.
func (l *PairLaw) Fill(ctx context.Context, cell func(i, j, k, l int) (kept, swapped float64)) *PairLaw {
	size := PairCount(l.N)
	for j := 2; j <= l.N; j++ {
		pace.Yield()
		if ctx.Err() != nil {
			return nil
		}
		for i := 1; i < j; i++ {
			at := PairIndex(l.N, i-1, j-1) * size
			for k := 1; k < l.N; k++ {
				for end := k + 1; end <= l.N; end++ {
					l.Kept[at], l.Swapped[at] = cell(i, j, k, end)
					at++
				}
			}
		}
	}
	return l
}

// transpose makes it the law of the inverse shuffle, and returns the law; nil if ctx is done
// before. A pair whose order was swapped is swapped back.
func (l *PairLaw) transpose(ctx context.Context) *PairLaw {
	size := PairCount(l.N)
	for x := range size {
		if ctx.Err() != nil {
			return nil
		}
		for y := range x {
			for _, cells := range [][]float64{l.Kept, l.Swapped} {
				cells[x*size+y], cells[y*size+x] = cells[y*size+x], cells[x*size+y]
			}
		}
	}
	return l
}

// PairCount is the number of pairs of n positions, n(n-1)/2.
func PairCount(n int) int { return n * (n - 1) / 2 }

// PairIndex numbers the pairs i < j of n positions from 0 in lexicographic order.
func PairIndex(n, i, j int) int { return i*(2*n-i-1)/2 + j - i - 1 }

// PairBits is enough bits of a fixed-point weight for the nearest double of every weight that is
// not far below the rounding of the others.
const PairBits = 256

// supportBits keeps the rounding of weights far below that of doubles: 2^60 outcomes, each off by
// 2^30 units, stay within 2^-100.
const supportBits = 192

// SupportPairs is the pair law of any model, from every outcome. It is meant for small n.
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
	law := NewPairLaw(n)
	law.Error = 0x1p-52
	for x := range kept {
		law.Kept[x] = fixed.Float(&kept[x], supportBits)
		law.Swapped[x] = fixed.Float(&swapped[x], supportBits)
	}
	return law
}

// Binomials holds C(m, r), each the nearest double.
type Binomials [][]float64

// NewBinomials are those of m = 0..n.
func NewBinomials(n int) Binomials {
	t := make(Binomials, n+1)
	for m := range t {
		t[m] = make([]float64, m+1)
		for r := range t[m] {
			t[m][r], _ = new(big.Float).SetInt(new(big.Int).Binomial(int64(m), int64(r))).Float64()
		}
	}
	return t
}

// At is C(m, r), 0 outside 0 <= r <= m.
func (t Binomials) At(m, r int) float64 {
	if r < 0 || r > m {
		return 0
	}
	return t[m][r]
}
