package law

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"

	"dovetail/perm"
	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/results/fault"
	"dovetail/results/number"
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

// Check implements [results.Question].
func (q Question) Check() error {
	if err := CheckDeck(q.N); err != nil {
		return err
	}
	if q.Top < 0 || q.Top > MaxTop {
		return fmt.Errorf("top=%d is out of range 0..%d", q.Top, MaxTop)
	}
	return shuffle.CheckWord(q.N, q.Letters, q.Word)
}

// Seconds implements [results.Question].
func (q Question) Seconds() float64 {
	return 3e-8 * float64(perm.Factorial(q.N)) * float64(len(q.Word))
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
