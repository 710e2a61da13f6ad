package faro

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"dovetail/perm/faro"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/powers"
	"dovetail/search/run"
)

// MoveCards asks how in- and out-shuffles of N cards bring the cards at several positions to as
// many others, in any assignment. Positions count from 1, and their order does not matter.
type MoveCards struct {
	N    number.Uint `json:"n"`
	From []int       `json:"from"`
	To   []int       `json:"to"`
}

// maxMoved is the most cards that are moved.
const maxMoved = 64

func (MoveCards) Schema() string { return results.MoveCardsSchema }

func (q MoveCards) Check() error {
	switch {
	case q.N < 2:
		return fmt.Errorf("there are not several cards among %s", number.Count(q.N, "card"))
	case q.N > faro.MaxPlaced:
		return fmt.Errorf("a deck of %d cards is too large for several cards: at most %d", q.N, faro.MaxPlaced)
	case len(q.From) != len(q.To):
		return fmt.Errorf("%s for %d places", number.Count(len(q.From), "card"), len(q.To))
	case len(q.From) < 2 || len(q.From) > maxMoved:
		return fmt.Errorf("%s cannot be moved together; want 2 to %d", number.Count(len(q.From), "card"), maxMoved)
	}
	for _, l := range []struct {
		name string
		at   []int
	}{{"from", q.From}, {"to", q.To}} {
		sorted := slices.Sorted(slices.Values(l.at))
		if err := cmp.Or(number.InRange(l.name, sorted[0], 1, int(q.N)), number.InRange(l.name, sorted[len(sorted)-1], 1, int(q.N))); err != nil {
			return err
		}
		if len(slices.Compact(sorted)) < len(l.at) {
			return fmt.Errorf("%s has a position twice", l.name)
		}
	}
	return nil
}

func (q MoveCards) Seconds() float64 { return 0.1 * float64(len(q.From)) }

// Answer implements [run.Answerer]. The question in the record has its positions in order, and the word is replayed.
func (q MoveCards) Answer(context.Context, run.Options) (results.Record, error) {
	from, to := slices.Sorted(slices.Values(q.From)), slices.Sorted(slices.Values(q.To))
	q.From, q.To = from, to
	short := func(at []int) (all []uint16) {
		for _, p := range at {
			all = append(all, uint16(p-1))
		}
		return all
	}
	moves, length, err := faro.MoveCards(int(q.N), short(from), short(to))
	if err != nil {
		return nil, results.Refuse(err)
	}
	r := powers.MoveCards{Head: results.Answering(q, results.Exact), N: int(q.N), From: from, To: to, AtLeast: length}
	if len(moves) != length {
		return r, nil
	}
	var ends []int
	for _, p := range from {
		ends = append(ends, int(faro.Replay(uint64(q.N), uint64(p-1), moves))+1)
	}
	if slices.Sort(ends); !slices.Equal(ends, to) {
		return nil, fmt.Errorf("%w: %s brings the cards to %v", ErrContradiction, faro.Spell(moves), ends)
	}
	word := faro.Spell(moves)
	r.Shortest = &word
	return r, nil
}
