package density

import (
	"math"
	"math/big"

	"dovetail/perm"
	"dovetail/perm/elementary"
)

// rising is the law of a block of inverse a-shuffles, by the rising sequences r of the permutation,
// which are its descents plus 1. Cell r is n! Q_a(r). A product of a-shuffles is one, with the
// product of their a, so that a block of any length takes one pass over the deck.
type rising []float64

func newRising(n int, a *big.Int) (all rising) {
	for _, x := range ratios(n, a) {
		f, _ := x.Float64()
		all = append(all, f)
	}
	return all
}

func (all rising) New() Density {
	return func(t []uint16) float64 { return all[1+perm.Descents(t)] }
}

func (rising) String() string    { return "rising sequences" }
func (rising) roundings(int) int { return 0 }

// mean is the sum over r of law[r-least] n! Q(r).
func (all rising) mean(law []float64, least int) (sum float64) {
	for i, p := range law {
		if p != 0 {
			sum += float64(p * all[least+i])
		}
	}
	return sum
}

// ratios are the densities of an a-shuffle of n cards by the number r of rising
// sequences (Bayer and Diaconis, theorem 1): cell r, from 1 to n, is
//
//	q(r) = n! C(a+n-r, n)/a^n = (1 + (1-r)/a) (1 + (2-r)/a) ... (1 + (n-r)/a),
//
// which is 0 for r > a. From q(r) to q(r+1) the factor (a-r)/a comes in and (a+n-r)/a
// goes. At most 4n roundings to 128 bits lead to a cell: nothing beside the one to a double.
func ratios(n int, a *big.Int) []*big.Float {
	const precision = 128
	number := func(plus int) *big.Float {
		return new(big.Float).SetPrec(precision).SetInt(new(big.Int).Add(a, big.NewInt(int64(plus))))
	}
	all := make([]*big.Float, n+1)
	for r := range all {
		all[r] = new(big.Float).SetPrec(precision)
	}
	x := big.NewFloat(1).SetPrec(precision)
	for i := range n {
		x.Mul(x, number(i)).Quo(x, number(0))
	}
	for r := 1; r <= n && x.Sign() > 0; r++ {
		all[r].Set(x)
		x.Mul(x, number(-r)).Quo(x, number(n-r))
	}
	return all
}

// Rising is ln(n! Q_a(r)), the logarithm of the density of a deck with r rising sequences
// under an a-shuffle of n cards, a >= 1: cell r for r = 1..n, -Inf where r > a, as in cell 0.
// It is within 2^-52 of its size, plus 2^-52.
func Rising(n int, a *big.Int) []float64 {
	logs := make([]float64, n+1)
	for r, x := range ratios(n, a) {
		f, _ := x.Float64()
		if !(0x1p-1000 < f && f < 0x1p1000) && x.Sign() > 0 {
			mantissa := new(big.Float)
			exponent := x.MantExp(mantissa)
			f, _ = mantissa.Float64()
			logs[r] = float64(float64(exponent) * math.Ln2)
		}
		logs[r] += elementary.Log(f)
	}
	return logs
}
