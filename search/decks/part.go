package decks

import (
	"context"
	"math/big"

	"dovetail/results"
	"dovetail/search/anneal"
	"dovetail/search/densities"
	"dovetail/search/run"
)

// leastPart is the a of the smallest block whose upper end is worth walks. Smaller ones leave 52
// cards almost as far from fair as possible.
const leastPart = 32

// part is the part of the word with the largest block whose decks can be walked on, the shortest
// such part; none if none is useful.
func (l *estimation) part() (part string) {
	size := big.NewInt(leastPart - 1)
	for length := 1; length < len(l.word); length++ {
		for from := range len(l.word) - length + 1 {
			w, err := anneal.New(l.alphabet.Alphabet, l.word[from:from+length])
			if err == nil && w.Size().Cmp(size) > 0 {
				size, part = w.Size(), l.alphabet.Format(l.word[from:from+length])
			}
		}
	}
	return part
}

// boundByPart takes the upper end of a part of the word, if one is useful: shuffles before or after it
// never take a deck farther from fair.
func (l *estimation) boundByPart(ctx context.Context, a *run.Account) error {
	q := l.Question
	q.Word, q.Delta = l.part(), l.delta
	if q.Word == "" {
		return nil
	}
	w, err := l.alphabet.Parse(q.Word)
	if err != nil {
		return err
	}
	inner := q.estimationOf(l.streams, l.alphabet, w, l.o.Part("part", q.Word))
	err = inner.enclose(ctx, a)
	known := inner.known()
	if known.Word == "" || known.Decks.Sign() == 0 { // ended before anything is known of it
		return err
	}
	r := &l.r
	r.Kind, r.Part, r.Look = results.Sampled, q.Word, known.Look
	r.Decks, r.Dealt, r.Steps, r.Walks, r.Needs = known.Decks, known.Dealt, known.Steps, known.Walks, known.Needs
	improve(r, densities.Interval{Upper: known.Upper, UpperBy: known.UpperBy})
	l.estimates = densities.Interval{}
	if high := known.EstimateHigh; high != nil {
		l.estimates.High = densities.Estimate{Value: *high, SE: *known.EstimateHighSE, Known: true}
	}
	l.show()
	return err
}
