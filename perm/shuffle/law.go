package shuffle

import (
	"math/big"

	"dovetail/perm"
)

// Law is a position law in fixed point: the card at position i lands on
// position j with probability Cells[i*N+j] / 2^Bits, rows being start and
// columns end positions. No cell is further than Slack units (of 2^-Bits) from
// the truth; Slack 0 says that every cell is exact.
type Law struct {
	N     int
	Bits  uint
	Slack int64
	Cells []big.Int
}

func newLaw(n int, bits uint, slack int64) *Law {
	return &Law{N: n, Bits: bits, Slack: slack, Cells: make([]big.Int, n*n)}
}

// supportLaw adds up the outcomes of a model with few, as its Support yields them.
func supportLaw(support func(int, uint, func(perm.Perm, *big.Int) bool), n int, bits uint, slack int64) *Law {
	l := newLaw(n, bits, slack)
	support(n, bits, func(p perm.Perm, weight *big.Int) bool {
		for i, j := range p {
			l.At(i, j).Add(l.At(i, j), weight)
		}
		return true
	})
	return l
}

// unit is the probability 1.
func unit(bits uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), bits) }

// ratio is num/den in units of 2^-bits, rounded down.
func ratio(num, den *big.Int, bits uint) *big.Int {
	q := new(big.Int).Lsh(num, bits)
	return q.Quo(q, den)
}

// slackOf is 0 if weights that were rounded down still add up to 1, for then
// none of them lost anything; otherwise it is what the caller says.
func slackOf(weights []*big.Int, bits uint, otherwise int64) int64 {
	sum := new(big.Int)
	for _, w := range weights {
		sum.Add(sum, w)
	}
	if sum.Cmp(unit(bits)) == 0 {
		return 0
	}
	return otherwise
}

// At is the cell of start position i and end position j.
func (l *Law) At(i, j int) *big.Int { return &l.Cells[i*l.N+j] }

// Deterministic is the permutation that the law performs with probability 1,
// or nil if the shuffle has more than one outcome for some card.
func (l *Law) Deterministic() perm.Perm {
	if l.Slack != 0 {
		return nil
	}
	one := unit(l.Bits)
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
func (l *Law) Float() []float64 { return l.quotients(1, 0) }

// Deviation is E = P - 1/n as float64, row-major: each cell is
// (n*cell - 2^Bits) / (n*2^Bits), divided once and rounded once, or 0 if that is
// no more than Slack units, so that a uniform law has no deviation although 1/n
// is rounded. It is within 2^-53 of its own size, plus 2 Slack units, of the true
// deviation.
func (l *Law) Deviation() []float64 { return l.quotients(int64(l.N), 1) }

// quotients gives (times*cell - minus*2^Bits) / (times*2^Bits) for every cell;
// a difference (minus = 1) within the slack is 0.
func (l *Law) quotients(times, minus int64) []float64 {
	den := new(big.Int).Lsh(big.NewInt(times), l.Bits)
	off := new(big.Int).Lsh(big.NewInt(minus), l.Bits)
	out := make([]float64, len(l.Cells))
	slack := big.NewInt(minus * times * l.Slack)
	var num big.Int
	var q big.Rat
	for i := range l.Cells {
		num.Mul(&l.Cells[i], big.NewInt(times))
		num.Sub(&num, off)
		if num.CmpAbs(slack) > 0 {
			out[i], _ = q.SetFrac(&num, den).Float64()
		}
	}
	return out
}

// times is the product of two fixed-point numbers, rounded down.
func times(a, b *big.Int, bits uint) *big.Int {
	p := new(big.Int).Mul(a, b)
	return p.Rsh(p, bits)
}

// fixedFloat is the nearest double to x / 2^bits.
func fixedFloat(x *big.Int, bits uint) float64 {
	f := new(big.Float).SetPrec(53).SetInt(x)
	out, _ := f.SetMantExp(f, -int(bits)).Float64()
	return out
}
