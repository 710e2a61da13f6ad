package outcome

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"dovetail/perm/shuffle/draw"
)

// places is the deck after cards from the top were put at random places. A move takes one of them out and puts it anywhere.
type places struct {
	pair
	n, cards int
	deal     func(rng *rand.ChaCha8) []uint16
	moves    draw.Batch
}

// NewPlaces is an outcome of a shuffle that puts a number of cards from the top of n at random places, in any order. Deal
// draws the deck, valid until the next.
func NewPlaces(n, cards int, deal func(rng *rand.ChaCha8) []uint16) Outcome {
	return &places{pair: newPair(), n: n, cards: cards, deal: deal, moves: draw.Batch(uint64(n) * uint64(cards))}
}

// Draw implements [Outcome].
func (o *places) Draw(rng *rand.ChaCha8) {
	deck, to := o.deal(rng), o.turn()
	for j, card := range deck {
		to[j] = uint8(card)
	}
}

// Move implements [Outcome].
func (o *places) Move(rng *rand.ChaCha8) bool {
	r := o.moves.Word(rng)
	card, r := bits.Mul64(r, uint64(o.cards))
	place, _ := bits.Mul64(r, uint64(o.n))
	now := o.Sources()
	from, at := slices.Index(now[:o.n], uint8(card)), int(place)
	if from == at {
		return false
	}
	to := o.turn()
	*to = *now
	if from < at {
		copy(to[from:at], now[from+1:])
	} else {
		copy(to[at+1:from+1], now[at:])
	}
	to[at] = uint8(card)
	return true
}

// Undo implements [Outcome].
func (o *places) Undo() { o.turn() }

// Moves is two for each of the first cards.
func (o *places) Moves() int { return 2 * o.cards }

// coins says which of the cards i and n/2 + i of a deck of n lies first of the two, on positions 2i and 2i+1. A move turns
// one of n/2 coins, and is undone by turning it again.
type coins struct {
	n, last int
	table   *Sources
}

// NewCoins is an outcome of the Thorp shuffle of n cards, an even number.
func NewCoins(n int) Outcome {
	o := &coins{n: n, table: newSources()}
	for i := range n / 2 {
		o.table[2*i], o.table[2*i+1] = uint8(i), uint8(n/2+i)
	}
	return o
}

// Draw implements [Outcome].
func (o *coins) Draw(rng *rand.ChaCha8) {
	for i := range o.n / 2 {
		if rng.Uint64()&1 == 1 {
			o.turn(i)
		}
	}
}

func (o *coins) turn(i int) { o.table[2*i], o.table[2*i+1] = o.table[2*i+1], o.table[2*i] }

// Move implements [Outcome].
func (o *coins) Move(rng *rand.ChaCha8) bool {
	o.last = int(draw.Below(rng, uint64(o.n/2)))
	o.turn(o.last)
	return true
}

// Undo implements [Outcome].
func (o *coins) Undo() { o.turn(o.last) }

// Sources implements [Outcome].
func (o *coins) Sources() *Sources { return o.table }

// Moves is one for each coin.
func (o *coins) Moves() int { return o.n / 2 }
