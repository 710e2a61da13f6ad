package shuffle

import (
	"math/rand/v2"

	"dovetail/perm"
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

// Pad is how many cards past its end a deck has room for, so that dealers can
// move cards in pieces of a fixed size, whose last one overshoots.
const Pad = 16

// NewDeck is the deck of n cards in order, n <= 65536.
func NewDeck(n int) []uint16 {
	deck := make([]uint16, n, n+Pad)
	for i := range deck {
		deck[i] = uint16(i)
	}
	return deck
}

// Fixed is the dealer of a shuffle that always does p.
func Fixed(p perm.Perm) Dealer {
	from := make([]uint16, len(p))
	for i, j := range p {
		from[j] = uint16(i)
	}
	return func(_ *rand.ChaCha8, dst, src []uint16) {
		dst = dst[:len(from)]
		for j, i := range from {
			dst[j] = src[i]
		}
	}
}
