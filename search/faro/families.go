package faro

import (
	"cmp"
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

func (q Listing) Check() error { return number.InRange("n", q.N, 1, faro.MaxShuffled) }

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
		if row.Cycles, err = checked(f); err != nil {
			return nil, err
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

// checked compares the order of a family with its cycles, if they are known.
func checked(f faro.Family) (byCycles bool, err error) {
	if f.Perm == nil {
		return false, nil
	}
	if cycles := f.Perm().Order(); cycles.Cmp(f.Order) != 0 {
		return false, fmt.Errorf("%w: %s: %s is %s, but the cycles say %s", ErrContradiction, f.Name, f.Formula, f.Order, cycles)
	}
	return true, nil
}

// Table requests the orders of the perfect shuffles that have a name, for each of From, From+1, ..., To cards.
type Table struct {
	From number.Uint `json:"from"`
	To   number.Uint `json:"to"`
}

// maxRows is the longest table.
const maxRows = 10_000

func (Table) Schema() string { return results.FamilyTableSchema }

func (q Table) Check() error {
	if q.From <= q.To && q.To-q.From >= maxRows {
		return fmt.Errorf("%d..%d has more than %d rows", q.From, q.To, maxRows)
	}
	return cmp.Or(number.InRange("n", q.From, 1, q.To), number.InRange("n", q.To, 1, faro.MaxShuffled))
}

func (q Table) Seconds() float64 {
	return float64(q.To-q.From+1) * (1e-4 + float64(1e-6*float64(min(q.To, 5000))))
}

func (q Table) Answer(ctx context.Context, _ run.Options) (results.Record, error) {
	r := powers.FamilyTable{Head: results.Answering(q, results.Exact)}
	for n := q.From; n <= q.To; n++ {
		members, err := faro.Named(uint64(n))
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		row := powers.FamilyRow{N: number.OfUint(uint64(n))}
		for i, f := range members {
			if _, err := checked(f); err != nil {
				return nil, err
			}
			if i == 4 {
				row.DownUnder = new(number.Of(f.Order))
				continue
			}
			*[]*number.Int{&row.Out, &row.In, &row.Monge, &row.Milk}[i] = number.Of(f.Order)
		}
		r.Rows = append(r.Rows, row)
	}
	return r, nil
}

// ErrContradiction is the error of a formula that a simulation of the shuffle disproves.
var ErrContradiction = errors.New("the formula failed its check")
