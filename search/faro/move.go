package faro

import (
	"cmp"
	"context"
	"fmt"

	"dovetail/perm/faro"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/powers"
	"dovetail/search/run"
)

// Move asks how in- and out-shuffles of N cards bring the card at one position to another, both
// from 1.
type Move struct {
	N    number.Uint `json:"n"`
	From number.Uint `json:"from"`
	To   number.Uint `json:"to"`
}

func (Move) Schema() string { return results.MoveSchema }

func (q Move) Check() error {
	switch {
	case q.N < 2 || q.N%2 == 1:
		return fmt.Errorf("moving a card by faro shuffles needs an even deck, not %s", number.Count(q.N, "card"))
	case q.N > faro.MaxShuffled:
		return fmt.Errorf("a deck of %d cards is too large: at most %d", q.N, faro.MaxShuffled)
	}
	return cmp.Or(number.InRange("from", q.From, 1, q.N), number.InRange("to", q.To, 1, q.N))
}

func (q Move) Seconds() float64 { return 5e-2 }

// Answer implements [run.Answerer]. The words are replayed.
func (q Move) Answer(context.Context, run.Options) (results.Record, error) {
	n, from, to := uint64(q.N), uint64(q.From-1), uint64(q.To-1)
	moves := [][]faro.Kind{faro.MoveClosed(n, from, to)}
	if n <= faro.ShortestLimit {
		moves = append(moves, faro.MoveShortest(n, from, to))
	}
	var words []string
	for _, m := range moves {
		if end := faro.Replay(n, from, m); end != to {
			return nil, fmt.Errorf("%w: %s brings the card to %d", ErrContradiction, faro.Spell(m), end+1)
		}
		words = append(words, faro.Spell(m))
	}
	record := powers.Move{
		Head: results.Answering(q, results.Exact),
		N:    number.OfUint(n), From: number.OfUint(from + 1), To: number.OfUint(to + 1), Closed: words[0],
	}
	if len(words) > 1 {
		record.Shortest = &words[1]
	}
	return record, nil
}
