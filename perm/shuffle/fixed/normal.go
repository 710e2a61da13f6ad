package fixed

import (
	"math/big"
	"sync"
)

// Normal is the normal distribution function in fixed point,
//
//	Phi(x) = 1/2 + S(x) / 2 S(oo),  S(x) = sum_k (-1)^k x^(2k+1) / (2^k k! (2k+1)).
//
// The series converges for every x. Its largest term is below e^(x^2/2), which costs
// that many leading digits. x is cut off where the tail falls below the last bit, and
// S(oo) is computed where its tail is far below that. So twice the bits suffice.
type Normal struct {
	bits  uint
	prec  uint
	Reach *big.Rat   // beyond +-reach the tail is under a quarter of a unit
	scale *big.Float // 1 / 2 S(oo)

	mu   sync.Mutex
	sums map[string]*big.Float // S(x) for recent x: a law has x and -x, and needs them again
}

// maxSums is the most sums that are kept.
const maxSums = 256

// normals are by their bits: S(oo) takes as long as the law of some packets.
var normals sync.Map

// NewNormal is the function with a number of fractional bits, made once.
func NewNormal(bits uint) *Normal {
	if d, ok := normals.Load(bits); ok {
		return d.(*Normal)
	}
	d := &Normal{bits: bits, prec: 2*bits + 96, Reach: tailBelow(bits + 2)}
	infinity := d.series(tailBelow(bits + 32))
	d.scale = infinity.Quo(big.NewFloat(0.5), infinity)
	normals.Store(bits, d)
	return d
}

// tailBelow is an x from which on Phi(-x) <= e^(-x^2/2)/2 < 2^-bits, as
// x^2 >= 2 (bits-1) ln 2.
func tailBelow(bits uint) *big.Rat {
	square := new(big.Float).SetInt64(int64(bits-1)*14/10 + 1)
	x, _ := square.Sqrt(square).Rat(nil)
	return x
}

// CDF is Phi(x) in units of 2^-bits, at most one unit off.
func (d *Normal) CDF(x *big.Rat) *big.Int {
	size := new(big.Rat).Abs(x)
	if size.Cmp(d.Reach) >= 0 {
		if x.Sign() < 0 {
			return new(big.Int)
		}
		return Unit(d.bits)
	}
	sum := new(big.Float).Mul(d.sum(size), d.scale)
	if x.Sign() < 0 {
		sum.Neg(sum)
	}
	sum.Add(sum, big.NewFloat(0.5))
	units, _ := sum.SetMantExp(sum, int(d.bits)).Int(nil)
	return units
}

// sum is S(x), for x >= 0, from the kept ones if possible.
func (d *Normal) sum(x *big.Rat) *big.Float {
	d.mu.Lock()
	defer d.mu.Unlock()
	key := x.RatString()
	if d.sums[key] == nil {
		if d.sums == nil || len(d.sums) == maxSums {
			d.sums = map[string]*big.Float{}
		}
		d.sums[key] = d.series(x)
	}
	return d.sums[key]
}

// series is S(x).
func (d *Normal) series(x *big.Rat) *big.Float {
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
