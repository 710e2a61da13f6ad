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

// Probabilities of letters are read in fixed point of massBits, less than massError
// units off for decks of up to 1024 cards, which is zeroMass; classes end long before
// outcomes get so rare.
const (
	massBits  = 1024
	massError = 1 << 12
	zeroMass  = 0x1p-1012
)

// weightUp is a fixed-point probability rounded up, at least zeroMass.
func weightUp(x *big.Int) float64 {
	sum := new(big.Int).Add(x, big.NewInt(massError))
	return ratUp(new(big.Rat).SetFrac(sum, new(big.Int).Lsh(big.NewInt(1), massBits)))
}
