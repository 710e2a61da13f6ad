package topswops

import (
	"context"
	"fmt"
	"time"

	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/run"
	"dovetail/search/run/progress"
)

// Estimate asks what the search for long games on N cards would take, by as many random probes as
// there is time for, or by a given number of them: the question of the record has this. The lengths of
// fewer cards are those published.
type Estimate struct {
	N         int             `json:"n"`
	AtLeast   int             `json:"at_least,omitzero"` // moves; the published length if 0
	Seed      number.Uint     `json:"seed"`
	Time      number.Duration `json:"time,omitzero"`
	Forecasts int             `json:"forecasts,omitzero"` // probes, in the place of a time

	// Of records made before, with an estimate of the search by halving too.
	Probes int  `json:"probes,omitzero"`
	Walked bool `json:"walked,omitzero"`
}

// Schema implements [results.Question].
func (Estimate) Schema() string { return results.TopswopsEstimateSchema }

// Halving reports whether the record has an estimate of the search by halving.
func (q Estimate) Halving() bool { return q.Walked || q.Probes > 0 }

// fewestProbes have a scatter to speak of; mostProbes tell enough.
const fewestProbes, mostProbes = 2, 16

// Check implements [results.Question].
func (q Estimate) Check() error {
	if q.N < 2 || q.N > len(Known)+1 {
		return fmt.Errorf("n=%d is out of range 2..%d", q.N, len(Known)+1)
	}
	if _, ok := KnownAt(q.N); !ok && q.AtLeast == 0 {
		return fmt.Errorf("no length is published for n=%d: give --at-least", q.N)
	}
	switch {
	case q.AtLeast < 0 || q.AtLeast > LongestAsked:
		return fmt.Errorf("at_least=%d is out of range 0..%d", q.AtLeast, LongestAsked)
	case q.Time < 0 || (q.Time == 0) != (q.Forecasts != 0 || q.Halving()):
		return fmt.Errorf("time=%v is to be greater than 0 unless the number of probes is given", time.Duration(q.Time))
	case q.Forecasts < 0 || q.Forecasts > mostProbes:
		return fmt.Errorf("forecasts=%d is out of range 0..%d", q.Forecasts, mostProbes)
	case q.Probes < 0 || q.Walked && q.Probes > 0:
		return fmt.Errorf("probes=%d is less than 0, or of a tree that is walked", q.Probes)
	}
	return nil
}

// Seconds implements [results.Question].
func (q Estimate) Seconds() float64 { return time.Duration(q.Time).Seconds() + float64(q.Forecasts) }

// Answer implements [results.Question]. The answer to a question with a number of probes knows nothing of
// the time that the search takes.
func (q Estimate) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	if err := q.Check(); err != nil {
		return nil, results.Refuse(err)
	}
	var e results.TopswopsEstimate
	var err error
	q.Fill(&e)
	f := knownBelow(q.N)
	if q.Time > 0 {
		err = sample(ctx, &e, f, time.Duration(q.Time), run.Of(ctx, env.Threads).Meter)
		q.Time, q.Forecasts = 0, e.Forecasts
	} else {
		err = forecasts(ctx, &e, f, q.Forecasts, 0, nil)
	}
	if q.Fill(&e); ctx.Err() != nil && e.Forecasts > 0 {
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
	r.Schema, r.Kind, r.Asked = q.Schema(), results.Sampled, results.Ask(q)
	r.N, r.Seed, r.Least, r.Source = q.N, number.OfUint(uint64(q.Seed)), asked.Length, asked.Source
	r.Forecasts = q.Forecasts
	if q.Walked {
		r.Kind = results.Exact
	}
	if r.TopswopsHalving != nil {
		r.Probes = q.Probes
	}
}

// sample fills in what probes tell of the search, as many as there is time for. f has the longest lengths
// below n. Probes are independent, and their scatter is the standard error.
func sample(
	ctx context.Context, e *results.TopswopsEstimate, f []int, limit time.Duration, meter *progress.Meter,
) error {
	meter.Start(mostProbes, 0)
	defer meter.Stop()
	inTime, cancel := run.Within(ctx, max(1, limit))
	defer cancel()
	pace, err := pace(inTime)
	if err == nil {
		err = forecasts(inTime, e, f, mostProbes, pace, meter)
	}
	switch {
	case err != nil && !run.Over(inTime, err):
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	case e.Forecasts == 0:
		return fmt.Errorf("no estimate within %v: %d probes take longer; give more --time", limit, fewestProbes)
	}
	return nil
}
