package shuffle

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
)

// Dealer performs one random shuffle. It fills dst from src: dst[j] is the card
// at position j after the shuffle. Both are decks of the dealer's n cards, made
// by NewDeck; they do not overlap, and src keeps its cards.
//
// Random numbers come from ChaCha8: its streams under different keys are as
// good as independent for all that is known, which no small generator can say.
// A riffle draws one number of it for 64 cards, so a quicker generator would
// hardly show; the Hindu shuffle, with one a packet, would gain a sixth.
type Dealer func(rng *rand.ChaCha8, dst, src []uint16)

// pad is the number of cards past its end that a deck has room for, so that dealers
// can move cards in pieces of a fixed size, whose last one overshoots.
const pad = 16

// NewDeck is the deck of n cards in order, n <= 65536.
func NewDeck(n int) []uint16 {
	deck := make([]uint16, n, n+pad)
	for i := range deck {
		deck[i] = uint16(i)
	}
	return deck
}

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
	for k, w := range weights {
		sum.Add(sum, w)
		c.upTo[k] = ^uint64(0)
		if sum.IsUint64() {
			c.upTo[k] = sum.Uint64()
		}
	}
	for b := range c.guide {
		c.guide[b] = uint8(min(255, c.search(uint64(b)<<56, 0)))
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

// One random word serves several uniform draws (N. Brackett-Rozinsky and D. Lemire,
// Batched Ranged Random Integer Generation, 2024): with B = b_1 b_2 ... b_k and a
// uniform r below 2^64, the digits of r B / 2^64 in the mixed radix (b_1, ..., b_k) are
//
//	x_1 = floor(r b_1 / 2^64), r <- r b_1 mod 2^64, x_2 = floor(r b_2 / 2^64), ...
//
// and every (x_1, ..., x_k) is equally likely once those r are refused for which
// what remains, r B mod 2^64, is below 2^64 mod B.

// batch is the draws served by one random word.
type batch struct {
	product uint64 // B
	refuse  uint64 // 2^64 mod B
}

// batchLimit keeps B so far below 2^64 that fewer than one word in 256 is
// refused.
const batchLimit = 1 << 56

func newBatch(product uint64) batch { return batch{product, -product % product} }

// word is a random r that is not refused.
func (b batch) word(rng *rand.ChaCha8) uint64 {
	r := rng.Uint64()
	for r*b.product < b.refuse {
		r = rng.Uint64()
	}
	return r
}

// exchanges are those of the cards at positions high down to low.
type exchanges struct {
	high, low int
	batch
}

func batches(n int) []exchanges {
	var plan []exchanges
	for bound := n; bound >= 2; {
		high, product := bound, uint64(1)
		for bound >= 2 && product <= batchLimit/uint64(bound) {
			product *= uint64(bound)
			bound--
		}
		plan = append(plan, exchanges{high - 1, bound, newBatch(product)})
	}
	return plan
}

// Uniform is the dealer that makes every order of n cards equally likely, by Fisher
// and Yates: for i = n-1, ..., 1 the card at i is exchanged with one at a uniform
// position 0..i.
func Uniform(n int) Dealer {
	plan := batches(n)
	return func(rng *rand.ChaCha8, dst, src []uint16) {
		dst, src = dst[:n], src[:n]
		copy(dst, src)
		for k := range plan {
			b := &plan[k]
			r := b.word(rng)
			for i := b.high; i >= b.low; i-- {
				left := dst[:i+1]
				j, rest := bits.Mul64(r, uint64(len(left)))
				r = rest
				last := left[len(left)-1]
				left[len(left)-1] = left[j]
				left[j] = last
			}
		}
	}
}

// below is a uniform number below the bound: the batch of a single draw.
func below(rng *rand.ChaCha8, bound uint64) uint64 {
	x, rest := bits.Mul64(rng.Uint64(), bound)
	if rest < bound {
		for refuse := -bound % bound; rest < refuse; {
			x, rest = bits.Mul64(rng.Uint64(), bound)
		}
	}
	return x
}

// digits draws numbers below a base, as many from each random word as the limit
// of a batch allows.
type digits struct {
	base  uint64
	count int // of a word
	batch
}

func newDigits(base, most int) digits {
	d, product := digits{base: uint64(base)}, uint64(1)
	for d.count < most && product <= batchLimit/d.base {
		product *= d.base
		d.count++
	}
	d.batch = newBatch(product)
	return d
}

// draw fills to with independent uniform digits.
func (d *digits) draw(rng *rand.ChaCha8, to []uint16) {
	for len(to) > 0 {
		r := d.word(rng)
		k := min(d.count, len(to))
		for i := range to[:k] {
			x, rest := bits.Mul64(r, d.base)
			to[i], r = uint16(x), rest
		}
		to = to[k:]
	}
}
