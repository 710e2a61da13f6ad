package outcome

import (
	"math/big"
	"math/bits"

	"dovetail/perm/elementary"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
)

// labels is an outcome of an a-shuffle seen backwards. Every card of the shuffled deck has one of a
// labels, and the deck before is sorted by them, with equal labels in order. All a^n labellings are
// equally likely.
//
// A move exchanges the labels of a card and of the nearest card, above or below, that has another
// given label. No card between the two has that label, so that few cards change their places. The
// move is undone by choosing the other card, the first label and the other direction. One move in
// eight gives a card another label instead, so that all cards between the old and the new label
// shift.
type labels struct {
	pair
	n, a  int
	of    [MaxCards]uint8
	sets  []labelSet                          // by label, the positions that have it
	moves draw.Batch                          // n cards, a-1 other labels, two directions, one in eight
	lanes *lanes                              // for tilted walks; nil if there are too many cards or labels
	deal  func(rng *draw.Stream, to []uint16) // draws labels
	drawn []uint16

	shelved bool // cards of an even label are sorted in reversed order

	// weight is the ratio of the probabilities when a card gets that label instead of its own; nil
	// where all labellings are equally likely.
	weight func(from, to uint8) float64

	p, q   int // the last move: the cards that it labelled, the same for one card
	dp, dq uint8
}

// labelSet is a set of positions.
type labelSet [MaxCards / 64]uint64

func (s *labelSet) flip(j int) { s[j>>6] ^= 1 << (j & 63) }

func (s *labelSet) size() (count int) {
	for _, w := range s {
		count += bits.OnesCount64(w)
	}
	return count
}

// below is the nearest member with a smaller number than position p; or -1.
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

// above is the nearest member with a larger number than position p, or -1.
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

// MaxLabels is the most labels, so that each is a byte.
const MaxLabels = 256

// relabel is the number of moves, of many, in which a card gets another label.
const relabel = 8

func newLabels(n, a int) *labels {
	draws := draw.NewDigits(a, n)
	return &labels{
		pair: newPair(), n: n, a: a,
		lanes: newLanes(n, a),
		sets:  make([]labelSet, a),
		moves: draw.Batch(uint64(n) * uint64(a-1) * 2 * relabel),
		deal:  draws.Draw,
		drawn: make([]uint16, n),
	}
}

// NewLabels is an outcome of an a-shuffle of n cards, 2 <= a <= [MaxLabels].
func NewLabels(n, a int) Outcome { return newLabels(n, a) }

// NewCutLabels is an outcome of a riffle of two packets, labelled 0 and 1, where all interleavings
// are equally likely but not all cuts. The top packet has c cards with probability cuts[c], c =
// 0..n, in units of 2^-[draw.Bits], so that each of C(n, c) labellings has cuts[c]/C(n, c). deal
// draws labels by this law.
func NewCutLabels(cuts []*big.Int, deal func(rng *draw.Stream, labels []uint16)) Outcome {
	n := len(cuts) - 1
	l := newLabels(n, 2)
	l.deal = deal
	each := make([]*big.Int, n+1)
	for c, p := range cuts {
		each[c] = new(big.Int).Lsh(p, uint(n))
		each[c].Quo(each[c], new(big.Int).Binomial(int64(n), int64(c)))
	}
	up := fixed.Ratios(each, draw.Bits+uint(n))
	l.weight = func(from, _ uint8) float64 {
		return likelier(up, l.sets[0].size(), 2*int(from)-1)
	}
	return l
}

// NewShelves is an outcome of a machine with m shelves, 2m <= [MaxLabels], where a card goes on top
// with probability p. It is a label for every card. Those with even labels, on top, are sorted in
// reversed order. deal draws labels by this law.
func NewShelves(n, m int, p float64, deal func(rng *draw.Stream, labels []uint16)) Outcome {
	l := newLabels(n, 2*m)
	l.shelved, l.deal = true, deal
	l.weight = func(from, to uint8) float64 {
		switch {
		case from%2 == to%2:
			return 1
		case from%2 == 0:
			return (1 - p) / p
		}
		return p / (1 - p)
	}
	return Inverse(l)
}

// Draw deals labels.
func (l *labels) Draw(rng *draw.Stream) {
	l.deal(rng, l.drawn)
	clear(l.sets)
	for j, d := range l.drawn {
		l.of[j] = uint8(d)
		l.sets[d].flip(j)
	}
	l.sort()
}

// Move exchanges the labels of two cards, or gives one card another.
func (l *labels) Move(rng *draw.Stream) bool {
	r := l.moves.Word(rng)
	card, r := bits.Mul64(r, uint64(l.n))
	step, r := bits.Mul64(r, uint64(l.a-1))
	down, r := bits.Mul64(r, 2)
	kind, _ := bits.Mul64(r, relabel)
	odds := l.propose(int(card), int(step), down == 1, kind == 0)
	if odds == 0 || odds < 1 && !draw.Likely(rng, odds) {
		return false
	}
	l.exchange()
	if l.p == l.q {
		l.sort()
	} else {
		l.swap()
	}
	return true
}

// propose sets a move, from a card's label to the one a number of steps after the next: of the
// single card, or with the nearest card below or above that has the other label. It returns the
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

// exchange changes the label of p by dq, and that of q, if it is another card, by dp.
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
	var next [MaxCards]uint8
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

// swap fills the other table after p and q exchanged their labels. As no card between them has the
// label that p got, that card comes from where q's came. Those with the label that q got each come
// from where the one before it, on the way from p, came.
func (l *labels) swap() {
	from := l.Sources()
	to := l.turn()
	copy(to[:l.n], from[:l.n])
	to[l.p] = from[l.q]
	step := 1
	if l.q < l.p {
		step = -1
	}
	for j, last := l.p, l.p; j != l.q; {
		if j += step; l.of[j] == l.dp {
			to[j], last = from[last], j
		}
	}
}

func (l *labels) Span() (from, to int) {
	if l.p == l.q {
		return 0, l.n
	}
	return min(l.p, l.q), max(l.p, l.q) + 1
}

// Moves is one for each card.
func (l *labels) Moves() int { return l.n }

// clumps is an outcome of a riffle that changes the packet with a given chance, as a label for
// every position. Moves are proposed as in labels, without the weights, and accepted by the ratio
// of the weights.
type clumps struct {
	*labels
	odds  float64   // log s/(1-s)
	given []float64 // logarithm of the weight of a cut
}

// NewClumps is an outcome of n cards. Its labels, 0 for the top packet and 1 for the other, have
// the weight exp(odds) for each change from one position to the next and exp(given[c]) for c zeros,
// c = 0..n. deal draws labels by this law.
func NewClumps(odds float64, given []float64, deal func(rng *draw.Stream, labels []uint16)) Outcome {
	l := newLabels(len(given)-1, 2)
	l.deal = deal
	return &clumps{l, odds, given}
}

// weight is the logarithm of the weight of the labels.
func (o *clumps) weight() float64 {
	k, first := 0, &o.sets[0]
	if w := first[0]; o.n <= 64 {
		k = bits.OnesCount64((w ^ w>>1) << (65 - o.n))
		return float64(float64(k)*o.odds) + o.given[bits.OnesCount64(w)]
	}
	for i, w := range first {
		next := w >> 1
		if i+1 < len(first) {
			next |= first[i+1] << 63
		}
		if inside := o.n - 1 - 64*i; inside > 0 {
			k += bits.OnesCount64((w ^ next) << max(0, 64-inside))
		}
	}
	return float64(float64(k)*o.odds) + o.given[o.sets[0].size()]
}

// Move accepts by the ratio of the weights after and before.
func (o *clumps) Move(rng *draw.Stream) bool {
	before := o.weight()
	if !o.labels.Move(rng) {
		return false
	}
	if more := o.weight() - before; more < 0 && !draw.Likely(rng, elementary.Exp(more)) {
		o.Undo()
		return false
	}
	return true
}
