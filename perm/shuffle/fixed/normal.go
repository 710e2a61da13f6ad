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
// S(oo) is computed where its tail is far below that. So twice the bits suffice. Where x is a
// fraction of small numbers, as sizes of packets are, a term follows from the one before
// by a product and a quotient with a word each.
type Normal struct {
	bits  uint
	prec  uint     // fractional bits of the series
	Reach *big.Rat // beyond +-reach the tail is under a quarter of a unit
	scale *big.Int // 1 / 2 S(oo)

	mu   sync.Mutex
	sums map[string]*big.Int // S(x) for recent x: a law has x and -x, and needs them again
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
	d.scale = new(big.Int).Quo(Unit(2*d.prec-1), d.series(tailBelow(bits+32)))
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
	part := new(big.Int).Mul(d.sum(size), d.scale)
	part.Rsh(part, d.prec)
	if x.Sign() < 0 {
		part.Neg(part)
	}
	half := Unit(d.prec - 1)
	return half.Rsh(half.Add(half, part), d.prec-d.bits)
}

// sum is S(x), for x >= 0, from the kept ones if possible.
func (d *Normal) sum(x *big.Rat) *big.Int {
	d.mu.Lock()
	defer d.mu.Unlock()
	key := x.RatString()
	if d.sums[key] == nil {
		if d.sums == nil || len(d.sums) == maxSums {
			d.sums = map[string]*big.Int{}
		}
		d.sums[key] = d.series(x)
	}
	return d.sums[key]
}

// series is S(x). Each term is rounded to 2^-prec, which grows in the terms after it as they do: to the largest of them, at
// most.
func (d *Normal) series(x *big.Rat) *big.Int {
	num, den := new(big.Int).Mul(x.Num(), x.Num()), new(big.Int).Mul(x.Denom(), x.Denom())
	if !num.IsInt64() || !den.IsInt64() || den.Int64() > 1<<40 {
		num, den = Ratio(num, den, d.prec), nil
	}
	term, sum, part, k := Ratio(x.Num(), x.Denom(), d.prec), new(big.Int), new(big.Int), new(big.Int)
	for i := int64(0); ; i++ {
		part.Quo(term, k.SetInt64(2*i+1))
		sum.Add(sum, part)
		if part.BitLen() < int(d.prec-d.bits)-32 {
			return sum
		}
		term.Mul(term, num)
		if k.SetInt64(-2 * (i + 1)); den != nil {
			k.Mul(k, den)
		} else {
			term.Rsh(term, d.prec)
		}
		term.Quo(term, k)
	}
}
