package shuffle

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
)

// Random choices for dealing: integers of a given law by inversion, uniform
// integers below a bound, and the riffle's fair bits.

// choiceBits is the resolution of a sampled law: probabilities are rounded to
// multiples of 2^-64, far below what any number of deals could notice.
const choiceBits = 64

// choice draws k with the probability of its k-th weight.
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

func (c *choice) draw(rng *rand.PCG) int {
	u := rng.Uint64()
	return c.search(u, int(c.guide[u>>56]))
}

// below is uniform on 0..n-1, with a bias under n/2^64.
func below(rng *rand.PCG, n int) int {
	hi, _ := bits.Mul64(rng.Uint64(), uint64(n))
	return int(hi)
}

// dealGSR gives every position a fair bit: 0 takes the next card of the top
// packet, 1 of the bottom packet, whose sizes are the numbers of zeros and ones.
func dealGSR(rng *rand.PCG, dst, src []uint16) {
	n := len(dst)
	var words [16]uint64
	from := words[:0]
	top := n
	for k := 0; k < n; k += 64 {
		w := rng.Uint64()
		if n-k < 64 {
			w &= 1<<(n-k) - 1
		}
		top -= bits.OnesCount64(w)
		from = append(from, w)
	}
	next := [2]int{0, top}
	for j := range dst {
		b := from[j>>6] >> (j & 63) & 1
		dst[j] = src[next[b]]
		next[b]++
	}
}
