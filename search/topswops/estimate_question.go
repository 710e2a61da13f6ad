package topswops

import (
	"context"
	"fmt"
	"time"

	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/run"
)

// Estimate asks what the search for long games on N cards would take, by as many random probes as
// there is time for, or by given numbers of them: the question of the record has these. The lengths of
// fewer cards are those published.
type Estimate struct {
	N       int             `json:"n"`
	AtLeast int             `json:"at_least,omitzero"` // moves; the published length if 0
	Seed    number.Uint     `json:"seed"`
	Time    number.Duration `json:"time,omitzero"`

	// In the place of a time.
	Forecasts int  `json:"forecasts,omitzero"` // probes of the search by bundles
	Probes    int  `json:"probes,omitzero"`    // of that by halving
	Walked    bool `json:"walked,omitzero"`    // the tree of halving is small, and not probed
}

// Schema implements [results.Question].
func (Estimate) Schema() string { return results.TopswopsEstimateSchema }

// mostProbes is how many can be asked for, beside mostForecasts.
const mostProbes = 1_000_000

// Check implements [results.Question].
func (q Estimate) Check() error {
	if q.N < 2 || q.N > len(Known)+1 {
		return fmt.Errorf("n=%d is out of range 2..%d", q.N, len(Known)+1)
	}
	if _, ok := KnownAt(q.N); !ok && q.AtLeast == 0 {
		return fmt.Errorf("no length is published for n=%d: give --at-least", q.N)
	}
	counted := q.Walked || q.Probes != 0 || q.Forecasts != 0
	switch {
	case q.AtLeast < 0 || q.AtLeast > LongestAsked:
		return fmt.Errorf("at_least=%d is out of range 0..%d", q.AtLeast, LongestAsked)
	case q.Time < 0 || (q.Time == 0) != counted:
		return fmt.Errorf("time=%v is to be greater than 0 unless the numbers of probes are given", time.Duration(q.Time))
	case q.Probes < 0 || q.Probes > mostProbes || q.Walked && q.Probes > 0:
		return fmt.Errorf("probes=%d is out of range 0..%d, or of a tree that is walked", q.Probes, mostProbes)
	case q.Forecasts < 0 || q.Forecasts > mostForecasts:
		return fmt.Errorf("forecasts=%d is out of range 0..%d", q.Forecasts, mostForecasts)
	}
	return nil
}

// Seconds implements [results.Question].
func (q Estimate) Seconds() float64 { return time.Duration(q.Time).Seconds() + float64(q.Probes) }

// Answer implements [results.Question].
func (q Estimate) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	if err := q.Check(); err != nil {
		return nil, results.Refuse(err)
	}
	var e results.TopswopsEstimate
	var err error
	if q.Time > 0 {
		e, err = sample(ctx, q.N, q.asked(), knownBelow(q.N), time.Duration(q.Time), uint64(q.Seed), run.Of(ctx, env.Threads).Meter)
		q.Time, q.Forecasts, q.Probes, q.Walked = 0, e.Forecasts, e.Probes, e.Kind == results.Exact
	} else {
		q.Fill(&e)
		e, err = again(ctx, e)
	}
	if q.Fill(&e); ctx.Err() != nil && e.Forecasts+e.Probes > 0 {
		err = results.Unfinished(err, []results.TopswopsEstimate{e})
	}
	return e, err
}

// asked is the length asked for.
func (q Estimate) asked() Fact {
	if q.AtLeast > 0 {
		return Fact{Length: q.AtLeast, Source: "given"}
	}
	known, _ := KnownAt(q.N)
	return known
}

// Fill fills in what a record says of its question.
func (q Estimate) Fill(r *results.TopswopsEstimate) {
	asked := q.asked()
	r.Schema, r.Kind, r.Asked, r.N, r.Seed = q.Schema(), results.Sampled, results.Ask(q), q.N, number.OfUint(uint64(q.Seed))
	r.Least, r.Source, r.Forecasts, r.Probes = asked.Length, asked.Source, q.Forecasts, q.Probes
	if q.Walked {
		r.Kind = results.Exact
	}
}
