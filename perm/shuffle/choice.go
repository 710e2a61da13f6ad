package shuffle

import (
	"math/big"
	"math/rand/v2"
)

// choiceBits is the resolution of a sampled law: probabilities are rounded to
// multiples of 2^-64, far below what any number of deals could notice.
const choiceBits = 64

// choice draws k with the probability of its k-th weight, by inversion.
type choice struct {
	upTo  []uint64   // upTo[k] = 2^64 P(value <= k), saturated
	guide [256]uint8 // the least value for each leading byte of the draw, capped
}

func newChoice(weights []*big.Int) *choice {
	c := &choice{upTo: make([]uint64, len(weights))}
	sum := new(big.Int)
	top := new(big.Int).SetUint64(^uint64(0))
	for k, w := range weights {
		sum.Add(sum, w)
		if sum.Cmp(top) < 0 {
			c.upTo[k] = sum.Uint64()
		} else {
			c.upTo[k] = ^uint64(0)
		}
	}
	for b := range c.guide {
		k := c.search(uint64(b)<<56, 0)
		c.guide[b] = uint8(min(k, 255))
	}
	return c
}

// search is the least k >= from with u < upTo[k]; the last value takes what is left.
func (c *choice) search(u uint64, from int) int {
	k := from
	for k < len(c.upTo)-1 && u >= c.upTo[k] {
		k++
	}
	return k
}

func (c *choice) draw(rng *rand.ChaCha8) int {
	u := rng.Uint64()
	return c.search(u, int(c.guide[u>>56]))
}
