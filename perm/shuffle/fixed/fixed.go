// Package fixed computes probabilities in fixed point over math/big: an integer x stands for
// x/2^bits. So one formula gives the nearest double, any number of digits, and the exact value
// where that is dyadic.
package fixed

import (
	"math"
	"math/big"
)

// Unit is the probability 1.
func Unit(bits uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), bits) }

// Ratio is num/den in units of 2^-bits, rounded down.
func Ratio(num, den *big.Int, bits uint) *big.Int {
	q := new(big.Int).Lsh(num, bits)
	return q.Quo(q, den)
}

// Times is the product of two fixed-point numbers, rounded down.
func Times(a, b *big.Int, bits uint) *big.Int {
	p := new(big.Int).Mul(a, b)
	return p.Rsh(p, bits)
}

// Float is the nearest double to x / 2^bits.
func Float(x *big.Int, bits uint) float64 {
	f := new(big.Float).SetPrec(53).SetInt(x)
	out, _ := f.SetMantExp(f, -int(bits)).Float64()
	return out
}

// Floats are the weights of a law as doubles.
func Floats(weights []*big.Int, bits uint) []float64 {
	all := make([]float64, len(weights))
	for k, w := range weights {
		all[k] = Float(w, bits)
	}
	return all
}

// Ratios are w(k)/w(k-1) of a law, 0 where w(k) is 0.
func Ratios(law []*big.Int, bits uint) []float64 {
	r := make([]float64, len(law))
	for k := 1; k < len(law); k++ {
		if r[k] = Float(law[k], bits) / Float(law[k-1], bits); math.IsNaN(r[k]) {
			r[k] = 0
		}
	}
	return r
}

// Binomial is Binomial(n, p) with p = u/v: cell k holds P(size = k), at most one unit off, and exact for p = 1/2 when
// bits >= n.
func Binomial(n int, p *big.Rat, bits uint) []*big.Int {
	v := p.Denom()
	all := new(big.Int).Exp(v, big.NewInt(int64(n)), nil)
	up, down := big.NewInt(1), new(big.Int).Exp(new(big.Int).Sub(v, p.Num()), big.NewInt(int64(n)), nil)
	q := make([]*big.Int, n+1)
	for k := range q {
		q[k] = new(big.Int).Binomial(int64(n), int64(k))
		q[k].Mul(q[k], up).Mul(q[k], down)
		q[k].Lsh(q[k], bits).Quo(q[k], all)
		up.Mul(up, p.Num())
		down.Quo(down, new(big.Int).Sub(v, p.Num()))
	}
	return q
}
