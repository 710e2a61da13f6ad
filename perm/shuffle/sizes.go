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

// normal is the normal distribution function in fixed point,
//
//	Phi(x) = 1/2 + S(x) / 2 S(oo),  S(x) = sum_k (-1)^k x^(2k+1) / (2^k k! (2k+1)).
//
// The series converges for every x. Its largest term is below e^(x^2/2), which
// costs that many leading digits; x is cut off where the tail falls below the
// last bit, and S(oo) taken where it is far below, so twice the bits suffice.
type normal struct {
	bits  uint
	prec  uint
	reach *big.Rat   // beyond +-reach the tail is under a quarter of a unit
	scale *big.Float // 1 / 2 S(oo)
}

func newNormal(bits uint) *normal {
	d := &normal{bits: bits, prec: 2*bits + 96, reach: tailBelow(bits + 2)}
	infinity := d.series(tailBelow(bits + 32))
	d.scale = infinity.Quo(big.NewFloat(0.5), infinity)
	return d
}

// tailBelow is an x from which on Phi(-x) <= e^(-x^2/2)/2 < 2^-bits, as
// x^2 >= 2 (bits-1) ln 2.
func tailBelow(bits uint) *big.Rat {
	square := new(big.Float).SetInt64(int64(bits-1)*14/10 + 1)
	x, _ := square.Sqrt(square).Rat(nil)
	return x
}

// cdf is Phi(x) in units of 2^-bits, at most one unit off.
func (d *normal) cdf(x *big.Rat) *big.Int {
	if new(big.Rat).Abs(x).Cmp(d.reach) >= 0 {
		if x.Sign() < 0 {
			return new(big.Int)
		}
		return unit(d.bits)
	}
	sum := d.series(x)
	sum.Mul(sum, d.scale)
	sum.Add(sum, big.NewFloat(0.5))
	units, _ := sum.SetMantExp(sum, int(d.bits)).Int(nil)
	return units
}

// series is S(x).
func (d *normal) series(x *big.Rat) *big.Float {
	term := new(big.Float).SetPrec(d.prec).SetRat(x)
	square := new(big.Float).Mul(term, term)
	sum := new(big.Float).SetPrec(d.prec)
	var part, k big.Float
	for i := int64(0); ; i++ {
		part.SetPrec(d.prec).Quo(term, k.SetInt64(2*i+1))
		sum.Add(sum, &part)
		if part.Sign() == 0 || part.MantExp(nil) < -int(d.bits)-32 {
			return sum
		}
		term.Mul(term, square)
		term.Quo(term, k.SetInt64(-2*(i+1)))
	}
}
