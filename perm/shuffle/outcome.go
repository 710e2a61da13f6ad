package shuffle

import (
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"

	"dovetail/perm"
)

// MaxMovable is the largest deck with outcomes, so that a position is a byte.
const MaxMovable = 256

// Outcome is one way for a shuffle to fall.
type Outcome interface {
	// Draw draws it from the model's law.
	Draw(rng *rand.ChaCha8)

	// Move changes it a little, and reports whether the permutation may be another
	// now. The chain of such moves is reversible with respect to the law: an
	// outcome x is followed by y as often as y by x.
	Move(rng *rand.ChaCha8) bool

	// Undo takes back the last move, if that reported a change.
	Undo()

	// Sources says where the cards come from: cell j is the position before the
	// shuffle of the card that is at j after it. Cells from n on are their own
	// sources. The table is good until the next change.
	Sources() *Sources

	// Moves is how many moves it takes to give every part of the outcome its turn.
	Moves() int
}

// Spanning is an outcome that knows where the last move, if that reported a change, left all sources as they were: outside
// of the positions from one to another, that one excluded.
type Spanning interface {
	Outcome
	Span() (from, to int)
}

// Sources is a permutation of positions 0..255, from after a shuffle to before it.
type Sources [MaxMovable]uint8

// SourcesOf is the table of the permutation p, from start to end.
func SourcesOf(p perm.Perm) *Sources {
	s := newSources()
	for i, j := range p {
		s[j] = uint8(i)
	}
	return s
}

func newSources() *Sources {
	s := new(Sources)
	for j := range s {
		s[j] = uint8(j)
	}
	return s
}

// Compose sets a table of n positions to what others, one looked up after the other, come to. Cells from n on stay.
func Compose(to *Sources, tables []*Sources, n int) {
	if n <= 64 && compose != nil {
		compose(to, tables)
		return
	}
	for i := range to[:n] {
		at := uint8(i)
		for _, t := range tables {
			at = t[at]
		}
		to[i] = at
	}
}

// compose does so with up to 64 positions by permutations of bytes, where there are such.
var compose func(to *Sources, tables []*Sources)

// NewOutcome is an outcome of a model that has outcomes to move, or few of them; or nil.
func NewOutcome(m Model, n int) Outcome {
	if n < 2 || n > MaxMovable {
		return nil
	}
	if m, ok := m.(Movable); ok {
		if o := m.Outcome(n); o != nil {
			return o
		}
	}
	if Few(m, n) {
		return newListed(m, n)
	}
	return nil
}

// pair is two tables, so that the one before a move is still there.
type pair struct {
	tables [2]*Sources
	now    int
}

func newPair() pair { return pair{tables: [2]*Sources{newSources(), newSources()}} }

// Sources is the table as it is.
func (p *pair) Sources() *Sources { return p.tables[p.now] }

// turn makes the other table the one that holds.
func (p *pair) turn() *Sources {
	p.now ^= 1
	return p.tables[p.now]
}

// listed is an outcome of few, all of which are tables. A move proposes any of them:
// by the rule of Metropolis, y is taken instead of x with probability min(1, w(y)/w(x)).
type listed struct {
	tables   []*Sources
	weights  []float64
	law      *choice
	now, was int
}

func newListed(m Model, n int) *listed {
	l := &listed{}
	var law []*big.Int
	m.Support(n, choiceBits, func(p perm.Perm, w *big.Int) bool {
		l.tables = append(l.tables, SourcesOf(p))
		l.weights = append(l.weights, fixedFloat(w, choiceBits))
		law = append(law, new(big.Int).Set(w))
		return true
	})
	l.law = newChoice(law)
	return l
}

// Draw implements [Outcome].
func (l *listed) Draw(rng *rand.ChaCha8) { l.now = l.law.draw(rng) }

// Move implements [Outcome].
func (l *listed) Move(rng *rand.ChaCha8) bool {
	l.was = l.now
	if y := int(below(rng, uint64(len(l.tables)))); l.weights[y] > 0 && likely(rng, l.weights[y]/l.weights[l.now]) {
		l.now = y
	}
	return l.now != l.was
}

// Undo implements [Outcome].
func (l *listed) Undo() { l.now = l.was }

// Moves implements [Outcome].
func (l *listed) Moves() int { return 2 }

// Sources implements [Outcome].
func (l *listed) Sources() *Sources { return l.tables[l.now] }

// likely is true with probability min(1, p).
func likely(rng *rand.ChaCha8, p float64) bool {
	return p >= 1 || float64(rng.Uint64()>>11) < p*(1<<53)
}

// ratios are w(k)/w(k-1) of a law, 0 where w(k) is 0.
func ratios(law []*big.Int, bits uint) []float64 {
	r := make([]float64, len(law))
	for k := 1; k < len(law); k++ {
		if r[k] = fixedFloat(law[k], bits) / fixedFloat(law[k-1], bits); math.IsNaN(r[k]) {
			r[k] = 0
		}
	}
	return r
}

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
	of    [MaxMovable]uint8
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
type labelSet [MaxMovable / 64]uint64

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
	if l.p == l.q {
		l.sort()
	} else {
		l.swap()
	}
	return true
}

// propose sets a move, from a card's label to the one a number of steps after the next: of the
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
	var next [MaxMovable]uint8
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

// swap fills the other table after p and q exchanged their labels. As none between them has the label that p got, that
// card comes from where q's came; and those with the label that q got each come from where the one before it, on the way
// from p, came.
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

// Span implements [Spanning].
func (l *labels) Span() (from, to int) {
	if l.p == l.q {
		return 0, l.n
	}
	return min(l.p, l.q), max(l.p, l.q) + 1
}

// Moves is one for each card.
func (l *labels) Moves() int { return l.n }
