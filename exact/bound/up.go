package bound

import (
	"math"
	"math/big"
)

// Counts and masses of outcomes are rounded upwards in every step, so that what
// is subtracted from 1 in the end is never too small.

// up is the least double above x.
func up(x float64) float64 { return math.Nextafter(x, math.Inf(1)) }

// addProduct is sum + x y, rounded up.
func addProduct(sum, x, y float64) float64 { return up(math.FMA(x, y, sum)) }

// ratUp is the rational rounded up to a double.
func ratUp(r *big.Rat) float64 {
	f, exact := r.Float64()
	if exact {
		return f
	}
	return up(f)
}

// fixedUp is (x + slack) / 2^bits rounded up, 0 for x = 0.
func fixedUp(x *big.Int, slack int64, bits uint) float64 {
	if x.Sign() == 0 {
		return 0
	}
	sum := new(big.Int).Add(x, big.NewInt(slack))
	return ratUp(new(big.Rat).SetFrac(sum, new(big.Int).Lsh(big.NewInt(1), bits)))
}
