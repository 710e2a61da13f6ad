package shuffle

import (
	"math/big"
	"math/rand/v2"
	"sort"
)

// choiceBits is the resolution of a sampled law: probabilities are rounded to
// multiples of 2^-64, far below what any number of deals could notice. That and what
// laws say of their own rounding is the whole error, however large the deck is.
const choiceBits = 64

// draw is a number drawn from a law.
type draw func(rng *rand.ChaCha8) int

// choice draws first+k with the probability of its k-th weight, by inversion.
type choice struct {
	first int
	upTo  []uint64   // upTo[k] = 2^64 P(value <= k), saturated
	guide [256]int32 // the least value for each leading byte of the draw
}

func newChoice(weights []*big.Int) *choice {
	c := &choice{upTo: make([]uint64, len(weights))}
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

// threshold is what a random word is below with probability p.
func threshold(p *big.Rat) uint64 {
	if x := ratio(p.Num(), p.Denom(), choiceBits); x.IsUint64() {
		return x.Uint64()
	}
	return ^uint64(0)
}

// newCoin draws 0 with probability p, and 1 otherwise.
func newCoin(p *big.Rat) *choice {
	heads := ratio(p.Num(), p.Denom(), choiceBits)
	return newChoice([]*big.Int{heads, new(big.Int).Sub(unit(choiceBits), heads)})
}

// draw finds the least k with u < upTo[k] for a random u; the last value takes what is
// left.
func (c *choice) draw(rng *rand.ChaCha8) int {
	u := rng.Uint64()
	k := int(c.guide[u>>56])
	for k < len(c.upTo)-1 && u >= c.upTo[k] {
		k++
	}
	return c.first + k
}
