package computed

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"dovetail/exact/law"
	"dovetail/perm/fault"
	"dovetail/perm/number"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/results/fileio"
	"dovetail/results/param"
	"dovetail/search/run"
	"dovetail/search/spelling"
)

// Law requests the law of a word on all decks of N cards. The word contains all of the
// letters.
type Law struct {
	N       int               `json:"n"`
	Letters []notation.Letter `json:"models"`
	Word    string            `json:"word"`
	Top     int               `json:"top"` // of the most and of the least likely decks that are listed
}

// MaxTop is how many decks of either end are listed at most.
const MaxTop = 1000

func (Law) Schema() string { return results.DeckLawSchema }

func (q *Law) Params() param.List {
	words := spelling.Own(&q.N, &q.Letters, &q.Word)
	fits := param.After(func(func(string) bool) error {
		switch err := law.CheckDeck(q.N); {
		case q.N == 0:
			return errors.New("want the number of cards, such as -n 8")
		case q.N > 1000:
			return fmt.Errorf("%w; dovetail sample WORD -n %d deals them", err, q.N)
		case err != nil:
			return fmt.Errorf("%w; dovetail tvd WORD -n %d gives an interval for the distance from fair", err, q.N)
		}
		return nil
	})
	cards := param.Int(&q.N, "cards,n", "", 1, 1e7, fmt.Sprintf("number of cards, 1 to %d", law.MaxCards))
	return append(param.List{fits, cards, param.Int(&q.Top, "top", "3", 0, MaxTop,
		"number of most likely, and of least likely, decks to list, up to 1000")}, words...)
}

func (q Law) Check() error {
	if err := cmp.Or(law.CheckDeck(q.N), number.InRange("top", q.Top, 0, MaxTop)); err != nil {
		return err
	}
	return notation.CheckWord(q.N, q.Letters, q.Word)
}

func (q Law) Seconds() float64 { return law.Seconds(q.N, q.Letters, q.Word) }

func (q Law) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	return q.Written(ctx, env, "")
}

// Written is the answer. If path is not empty, it writes the probability of every deck to a
// file.
func (q Law) Written(ctx context.Context, env run.Options, path string) (results.Record, error) {
	l, err := law.Of(ctx, q.N, q.Letters, q.Word, env.Limit(), env.Workers())
	if err != nil {
		return nil, results.Refuse(err)
	}
	if path != "" {
		if err := writeDecks(ctx, l, path); err != nil {
			return nil, err
		}
	}
	return fault.Until(ctx, func() (results.Record, error) { return q.describe(ctx, l) })
}

// writeDecks writes the probability of every deck to a file, or no file if ctx is cancelled
// before.
func writeDecks(ctx context.Context, l *law.Law, path string) error {
	denominator := ""
	if l.Exact() {
		denominator = l.Den.String()
	}
	return fileio.Write(path, func(w io.Writer) error {
		out := bufio.NewWriterSize(w, 1<<16)
		err := results.DeckTable(out, denominator, func(yield func(deck []int, probability string) bool) {
			l.Each(func(deck []int, probability string) bool { return ctx.Err() == nil && yield(deck, probability) })
		})
		return cmp.Or(err, ctx.Err(), out.Flush())
	})
}

// describe is the record of a law. Each of its figures is read from all decks.
func (q Law) describe(ctx context.Context, l *law.Law) (results.Record, error) {
	r := results.DeckLaw{Head: results.Answering(q, results.Exact), N: q.N, Word: q.Word}
	r.Models = notation.Definitions(q.Letters)
	tvd, separation := l.TVD(), l.Separation()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	deficit := l.Deficit()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	root, square := l.L2()
	r.Arithmetic = results.Floats
	if l.Exact() {
		r.Arithmetic, r.Denominator = results.Integers, number.Of(l.Den)
	}
	r.Error = max(l.RelativeError(), tvd.Error, separation.Error)
	r.TVD, r.Separation, r.L2, r.Deficit = tvd.Text(), separation.Text(), root.Text(), deficit.Text()
	if l.Exact() {
		r.L2Square = square.Text()
	}
	r.L2Error = root.Error
	most := l.MaxEntropy()
	r.EntropyError = deficit.Error + most.Error
	r.Entropy = number.Guaranteed(most.Float-deficit.Float, r.EntropyError)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r.Support = number.OfInt(int64(l.Support()))
	r.Decks = number.OfInt(int64(l.Decks()))
	r.Most, r.Least = deckRows(l.Most(q.Top)), deckRows(l.Least(q.Top))
	return r, nil
}

func deckRows(decks []law.Deck) []results.DeckRow {
	rows := []results.DeckRow{}
	for _, d := range decks {
		r := results.DeckRow{Sharing: number.OfInt(int64(d.Sharing))}
		for _, card := range d.Cards {
			r.Deck = append(r.Deck, card+1)
		}
		r.Probability = d.Probability.Text()
		if d.Probability.Exact == nil {
			r.Probability = number.Guaranteed(d.Probability.Float, d.Probability.Float*d.Probability.Error)
		}
		rows = append(rows, r)
	}
	return rows
}
