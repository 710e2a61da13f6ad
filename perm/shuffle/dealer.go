package shuffle

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
	"sort"
)

// DealerOf performs one random shuffle. It fills dst from src: dst[j] is the card
// at position j after the shuffle. Both are decks of the dealer's n cards, made
// by Deck; they do not overlap, and src keeps its cards. Cards of either size are
// dealt alike from the same random numbers.
//
// Random numbers come from ChaCha8: its streams under different keys are as
// good as independent for all that is known, which no small generator can say.
// A riffle draws one number of it for 64 cards, so a quicker generator would
// hardly show; the Hindu shuffle, with one a packet, would gain a sixth.
type DealerOf[C Card] func(rng *rand.ChaCha8, dst, src []C)

// Card is the number of a card, from 0: the small ones are for decks of up to 65536.
type Card interface{ uint16 | uint32 }

// Dealer deals small decks.
type Dealer = DealerOf[uint16]

// DealerFor is a model's dealer of cards of either size, or nil if it has none.
func DealerFor[C Card](m Model, n int) DealerOf[C] {
	if _, small := any(C(0)).(uint16); small {
		return any(m.Dealer(n)).(DealerOf[C])
	}
	if m, ok := m.(LargeSampler); ok {
		return any(m.LargeDealer(n)).(DealerOf[C])
	}
	return nil
}

// pad is the number of cards past its end that a deck has room for, so that dealers
// can move cards in pieces of a fixed size, whose last one overshoots.
const pad = 16

// Deck is the deck of n cards in order.
func Deck[C Card](n int) []C {
	deck := make([]C, n, n+pad)
	for i := range deck {
		deck[i] = C(i)
	}
	return deck
}

// NewDeck is a small deck in order, n <= 65536.
func NewDeck(n int) []uint16 { return Deck[uint16](n) }

// One random word serves several uniform draws (N. Brackett-Rozinsky and D. Lemire,
// Batched Ranged Random Integer Generation, 2024): with B = b_1 b_2 ... b_k and a
// uniform r below 2^64, the digits of r B / 2^64 in the mixed radix (b_1, ..., b_k) are
//
//	x_1 = floor(r b_1 / 2^64), r <- r b_1 mod 2^64, x_2 = floor(r b_2 / 2^64), ...
//
// and every (x_1, ..., x_k) is equally likely once those r are refused for which
// what remains, r B mod 2^64, is below 2^64 mod B.

// batch is B of the draws served by one random word.
type batch uint64

// batchLimit keeps B so far below 2^64 that fewer than one word in 256 is
// refused.
const batchLimit = 1 << 56

func newBatch(product uint64) batch { return batch(product) }

// refuse is 2^64 mod B, which is below B.
func (b batch) refuse() uint64 { return -uint64(b) % uint64(b) }

// word is a random r that is not refused.
func (b batch) word(rng *rand.ChaCha8) uint64 {
	r := rng.Uint64()
	if r*uint64(b) < uint64(b) { // else there is no need to divide
		for refuse := b.refuse(); r*uint64(b) < refuse; {
			r = rng.Uint64()
		}
	}
	return r
}

// exchanges are those of the cards at positions high down to low.
type exchanges struct {
	high, low int
	batch
}

// exchangesBelow are as many, from position bound-1 down, as one word serves.
func exchangesBelow(bound int) exchanges {
	e := exchanges{high: bound - 1, low: bound, batch: 1}
	for e.low >= 2 {
		over, product := bits.Mul64(uint64(e.batch), uint64(e.low))
		if over > 0 || product > batchLimit {
			break
		}
		e.batch = batch(product)
		e.low--
	}
	return e
}

func batches(n int) []exchanges {
	var plan []exchanges
	for bound := n; bound >= 2; {
		e := exchangesBelow(bound)
		plan = append(plan, e)
		bound = e.low
	}
	return plan
}

// Uniform is the dealer that makes every order of n cards equally likely.
func Uniform(n int) Dealer { return UniformOf[uint16](n) }

// UniformOf is the same for cards of either size, by Fisher and Yates: for i = n-1,
// ..., 1 the card at i is exchanged with one at a uniform position 0..i.
func UniformOf[C Card](n int) DealerOf[C] {
	if n > 1<<16 { // too long a plan
		return func(rng *rand.ChaCha8, dst, src []C) {
			copy(dst[:n], src[:n])
			for bound := n; bound >= 2; {
				e := exchangesBelow(bound)
				exchange(rng, dst, &e)
				bound = e.low
			}
		}
	}
	plan := batches(n)
	return func(rng *rand.ChaCha8, dst, src []C) {
		copy(dst[:n], src[:n])
		for k := range plan {
			exchange(rng, dst, &plan[k])
		}
	}
}

func exchange[C Card](rng *rand.ChaCha8, deck []C, e *exchanges) {
	r := e.word(rng)
	for i := e.high; i >= e.low; i-- {
		left := deck[:i+1]
		j, rest := bits.Mul64(r, uint64(len(left)))
		r = rest
		last := left[len(left)-1]
		left[len(left)-1] = left[j]
		left[j] = last
	}
}

// below is a uniform number below the bound: the batch of a single draw.
func below(rng *rand.ChaCha8, bound uint64) uint64 {
	x, _ := bits.Mul64(batch(bound).word(rng), bound)
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

// bitset is a set of positions 0..n-1, position j being bit j%64 of word j/64.
// It has words for a power of two of positions, of which those from n on are
// never members.
type bitset struct {
	n     int
	width int // bits that name a position
	words []uint64
}

func newBitset(n int) *bitset {
	width := bits.Len(uint(n - 1))
	return &bitset{n, width, make([]uint64, (1<<width+63)/64)}
}

// draw makes s a uniformly random set and returns its size.
func (s *bitset) draw(rng *rand.ChaCha8) (size int) {
	for k := range s.words {
		w := rng.Uint64()
		if left := max(0, s.n-64*k); left < 64 {
			w &= 1<<left - 1
		}
		s.words[k] = w
		size += bits.OnesCount64(w)
	}
	return size
}

// resize brings s from one size to another by putting in, or taking out,
// uniformly chosen members: random positions are tried until enough of them
// could be. A random word names several positions.
func (s *bitset) resize(rng *rand.ChaCha8, from, to int) {
	wanted := uint64(0) // the bit that a position must have to be flipped
	if from > to {
		from, to, wanted = to, from, 1
	}
	for from < to {
		r := rng.Uint64()
		for left := 64; left >= s.width && from < to; left -= max(1, s.width) {
			j := int(r & (1<<s.width - 1))
			r >>= s.width
			flip := 1 ^ wanted ^ s.words[j>>6]>>(j&63)&1
			flip &= uint64(j-s.n) >> 63
			s.words[j>>6] ^= flip << (j & 63)
			from += int(flip)
		}
	}
}

// merger riffles the top packet, of the given size, and the rest of src: the
// positions in the set take the bottom packet's cards in order, the others the
// top packet's. The set has as many members as the bottom packet has cards.
type merger[C Card] func(dst, src []C, bottom *bitset, top int)

// The quickest that the machine has.
var (
	mergeSmall merger[uint16] = mergeGo[uint16]
	mergeLarge merger[uint32] = mergeGo[uint32]
)

func mergerOf[C Card]() merger[C] {
	if small, ok := any(mergeSmall).(merger[C]); ok {
		return small
	}
	return any(mergeLarge).(merger[C])
}

// mergeGo is the oracle of every other merge. It does not branch on the bits,
// which nothing can predict.
func mergeGo[C Card](dst, src []C, bottom *bitset, top int) {
	n := bottom.n
	dst, src = dst[:n], src[:n+1]
	i, gap := 0, top // next of the top packet; the bottom's next is i+gap
	for k, w := range bottom.words {
		for j := 64 * k; j < min(n, 64*k+64); j++ {
			b := int(w & 1)
			w >>= 1
			dst[j] = src[i+gap&-b]
			i += 1 - b
			gap += 2*b - 1
		}
	}
}
