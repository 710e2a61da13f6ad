package faro

import (
	"context"
	"errors"
	"fmt"

	"dovetail/perm/faro"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/powers"
	"dovetail/search/run"
)

// Listing requests the perfect shuffles of N cards, each checked by its cycles where the deck is
// small, and the group that in and out generate.
type Listing struct {
	N number.Uint `json:"n"`
}

func (Listing) Schema() string { return results.FamiliesSchema }

func (q Listing) Check() error { return number.InRange("n", q.N, 2, faro.MaxShuffled) }

func (q Listing) Seconds() float64 { return 1 }

func (q Listing) Answer(context.Context, run.Options) (results.Record, error) {
	n := uint64(q.N)
	record := powers.Families{Head: results.Answering(q, results.Exact), N: number.OfUint(n)}
	members, err := faro.Families(n)
	if err != nil {
		return nil, err
	}
	for _, f := range members {
		row := powers.Family{Name: f.Name, Formula: f.Formula, Order: number.Of(f.Order)}
		if f.Perm != nil {
			cycles := f.Perm().Order()
			if row.Cycles = cycles.Cmp(f.Order) == 0; !row.Cycles {
				return nil, fmt.Errorf("%w: %s: %s is %s, but the cycles say %s",
					ErrContradiction, f.Name, f.Formula, f.Order, cycles)
			}
		}
		record.Shuffles = append(record.Shuffles, row)
	}
	g, err := faro.GroupOf(n)
	if err != nil {
		record.Group = err.Error()
		return record, nil
	}
	record.GroupSize, record.Group = number.Of(g.Size), g.Name
	return record, nil
}

// ErrContradiction is the error of a formula that a simulation of the shuffle disproves.
var ErrContradiction = errors.New("the formula failed its check")
