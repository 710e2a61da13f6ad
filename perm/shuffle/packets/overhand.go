package packets

import (
	"fmt"
	"math"
	"math/big"

	"dovetail/perm/elementary"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
)

// overhand is the overhand shuffle of R. Pemantle, Randomization time for the overhand
// shuffle (1989): between any two neighbours the deck is parted with the same chance p,
// independently, and the packets are joined in reversed order. Packets drawn from the top
// then have geometric sizes, P(size > k) = (1-p)^k, with mean 1/p. It takes order n^2 log
// n of these to mix n cards (J. Jonasson, The overhand shuffle mixes in Theta(n^2 log n)
// steps, 2006).
type overhand struct {
	packetwise
	p *big.Rat
}

// Overhand is the model by its parameters.
var Overhand = shuffle.NewKind("overhand", "part neighbours with a given chance and reverse the order of the packets",
	func(p *shuffle.Params) shuffle.Model {
		return newOverhand(p.Within("p", "1/10"))
	})

func newOverhand(p *big.Rat) *overhand {
	o := &overhand{p: p}
	o.packetwise = packetwise{mean: new(big.Rat).Inv(p), sizes: o.sizesOf}
	return o
}

func (o *overhand) String() string { return fmt.Sprintf("overhand(p=%s)", o.p.RatString()) }

// stays is 1-p, the chance that two neighbours are not parted.
func (o *overhand) stays() *big.Rat { return new(big.Rat).Sub(big.NewRat(1, 1), o.p) }

// sizesOf is the law of one packet drawn from n cards, at most a unit off: a power of so
// many guard bits is within k 2^-guard units of the truth.
func (o *overhand) sizesOf(n int, bits uint) *draw.Sizes {
	const guard = 64
	stays := new(big.Float).SetPrec(bits + guard).SetRat(o.stays())
	p, _ := o.p.Float64()
	log := elementary.Log1p(-p)
	law := &draw.Sizes{Lo: 1, Hi: n, From: 1, To: n, Bits: bits}
	if reach := float64(bits) * -math.Ln2 / log; reach+2 < float64(n) {
		law.To = int(reach) + 2
	}
	law.UpTo = func(k int) *big.Int {
		power := new(big.Float).SetPrec(bits + guard).SetInt64(1)
		for square := new(big.Float).Copy(stays); k > 0; k >>= 1 {
			if k&1 == 1 {
				power.Mul(power, square)
			}
			square.Mul(square, square)
		}
		tail, _ := power.SetMantExp(power, int(bits)).Int(nil)
		return tail.Sub(fixed.Unit(bits), tail)
	}
	law.About = func(k int) float64 { return -elementary.Expm1(float64(k) * log) }
	return law
}

// Outcomes is 2^(n-1): the deck determines its packets.
func (o *overhand) Outcomes(n int) *big.Int { return fixed.Unit(uint(n - 1)) }

// Denominator is b^(n-1) for p = a/b.
func (o *overhand) Denominator(n int) *big.Int {
	return new(big.Int).Exp(o.p.Denom(), big.NewInt(int64(n-1)), nil)
}

// Classes are the ways to divide the deck at k places, p^k (1-p)^(n-1-k) each.
func (o *overhand) Classes(n int, bits uint) (classes []shuffle.Class) {
	stays, all := o.stays().Num(), o.Denominator(n)
	mass := new(big.Int)
	for k := range n {
		count := new(big.Int).Binomial(int64(n-1), int64(k))
		mass.Exp(stays, big.NewInt(int64(n-1-k)), nil)
		mass.Mul(mass, new(big.Int).Exp(o.p.Num(), big.NewInt(int64(k)), nil)).Mul(mass, count)
		classes = append(classes, shuffle.Class{Count: count, Mass: fixed.Ratio(mass, all, bits)})
	}
	return classes
}
