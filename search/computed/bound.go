package computed

import (
	"context"
	"errors"

	"dovetail/exact/bound"
	"dovetail/exact/cycles"
	"dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/results"
	"dovetail/results/param"
	"dovetail/search/run"
)

// Bound requests an interval of a word's distance from uniform over all orders. If Explain is set
// it also requests every inequality that proves something.
type Bound struct {
	Pairs
	Explain bool `json:"explain,omitzero"`
	Single  bool `json:"single,omitzero"` // leave out the law of two cards, which is nearly all of the time
	Ends    bool `json:"ends,omitzero"`   // of two cards, follow only those at the ends of the deck
}

func (Bound) Schema() string { return results.IntervalSchema }

func (q *Bound) Params() param.List {
	return append(q.Pairs.Params(),
		param.Chosen("proved", "only what is proved, without sampling"),
		param.Switch(&q.Explain, "explain", "print every inequality that gives a bound, with its value"),
		param.Switch(&q.Single, "single", "leave out the bound by the law of pairs of cards, which takes most of the time"),
		param.Switch(&q.Ends, "ends", "compute the bound by pairs of cards only from pairs that begin at the ends of the deck, in a tenth of the time"))
}

func (q Bound) Check() error {
	if q.Single && q.Ends {
		return errors.New("give either single or ends, not both")
	}
	return q.Pairs.Check()
}

func (q Bound) Seconds() float64 {
	switch {
	case q.Single || q.Closed():
		return 0.1
	case q.Exchanges() > 0:
		return cycles.Seconds(q.N, q.Exchanges())
	case q.Ends:
		return q.Pairs.Seconds() / 10
	}
	return q.Pairs.Seconds()
}

func (q Bound) Bytes(threads int) uint64 {
	if q.Single {
		return 0
	}
	return q.Pairs.Bytes(threads)
}

// Read reads like [Pairs], whose limit of memory is for laws of two cards.
func (q Bound) Read(ctx context.Context, env run.Options) (a *position.Laws, w word.Word, workers int, err error) {
	if q.Single {
		env.Memory = 0
	}
	return q.Pairs.Read(ctx, env)
}

func (q Bound) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	a, w, workers, err := q.Read(ctx, env)
	if err != nil {
		return nil, err
	}
	var i bound.Interval
	two := run.Cache[pairs.Cache](env.Memo)
	switch {
	case q.Single:
		i, err = bound.Single(ctx, a, w, workers)
	case q.Ends:
		i, err = bound.Ends(ctx, two, a, w, workers)
	default:
		i, err = bound.Prove(ctx, two, a, w, workers)
	}
	if err == nil && q.N <= bound.MaxWhole && !i.Exact() {
		err = results.Refuse(i.Whole(ctx, a, w, env.Limit(), workers))
	}
	if err != nil {
		return nil, err
	}
	kind := results.Bound
	if i.Exact() {
		kind = results.Exact
	}
	record := results.Interval{
		Head:    results.Answering(q, kind),
		N:       a.N,
		Word:    a.Format(w),
		Models:  a.Definitions(),
		Lower:   i.Lower.Outward(),
		LowerBy: string(i.Lower.By),
		Upper:   i.Upper.Outward(),
		UpperBy: string(i.Upper.By),
	}
	if q.Explain {
		record.Proof = proof(i)
	}
	return record, nil
}

func proof(i bound.Interval) (steps []results.ProofStep) {
	for _, s := range i.Steps {
		step := results.ProofStep{Bound: "lower", By: string(s.By), Value: s.Outward(), Says: s.Proof}
		if s.Upper {
			step.Bound = "upper"
		}
		steps = append(steps, step)
	}
	return steps
}
