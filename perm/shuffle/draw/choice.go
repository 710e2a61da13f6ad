package draw

import (
	"math/big"
	"sort"

	"dovetail/perm/shuffle/fixed"
)

// Bits is the resolution of a sampled law: probabilities are rounded to multiples of 2^-64,
// far below what any number of deals could show. This rounding and the stated slack of the
// law are the whole error, for any deck.
const Bits = 64

// Func is a number drawn from a law.
type Func func(rng *Stream) int

// Choice draws first+k with the probability of its k-th weight, by inversion.
type Choice struct {
	First int
	upTo  []uint64   // upTo[k] = 2^64 P(value <= k), saturated
	guide [256]int32 // the least value for each leading byte of the draw
}

// NewChoice takes weights in units of 2^-[Bits], which add up to 1 apart from their
// rounding.
func NewChoice(weights []*big.Int) *Choice {
	c := &Choice{upTo: make([]uint64, len(weights))}
	sum := new(big.Int)
	for k, w := range weights {
		sum.Add(sum, w)
		c.upTo[k] = ^uint64(0)
		if sum.IsUint64() {
			c.upTo[k] = sum.Uint64()
		}
	}
	for b := range c.guide {
		u := uint64(b) << 56
		c.guide[b] = int32(sort.Search(len(c.upTo)-1, func(k int) bool { return u < c.upTo[k] }))
	}
	return c
}

// Threshold is the bound below which a random word is with probability p.
func Threshold(p *big.Rat) uint64 {
	if x := fixed.Ratio(p.Num(), p.Denom(), Bits); x.IsUint64() {
		return x.Uint64()
	}
	return ^uint64(0)
}

// NewCoin draws 0 with probability p, and 1 otherwise.
func NewCoin(p *big.Rat) *Choice {
	heads := fixed.Ratio(p.Num(), p.Denom(), Bits)
	return NewChoice([]*big.Int{heads, new(big.Int).Sub(fixed.Unit(Bits), heads)})
}

// Draw finds the least k with u < upTo[k] for a random u. The last value takes the rest.
func (c *Choice) Draw(rng *Stream) int {
	u := rng.Uint64()
	k := int(c.guide[u>>56])
	for k < len(c.upTo)-1 && u >= c.upTo[k] {
		k++
	}
	return c.First + k
}
