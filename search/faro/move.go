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
	return cmp.Or(number.InRange("n", q.N, 1, faro.MaxShuffled), number.InRange("from", q.From, 1, q.N), number.InRange("to", q.To, 1, q.N))
}

func (q Move) Seconds() float64 { return 5e-2 }

// Answer implements [run.Answerer]. The words are replayed.
func (q Move) Answer(context.Context, run.Options) (results.Record, error) {
	n, from, to := uint64(q.N), uint64(q.From-1), uint64(q.To-1)
	moves := [][]faro.Kind{faro.MoveClosed(n, from, to)}
	if n <= faro.ShortestLimit || n%2 == 1 {
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

// Moves asks how the fewest in- and out-shuffles of N cards bring the card at one position to each of the others, from 1.
type Moves struct {
	N    number.Uint `json:"n"`
	From number.Uint `json:"from"`
}

// maxMoves is the largest deck whose places are listed.
const maxMoves = 1000

func (Moves) Schema() string { return results.MovesSchema }

func (q Moves) Check() error {
	if q.N > maxMoves {
		return fmt.Errorf("n=%d has too many places to list: name one, as in dovetail orders move %d 1 13", q.N, q.N)
	}
	return cmp.Or(number.InRange("n", q.N, 1, maxMoves), number.InRange("from", q.From, 1, q.N))
}

func (q Moves) Seconds() float64 { return 1e-7 * float64(q.N) * float64(q.N) }

func (q Moves) Answer(ctx context.Context, o run.Options) (results.Record, error) {
	r := powers.Moves{Head: results.Answering(q, results.Exact), N: int(q.N), From: int(q.From)}
	for to := range q.N {
		m, err := run.AnswerTo[powers.Move](ctx, Move{q.N, q.From, to + 1}, o)
		if err != nil {
			return nil, err
		}
		r.Rows = append(r.Rows, powers.MovesRow{To: int(to) + 1, Shuffles: len(*m.Shortest), Word: *m.Shortest})
	}
	return r, nil
}
