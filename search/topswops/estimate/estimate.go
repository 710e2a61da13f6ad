// Package estimate forecasts how long the search for long games of topswops takes: random probes
// sample its tree of bundles. docs/topswops.md has the results.
package estimate

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"dovetail/exact/tally"
	"dovetail/perm/number"
	"dovetail/perm/topswops"
	"dovetail/results"
	"dovetail/results/games"
	"dovetail/results/param"
	"dovetail/search/run"
	"dovetail/search/run/progress"
	swops "dovetail/search/topswops"
	"dovetail/search/topswops/bundles"
)

// Question asks how much time and work the search for long games on N cards would take, by as many
// random probes as the time allows, or by a given number of them. The question of the record has
// this number. The lengths of fewer cards are those published.
type Question struct {
	N         int             `json:"n"`
	AtLeast   int             `json:"at_least,omitzero"` // moves; 0 for the published length
	Seed      number.Uint     `json:"seed"`
	Time      number.Duration `json:"time,omitzero"`
	Forecasts int             `json:"forecasts,omitzero"` // probes, instead of a time
}

// Schema implements [results.Question].
func (Question) Schema() string { return results.TopswopsEstimateSchema }

// Params implements [results.Declared].
func (q *Question) Params() param.List {
	return param.List{
		param.Arg(&q.N, "N", "n", param.Number[int](2, int64(len(swops.Known)+1))),
		param.Int(&q.AtLeast, "at-least", "", 1, swops.MaxLength, "length `T` to search for"),
		param.Duration(&q.Time, "time", "20s", "time limit of the probes"),
		param.Seed(&q.Seed),
	}
}

// A standard error needs fewestProbes, and maxProbes are enough.
const fewestProbes, maxProbes = 2, 16

// Check implements [results.Question].
func (q Question) Check() error {
	if q.N < 2 || q.N > len(swops.Known)+1 {
		return fmt.Errorf("n=%d is out of range 2..%d", q.N, len(swops.Known)+1)
	}
	if _, ok := swops.KnownAt(q.N); !ok && q.AtLeast == 0 {
		return fmt.Errorf("no length is published for n=%d: give --at-least", q.N)
	}
	switch {
	case q.AtLeast < 0 || q.AtLeast > swops.MaxLength:
		return fmt.Errorf("at_least=%d is out of range 0..%d", q.AtLeast, swops.MaxLength)
	case q.Time < 0 || (q.Time == 0) != (q.Forecasts != 0):
		return fmt.Errorf("time=%v must be greater than 0 unless the number of probes is given", time.Duration(q.Time))
	case q.Forecasts != 0 && (q.Forecasts < fewestProbes || q.Forecasts > maxProbes):
		return number.InRange("forecasts", q.Forecasts, fewestProbes, maxProbes)
	}
	return nil
}

// Seconds implements [results.Question].
func (q Question) Seconds() float64 { return time.Duration(q.Time).Seconds() + float64(q.Forecasts) }

// Limit implements [results.Limited].
func (q Question) Limit() (limit time.Duration, ofWork bool) { return time.Duration(q.Time), false }

// Answer implements [run.Answerer]. With a number of probes the answer is the same on every machine: it has no
// times.
func (q Question) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	if err := q.Check(); err != nil {
		return nil, results.Refuse(err)
	}
	var err error
	var e games.TopswopsEstimate
	q.Fill(&e)
	f := swops.KnownBelow(q.N)
	if q.Time > 0 {
		err = sample(ctx, &e, f, time.Duration(q.Time), env.Meter)
		q.Time, q.Forecasts = 0, e.Forecasts
	} else {
		err = forecasts(ctx, &e, f, q.Forecasts, prices{}, nil)
	}
	if q.Fill(&e); ctx.Err() != nil && e.Forecasts > 0 {
		err = results.Unfinished(err, []games.TopswopsEstimate{e})
	}
	return e, err
}

// goal is the length of the games to search for.
func (q Question) goal() swops.Fact {
	if q.AtLeast > 0 {
		return swops.Fact{Length: q.AtLeast, Source: "given"}
	}
	known, _ := swops.KnownAt(q.N)
	return known
}

// Fill adds what a record says of its question.
func (q Question) Fill(r *games.TopswopsEstimate) {
	goal := q.goal()
	r.Schema, r.Kind, r.QuestionText = q.Schema(), results.Sampled, results.TextOf(q)
	r.N, r.Seed, r.Least, r.Source = q.N, number.OfUint(uint64(q.Seed)), goal.Length, goal.Source
	r.Forecasts = q.Forecasts
}

// sample adds the results of probes of the search, as many as the time allows. f has the longest
// lengths below n. Probes are independent, and their scatter gives the standard error.
func sample(
	ctx context.Context, e *games.TopswopsEstimate, f []int, limit time.Duration, meter *progress.Meter,
) error {
	meter.Start(maxProbes, 0)
	defer meter.Stop()
	inTime, cancel := run.Within(ctx, max(1, limit))
	defer cancel()
	prices, err := measured(inTime)
	if err == nil {
		err = forecasts(inTime, e, f, maxProbes, prices, meter)
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

// forecasts adds the results of at most most probes of a search with the usual thresholds, at
// prices of the machine, if ctx leaves time for enough of them.
func forecasts(
	ctx context.Context, e *games.TopswopsEstimate, f []int, most int, prices prices, meter *progress.Meter,
) error {
	e.Thresholds = bundles.Usual(e.N, e.Least)
	at := bundles.NewLevels(e.N, e.Least, e.Thresholds, nil)
	if err := at.Check(f); err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(e.Seed.Uint64(), 1))
	var games, visits, cpu []float64
	for range most {
		s := newProbe(ctx, rng, at, f)
		c := s.forecast()
		if ctx.Err() != nil {
			break
		}
		games, visits, cpu = append(games, c.Games), append(visits, c.base+c.Visits), append(cpu, prices.seconds(c))
		meter.Add(1)
	}
	if len(games) < fewestProbes {
		return ctx.Err()
	}
	e.Forecasts = len(games)
	e.Games, e.GamesError = sampled(games)
	e.Looks, e.LooksError = sampled(visits)
	e.BundlesCPU, e.BundlesCPUError = sampled(cpu)
	return ctx.Err()
}

// sampled is a mean with its standard error.
func sampled(x []float64) (mean, err float64) {
	m := tally.MomentsOf(x)
	return m.Mean, math.Sqrt(m.Variance) / math.Sqrt(float64(len(x)))
}

// measured are the prices of this machine, by a smaller search and the base of it alone. They are
// the least of three, as other programs on the machine only increase them.
func measured(ctx context.Context) (least prices, err error) {
	const size = 13
	f := swops.KnownBelow(size + 1)
	at := bundles.NewLevels(size, f[size], bundles.Usual(size, f[size]), nil)
	least = prices{math.Inf(1), math.Inf(1)}
	for range 3 {
		b, times := bundles.NewBase(at, bundles.Reach(f[:size])), 0.
		start := run.CPUTime()
		for run.CPUTime()-start < timed { // some clocks do not measure shorter times
			b.List(b.Bare(), func(topswops.Word, *topswops.Bundle) {})
			times++
		}
		base := (run.CPUTime() - start).Seconds() / times
		visits := float64(b.Visits()) / times
		s := bundles.NewSearch(at, f[:size], func(topswops.Deck, int) {})
		s.Begin(ctx)
		start = run.CPUTime()
		s.Unit(s.Bare())
		rest := max(base, (run.CPUTime()-start).Seconds()-base) // which plays a game for each end that it lists
		var c forecast
		to, sum := c.Each(), s.Done(0).Sum()
		for i, count := range sum.Each() {
			*to[i] = float64(*count)
		}
		c.Visits -= float64(s.Visits()) // those of the base
		least.visit = min(least.visit, base/visits)
		least.rest = min(least.rest, rest/c.restSeconds())
	}
	return least, ctx.Err()
}

// timed is the least time for which the listing of a base is repeated.
const timed = 20 * time.Millisecond
