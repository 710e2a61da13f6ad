package shuffle

import (
	"math/bits"
	"math/rand/v2"
)

// labels is an outcome of an a-shuffle seen backwards: every card of the shuffled deck
// has one of a labels, and the deck before is sorted by them, equal labels staying in
// order. All a^n labellings are equally likely.
//
// A move exchanges the labels of a card and of the nearest card, above or below, that
// has another given label. Between the two nobody has that label, so that few cards
// change their places. It is undone by choosing the other card, the first label and the
// other direction. Once in eight moves a card gets another label instead, which all cards
// between the old and the new label have to make room for.
type labels struct {
	pair
	n, a  int
	of    [MostMovable]uint8
	sets  []labelSet                           // by label, the positions that have it
	moves batch                                // n cards, a-1 other labels, two directions, one in eight
	lanes *lanes                               // for tilted walks; nil if there are too many cards or labels
	deal  func(rng *rand.ChaCha8, to []uint16) // draws labels
	drawn []uint16

	shelved bool // cards of an even label are sorted downwards

	// weight is how much likelier labels get when a card gets that label instead of
	// its own; nil where all are equally likely.
	weight func(from, to uint8) float64

	p, q   int // the last move: the cards that it labelled, the same for one card
	dp, dq uint8
}

// labelSet is a set of positions.
type labelSet [MostMovable / 64]uint64

func (s *labelSet) flip(j int) { s[j>>6] ^= 1 << (j & 63) }

func (s *labelSet) size() (count int) {
	for _, w := range s {
		count += bits.OnesCount64(w)
	}
	return count
}

// below is the nearest member above position p in number, that is below it in the deck;
// or -1.
func (s *labelSet) below(p int) int {
	k := p >> 6
	w := s[k] &^ (2<<(p&63) - 1)
	for w == 0 {
		if k++; k == len(s) {
			return -1
		}
		w = s[k]
	}
	return k<<6 + bits.TrailingZeros64(w)
}

// above is the nearest member before position p, or -1.
func (s *labelSet) above(p int) int {
	k := p >> 6
	w := s[k] & (1<<(p&63) - 1)
	for w == 0 {
		if k--; k < 0 {
			return -1
		}
		w = s[k]
	}
	return k<<6 + 63 - bits.LeadingZeros64(w)
}

// relabel is how often in many moves a card gets another label.
const relabel = 8

func newLabels(n, a int) *labels {
	draws := newDigits(a, n)
	return &labels{
		pair: newPair(), n: n, a: a,
		lanes: newLanes(n, a),
		sets:  make([]labelSet, a),
		moves: newBatch(uint64(n) * uint64(a-1) * 2 * relabel),
		deal:  draws.draw,
		drawn: make([]uint16, n),
	}
}

// Draw deals labels.
func (l *labels) Draw(rng *rand.ChaCha8) {
	l.deal(rng, l.drawn)
	clear(l.sets)
	for j, d := range l.drawn {
		l.of[j] = uint8(d)
		l.sets[d].flip(j)
	}
	l.sort()
}

// Move exchanges the labels of two cards, or gives one card another.
func (l *labels) Move(rng *rand.ChaCha8) bool {
	r := l.moves.word(rng)
	card, r := bits.Mul64(r, uint64(l.n))
	step, r := bits.Mul64(r, uint64(l.a-1))
	down, r := bits.Mul64(r, 2)
	kind, _ := bits.Mul64(r, relabel)
	odds := l.propose(int(card), int(step), down == 1, kind == 0)
	if odds == 0 || odds < 1 && !likely(rng, odds) {
		return false
	}
	l.exchange()
	l.sort()
	return true
}

// propose sets a move, from a card's label to the one so many steps after the next: of the
// single card, or with the nearest card below or above that has the other label. It is the
// ratio of the probabilities after and before, 0 if there is no such card.
func (l *labels) propose(card, step int, down, single bool) float64 {
	l.p, l.q = card, card
	l.dp = l.of[card]
	l.dq = uint8((int(l.dp) + 1 + step) % l.a)
	switch {
	case single && l.weight != nil:
		return l.weight(l.dp, l.dq)
	case single:
		return 1
	case down:
		l.q = l.sets[l.dq].below(card)
	default:
		l.q = l.sets[l.dq].above(card)
	}
	if l.q < 0 {
		return 0
	}
	return 1
}

// exchange labels p with dq, and q, if it is another card, with dp.
func (l *labels) exchange() {
	l.sets[l.dp].flip(l.p)
	l.sets[l.dq].flip(l.p)
	l.of[l.p] = l.dq
	if l.q != l.p {
		l.sets[l.dp].flip(l.q)
		l.sets[l.dq].flip(l.q)
		l.of[l.q] = l.dp
	}
}

// Undo takes the last move back.
func (l *labels) Undo() {
	l.dp, l.dq = l.dq, l.dp
	l.exchange()
	l.turn()
}

// sort fills the other table: the k-th card with a label comes from the k-th place
// behind all cards of smaller labels.
func (l *labels) sort() {
	var next [MostMovable]uint8
	sum := 0
	for d := range l.sets {
		next[d] = uint8(sum)
		if sum += l.sets[d].size(); l.shelved && d%2 == 0 {
			next[d] = uint8(sum - 1)
		}
	}
	to := l.turn()
	for j, d := range l.of[:l.n] {
		to[j] = next[d]
		if next[d]++; l.shelved && d%2 == 0 {
			next[d] -= 2
		}
	}
}

// Moves is one for each card.
func (l *labels) Moves() int { return l.n }
