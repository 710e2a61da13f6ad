package shuffle

import (
	"math/bits"

	"dovetail/perm"
	"dovetail/perm/shuffle/draw"
)

// DealerOf performs one random shuffle. It fills dst from src: dst[j] is the card at
// position j after the shuffle. Both are decks of the dealer's n cards, made by Deck.
// They do not overlap, and src keeps its cards. Cards of either size are dealt in the
// same way from the same random numbers.
//
// Random numbers come from ChaCha8: as far as is known its streams under different keys
// are as good as independent, which is known of no small generator. A riffle draws one
// number of it for 64 cards, so a quicker generator would hardly matter. The Hindu
// shuffle, with one a packet, would gain a sixth.
type DealerOf[C Card] func(rng *draw.Stream, dst, src []C)

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

// Pad is the number of cards past its end that a deck has room for, so that dealers
// can move cards in pieces of a fixed size, whose last one overshoots.
const Pad = 16

// Deck is the deck of n cards in order.
func Deck[C Card](n int) []C {
	deck := make([]C, n, n+Pad)
	for i := range deck {
		deck[i] = C(i)
	}
	return deck
}

// NewDeck is a small deck in order, n <= 65536.
func NewDeck(n int) []uint16 { return Deck[uint16](n) }

// exchanges are the random exchanges for the cards at positions high down to low.
type exchanges struct {
	high, low int
	draw.Batch
}

// exchangesBelow are as many exchanges, from position bound-1 down, as one word serves.
func exchangesBelow(bound int) exchanges {
	e := exchanges{high: bound - 1, low: bound, Batch: 1}
	for e.low >= 2 {
		over, product := bits.Mul64(uint64(e.Batch), uint64(e.low))
		if over > 0 || product > draw.BatchLimit {
			break
		}
		e.Batch = draw.Batch(product)
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

// UniformOf is Uniform for cards of either size, by Fisher and Yates: for i = n-1, ...,
// 1 the card at i is exchanged with one at a uniform position 0..i.
func UniformOf[C Card](n int) DealerOf[C] {
	if n > 1<<16 { // the plan would be too long
		return func(rng *draw.Stream, dst, src []C) {
			copy(dst[:n], src[:n])
			for bound := n; bound >= 2; {
				e := exchangesBelow(bound)
				exchange(rng, dst, &e)
				bound = e.low
			}
		}
	}
	plan := batches(n)
	return func(rng *draw.Stream, dst, src []C) {
		copy(dst[:n], src[:n])
		for k := range plan {
			exchange(rng, dst, &plan[k])
		}
	}
}

func exchange[C Card](rng *draw.Stream, deck []C, e *exchanges) {
	r := e.Word(rng)
	for i := e.high; i >= e.low; i-- {
		left := deck[:i+1]
		j, rest := bits.Mul64(r, uint64(len(left)))
		r = rest
		last := left[len(left)-1]
		left[len(left)-1] = left[j]
		left[j] = last
	}
}

// Fixed is the dealer of a shuffle that always does p.
func Fixed(p perm.Perm) Dealer { return fixedOf[uint16](p) }

func fixedOf[C Card](p perm.Perm) DealerOf[C] {
	from := make([]C, len(p))
	for i, j := range p {
		from[j] = C(i)
	}
	return func(_ *draw.Stream, dst, src []C) {
		dst = dst[:len(from)]
		for j, i := range from {
			dst[j] = src[i]
		}
	}
}
