package law

import (
	"math/big"
	"slices"
	"strconv"

	"dovetail/perm"
	"dovetail/perm/number"
)

// Text is a value in digits that are certain, and as a fraction if it is exact.
func (v Value) Text() string {
	if v.Exact != nil {
		return v.Exact.RatString()
	}
	return number.Guaranteed(v.Float, v.Error)
}

// Deck is a deck with its probability.
type Deck struct {
	Cards       perm.Perm // from the top, from 0
	Probability Value     // Error is relative to it
	Sharing     int       // how many decks have this probability
}

// value is the probability of the deck of a rank.
func (l *Law) value(deck int) Value {
	if l.Uniform {
		return rational(big.NewInt(1), l.Den)
	}
	if l.Exact() {
		return rational(l.Counts.At(deck), l.Den)
	}
	return Value{Float: l.Probs[deck], Error: l.RelativeError()}
}

// Each yields every deck in order of ranks, its cards counted from 1, with its count or
// its probability in as many digits as distinguish doubles.
func (l *Law) Each(yield func(deck []int, probability string) bool) {
	deck := perm.Identity(l.N)
	for i := range deck {
		deck[i]++
	}
	for d := range l.Decks() {
		if !yield(deck, l.text(d)) {
			return
		}
		advance(deck)
	}
}

func (l *Law) text(deck int) string {
	switch {
	case l.Uniform:
		return "1"
	case !l.Exact():
		return strconv.FormatFloat(l.Probs[deck], 'g', -1, 64)
	case len(l.Counts.Digits) == 1:
		return strconv.FormatUint(l.Counts.Digits[0][deck], 10)
	}
	return l.Counts.At(deck).String()
}

// advance turns a deck into the next in lexicographic order.
func advance(deck []int) {
	i := len(deck) - 2
	for i >= 0 && deck[i] > deck[i+1] {
		i--
	}
	if i < 0 {
		return
	}
	j := len(deck) - 1
	for deck[j] < deck[i] {
		j--
	}
	deck[i], deck[j] = deck[j], deck[i]
	slices.Reverse(deck[i+1:])
}

// shared are the k first decks of the uniform law.
func (l *Law) shared(k int) (decks []Deck) {
	for d := range min(k, l.Decks()) {
		decks = append(decks, Deck{Cards: perm.Unrank(l.N, uint64(d)), Probability: l.value(d), Sharing: l.Decks()})
	}
	return decks
}

// Most are the k most likely decks, those of the same probability in
// lexicographic order; Least the k least likely. Doubles that differ by no more
// than their errors count as the same.
func (l *Law) Most(k int) []Deck { return l.extremes(k, false) }

// Least are the k least likely decks, those of the same probability in
// lexicographic order.
func (l *Law) Least(k int) []Deck { return l.extremes(k, true) }

func (l *Law) extremes(k int, least bool) []Deck {
	if l.Uniform {
		return l.shared(k)
	}
	if l.Exact() {
		s := selection[uint64]{
			least:   least,
			leading: l.Counts.Digits[len(l.Counts.Digits)-1],
			around:  func(c uint64) (lo, hi uint64) { return c, c },
			finer:   l.Counts.compare,
		}
		return s.take(l, k)
	}
	e := 4 * l.RelativeError()
	s := selection[float64]{
		least:   least,
		leading: l.Probs,
		around:  func(p float64) (lo, hi float64) { return p * (1 - e), p * (1 + e) },
		finer:   func(int, int) int { return 0 },
	}
	return s.take(l, k)
}

// selection finds the probabilities in order, the most extreme first, with two passes
// over the law for each. Most comparisons use leading numbers: the highest digits of
// counts, or otherwise doubles. Decks with equal leading numbers, or with doubles
// within each other's errors, are compared by finer.
type selection[T element] struct {
	least   bool
	leading []T
	around  func(v T) (lo, hi T)
	finer   func(d, e int) int

	taken  bool // whether a probability was taken already
	last   int  // a deck with the one taken last
	lo, hi T    // around it
}

// take is the k most extreme decks of a law.
func (s *selection[T]) take(l *Law, k int) (decks []Deck) {
	for len(decks) < min(k, len(s.leading)) {
		first, sharing := s.next(k - len(decks))
		for _, d := range first {
			decks = append(decks, Deck{Cards: perm.Unrank(l.N, uint64(d)), Probability: l.value(d), Sharing: sharing})
		}
	}
	return decks
}

// next takes the most extreme probability that is left. It returns the first k decks
// that have it, and their number.
func (s *selection[T]) next(k int) (decks []int, sharing int) {
	best := s.best()
	lo, hi := s.around(s.leading[best])
	for d, v := range s.leading {
		if v < lo || v > hi || !s.left(d) || s.finer(d, best) != 0 {
			continue
		}
		sharing++
		if len(decks) < k {
			decks = append(decks, d)
		}
	}
	s.taken, s.last, s.lo, s.hi = true, best, lo, hi
	return decks, sharing
}

// best is the first of the most extreme decks that are left.
func (s *selection[T]) best() int {
	best := -1
	var most T
	for d, v := range s.leading {
		if best >= 0 && v != most && v < most != s.least || !s.left(d) {
			continue
		}
		if best < 0 || v != most || s.before(d, best) {
			best, most = d, v
		}
	}
	return best
}

// left reports whether a deck's probability is not taken yet.
func (s *selection[T]) left(d int) bool {
	v := s.leading[d]
	switch {
	case !s.taken:
		return true
	case v < s.lo || v > s.hi:
		return v < s.lo != s.least
	}
	return s.before(s.last, d)
}

// before reports whether finer puts d before e.
func (s *selection[T]) before(d, e int) bool {
	if s.least {
		return s.finer(d, e) < 0
	}
	return s.finer(d, e) > 0
}
