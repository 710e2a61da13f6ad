package shuffle

import "math/big"

// Laws of the size of a packet or of a cut, in fixed point. They are differences
// of a distribution function, so they add up to exactly 1 and every tail is as
// good as a single value of that function.

// rounding says which integer stands for a real size: the size k covers the
// reals in [k+shift, k+shift+1).
type rounding struct {
	name  string
	shift *big.Rat
}

var roundings = []rounding{
	{"nearest", big.NewRat(-1, 2)},
	{"floor", big.NewRat(0, 1)},
	{"ceiling", big.NewRat(-1, 1)},
}

// roundedNormal is the law of a N(mean, sd^2) size, rounded, then clamped to
// [lo, hi]: cell k-lo holds P(size = k), at most two units off.
func roundedNormal(mean, sd *big.Rat, round rounding, lo, hi int, bits uint) []*big.Int {
	d := newNormal(bits)
	return differences(lo, hi, bits, func(k int) *big.Int {
		x := new(big.Rat).SetInt64(int64(k) + 1)
		x.Add(x, round.shift)
		x.Sub(x, mean)
		return d.cdf(x.Quo(x, sd))
	})
}

// flooredUniform is the law of floor(u), u uniform on the reals of [from, to),
// clamped to [lo, hi]: cell k-lo holds P(size = k), at most one unit off.
func flooredUniform(from, to *big.Rat, lo, hi int, bits uint) []*big.Int {
	length := new(big.Rat).Sub(to, from)
	return differences(lo, hi, bits, func(k int) *big.Int {
		x := new(big.Rat).SetInt64(int64(k) + 1)
		x.Sub(x, from).Quo(x, length)
		switch {
		case x.Sign() <= 0:
			return new(big.Int)
		case x.Cmp(big.NewRat(1, 1)) >= 0:
			return unit(bits)
		}
		return ratio(x.Num(), x.Denom(), bits)
	})
}

// differences turns a distribution function, upTo(k) = P(size <= k), into the
// law of the size clamped to [lo, hi].
func differences(lo, hi int, bits uint, upTo func(k int) *big.Int) []*big.Int {
	weights := make([]*big.Int, hi-lo+1)
	below := new(big.Int)
	for k := lo; k <= hi; k++ {
		at := unit(bits)
		if k < hi {
			at = upTo(k)
		}
		weights[k-lo] = new(big.Int).Sub(at, below)
		below = at
	}
	return weights
}

// binomialSizes is Binomial(n, 1/2): cell k holds P(size = k), at most one unit
// off, and exact when bits >= n.
func binomialSizes(n int, bits uint) []*big.Int {
	q := make([]*big.Int, n+1)
	for k := range q {
		q[k] = new(big.Int).Binomial(int64(n), int64(k))
		q[k].Lsh(q[k], bits).Rsh(q[k], uint(n))
	}
	return q
}

// times is the product of two fixed-point numbers, rounded down.
func times(a, b *big.Int, bits uint) *big.Int {
	p := new(big.Int).Mul(a, b)
	return p.Rsh(p, bits)
}
