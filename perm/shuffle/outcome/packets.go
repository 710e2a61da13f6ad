package outcome

import (
	"math/big"
	"math/bits"
	"slices"

	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
)

// packetOutcome is an outcome as the sizes of drawn packets, including those for which no cards are
// left: independent sizes of one law. A move adds a card to one packet or takes one away, which
// moves all later packets, or moves a card from a packet to the next.
type packetOutcome struct {
	pair
	n, open int // number of packets that are moved
	sizes   []int
	law     *draw.Choice
	up      []float64 // P(size = k) / P(size = k-1)
	moves   draw.Batch

	i, by, other int // the last move: sizes[i] grew by by, the next by other
}

// NewPackets is an outcome of n cards as the sizes of packets, as many as there can be. As many of
// them are moved as make up twice a deck on average. A packet has k cards, k = least..n, with
// probability sizes[k], in units of 2^-[draw.Bits]; mean is the mean of k.
func NewPackets(sizes []*big.Int, least int, mean float64) Outcome {
	n := len(sizes) - 1
	draws := (n + least - 1) / least
	open := min(draws, 2+2*int(float64(n)/mean))
	return &packetOutcome{
		pair: newPair(), n: n, open: open,
		sizes: make([]int, draws+1),
		law:   draw.NewChoice(sizes),
		up:    fixed.Ratios(sizes, draw.Bits),
		moves: draw.Batch(uint64(open) * 2 * 2),
	}
}

func (o *packetOutcome) Draw(rng *draw.Stream) {
	for i := range o.sizes {
		o.sizes[i] = o.law.Draw(rng)
	}
	o.drop()
}

func (o *packetOutcome) Move(rng *draw.Stream) bool {
	r := o.moves.Word(rng)
	i, r := bits.Mul64(r, uint64(o.open))
	up, r := bits.Mul64(r, 2)
	next, _ := bits.Mul64(r, 2)
	if odds := o.propose(int(i), 2*int(up)-1, int(next)); odds == 0 || !draw.Likely(rng, odds) {
		return false
	}
	start := 0
	for _, k := range o.sizes[:o.i] {
		start += k
	}
	o.grow(1)
	if start >= o.n {
		return false
	}
	o.drop()
	return true
}

// propose sets a move: packet i grows by the given number, and the next by its negative times next.
// It returns the ratio of the probabilities after and before.
func (o *packetOutcome) propose(i, by, next int) float64 {
	o.i, o.by, o.other = i, by, -by*next
	return likelier(o.up, o.sizes[i], o.by) * likelier(o.up, o.sizes[i+1], o.other)
}

func (o *packetOutcome) grow(times int) {
	o.sizes[o.i] += times * o.by
	o.sizes[o.i+1] += times * o.other
}

func (o *packetOutcome) Undo() {
	o.grow(-1)
	o.turn()
}

// Moves is two for each packet.
func (o *packetOutcome) Moves() int { return 2 * o.open }

// drop fills the other table: the packet [a, e) lands on top of all before it, at n-e.
func (o *packetOutcome) drop() {
	to := o.turn()
	for a, i := 0, 0; a < o.n; i++ {
		e := min(a+o.sizes[i], o.n)
		for j := a; j < e; j++ {
			to[j+o.n-a-e] = uint8(j)
		}
		a = e
	}
}

// places is the deck after cards from the top were put at random places. A move takes one of them out and puts it anywhere.
type places struct {
	pair
	n, cards int
	deal     func(rng *draw.Stream) []uint16
	moves    draw.Batch
}

// NewPlaces is an outcome of a shuffle that puts a number of cards from the top of n at random
// places, in any order. deal draws the deck, valid until the next.
func NewPlaces(n, cards int, deal func(rng *draw.Stream) []uint16) Outcome {
	return &places{pair: newPair(), n: n, cards: cards, deal: deal, moves: draw.Batch(uint64(n) * uint64(cards))}
}

func (o *places) Draw(rng *draw.Stream) {
	deck, to := o.deal(rng), o.turn()
	for j, card := range deck {
		to[j] = uint8(card)
	}
}

func (o *places) Move(rng *draw.Stream) bool {
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

func (o *places) Undo() { o.turn() }

// Moves is two for each of the first cards.
func (o *places) Moves() int { return 2 * o.cards }
