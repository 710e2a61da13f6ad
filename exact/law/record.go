package law

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"

	"dovetail/exact/spelling"
	"dovetail/perm"
	"dovetail/perm/number"
	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/results/fault"
	"dovetail/results/param"
)

// Question asks for the law of a word on all decks of N cards. The word is made of all
// of the letters.
type Question struct {
	N       int              `json:"n"`
	Letters []shuffle.Letter `json:"models"`
	Word    string           `json:"word"`
	Top     int              `json:"top"` // of the most and of the least likely decks that are listed
}

// MaxTop is how many decks of either end are listed at most.
const MaxTop = 1000

// Schema implements [results.Question].
func (Question) Schema() string { return results.DeckLawSchema }

// Params implements [results.Declared].
func (q *Question) Params() param.List {
	words := spelling.Own(&q.N, &q.Letters, &q.Word)
	fits := param.After(func(func(string) bool) error {
		switch err := CheckDeck(q.N); {
		case q.N == 0:
			return errors.New("want the number of cards, such as -n 8")
		case q.N > 1000:
			return fmt.Errorf("%w; dovetail sample WORD -n %d deals them", err, q.N)
		case err != nil:
			return fmt.Errorf("%w; dovetail tvd WORD -n %d gives an interval for the distance from fair", err, q.N)
		}
		return nil
	})
	cards := param.Int(&q.N, "cards,n", "", 1, 1e7, fmt.Sprintf("number of cards, 1 to %d", MaxCards))
	return append(param.List{fits, cards, param.Int(&q.Top, "top", "3", 0, MaxTop,
		"number of most likely, and of least likely, decks to list, up to 1000")}, words...)
}

// Check implements [results.Question].
func (q Question) Check() error {
	if err := cmp.Or(CheckDeck(q.N), number.InRange("top", q.Top, 0, MaxTop)); err != nil {
		return err
	}
	return shuffle.CheckWord(q.N, q.Letters, q.Word)
}

// Seconds implements [results.Question].
func (q Question) Seconds() float64 {
	steps, last := 0, 0
	for i := range len(q.Word) {
		packets := shuffle.ClosedOf(shuffle.Find(q.Letters, q.Word[i])).Packets
		if packets == 0 || last == 0 { // a-shuffles in a row are one
			steps++
		}
		last = packets
	}
	return 8e-8 * float64(perm.Factorial(q.N)) * float64(steps)
}

// Answer implements [results.Question].
func (q Question) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	return q.Written(ctx, env, "")
}

// Written is the answer, with the probability of every deck in a file if there is a path.
func (q Question) Written(ctx context.Context, env results.Env, path string) (results.Record, error) {
	l, err := q.Law(ctx, env.Memory, env.Workers())
	if err != nil {
		return nil, results.Refuse(err)
	}
	if path != "" {
		if err := l.WriteDecks(ctx, path); err != nil {
			return nil, err
		}
	}
	return fault.Until(ctx, func() (results.Record, error) { return q.describe(l), nil })
}

// Law computes it in the given number of bytes, by at most the given number of workers.
func (q Question) Law(ctx context.Context, memory uint64, workers int) (*Law, error) {
	if err := CheckDeck(q.N); err != nil {
		return nil, err
	}
	a, err := Compile(ctx, q.N, q.Letters, memory)
	if err != nil {
		return nil, err
	}
	word, err := a.Parse(q.Word)
	if err != nil {
		return nil, err
	}
	for workers > 1 && a.WordMemory(word, workers) > memory {
		workers--
	}
	if need := a.WordMemory(word, workers); need > memory {
		return nil, a.TooLarge(need, memory)
	}
	return fault.Until(ctx, func() (*Law, error) { return NewChain(a, workers).Word(ctx, word) })
}

// WriteDecks writes the probability of every deck to a file, or no file if ctx is cancelled
// before.
func (l *Law) WriteDecks(ctx context.Context, path string) error {
	denominator := ""
	if l.Exact() {
		denominator = l.Den.String()
	}
	return results.WriteFile(path, func(w io.Writer) error {
		out := bufio.NewWriterSize(w, 1<<16)
		err := results.DeckTable(out, denominator, func(yield func(deck []int, probability string) bool) {
			l.Each(func(deck []int, probability string) bool { return ctx.Err() == nil && yield(deck, probability) })
		})
		return cmp.Or(err, ctx.Err(), out.Flush())
	})
}

func (q Question) describe(l *Law) results.DeckLaw {
	r := results.DeckLaw{Head: results.Answering(q, results.Exact), N: q.N, Word: q.Word}
	r.Models = shuffle.Definitions(q.Letters)
	tvd, separation, deficit := l.TVD(), l.Separation(), l.Deficit()
	root, square := l.L2()
	r.Arithmetic = results.Floats
	if l.Exact() {
		r.Arithmetic, r.Denominator = results.Integers, number.Of(l.Den)
	}
	r.Error = max(l.RelativeError(), tvd.Error, separation.Error)
	r.TVD, r.TVDExact = tvd.Text()
	r.Separation, r.SeparationExact = separation.Text()
	r.L2, _ = root.Text()
	_, r.L2SquareExact = square.Text()
	r.L2Error = root.Error
	r.Deficit, _ = deficit.Text()
	most := l.MaxEntropy()
	r.EntropyError = deficit.Error + most.Error
	r.Entropy = number.Guaranteed(most.Float-deficit.Float, r.EntropyError)
	r.Support = number.OfInt(int64(l.Support()))
	r.Decks = number.OfInt(int64(l.Decks()))
	r.Most, r.Least = deckRows(l.Most(q.Top)), deckRows(l.Least(q.Top))
	return r
}

// Text is a value in digits that are certain, and as a fraction if it is exact.
func (v Value) Text() (digits, exact string) {
	if v.Exact != nil {
		exact = v.Exact.RatString()
	}
	return number.Guaranteed(v.Float, v.Error), exact
}

func deckRows(decks []Deck) []results.DeckRow {
	rows := []results.DeckRow{}
	for _, d := range decks {
		r := results.DeckRow{Sharing: number.OfInt(int64(d.Sharing))}
		for _, card := range d.Cards {
			r.Deck = append(r.Deck, card+1)
		}
		r.Probability, r.Exact = d.Probability.Text()
		if r.Exact == "" {
			r.Probability = number.Guaranteed(d.Probability.Float, d.Probability.Float*d.Probability.Error)
		}
		rows = append(rows, r)
	}
	return rows
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

// Each yields every deck in order of ranks, its cards counted from 1, with its
// count or its probability in as many digits as tell doubles apart.
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

// shared is the k first decks of the uniform law.
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

// selection takes one probability after the other, the most extreme first, in two
// passes over the law each. Leading numbers, the highest digits of counts or else
// doubles, settle most comparisons; decks with the same, or with doubles around each
// other, are told apart by finer.
type selection[T element] struct {
	least   bool
	leading []T
	around  func(v T) (lo, hi T)
	finer   func(d, e int) int

	taken  bool // is there a probability taken already?
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

// next takes the most extreme probability that is left: the first k decks that have
// it, and how many have it in all.
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
