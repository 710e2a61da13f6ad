package topswops

import (
	"context"
	"errors"
	"fmt"

	"dovetail/results"
	"dovetail/results/games"
	"dovetail/results/param"
	"dovetail/search/run"
)

// Part requests what one part of a search finds. Its record has a form of its own, so that nobody takes a part for the
// whole: [Merged] makes the record of [Max] from the states of all parts.
type Part struct {
	Max
	Shard run.Shard `json:"shard"`
}

// Schema implements [results.Question].
func (Part) Schema() string { return results.TopswopsPartSchema }

// AnsweredBy implements [results.Recorded]: no record answers, as a part is searched for its state.
func (Part) AnsweredBy(results.Record) (results.Record, float64, bool) { return nil, 0, false }

// Otherwise implements [results.CrossChecker]: a part has no other form.
func (Part) Otherwise(results.Record) (results.Question, error) {
	return nil, errors.New("other thresholds divide the work into other parts")
}

// Check implements [results.Question].
func (q Part) Check() error {
	switch {
	case q.Shard.N == 0:
		return errors.New("shard is missing")
	case q.Engine == Forward:
		return errors.New("engine=forward takes no --shard")
	}
	return q.Max.Check()
}

// Seconds implements [results.Question].
func (q Part) Seconds() float64 {
	before := q.before()
	return before + (q.Max.Seconds()-before)/float64(max(1, q.Shard.N))
}

// Answer implements [run.Answerer].
func (q Part) Answer(ctx context.Context, o run.Options) (results.Record, error) {
	if err := q.Check(); err != nil {
		return nil, results.Refuse(err)
	}
	o.Shard = q.Shard
	found, err := q.find(ctx, o, nil)
	if err != nil {
		return nil, err
	}
	r := games.TopswopsShare{TopswopsMax: found}
	q.Thresholds = found.Thresholds
	q.Fill(&r)
	return r, nil
}

// Fill adds what a record says of its question. Of the whole search it says only how long the longest game is at least.
func (q Part) Fill(r *games.TopswopsShare) {
	q.Max.Fill(&r.TopswopsMax)
	r.Head = results.Answering(q, results.Bound)
	r.Part, r.Of = int(q.Shard.I), int(q.Shard.N)
}

// Params implements [results.Declared].
func (q *Part) Params() param.List {
	shard := param.New(&q.Shard, "shard", "", "do only part `i/N` of the work; dovetail merge combines the parts",
		param.Kind[run.Shard]{Name: "shard", Parse: func(_, text string) (run.Shard, error) { return run.ParseShard(text) }})
	return append(q.Max.Params(), shard.Needed(), param.After(func(given func(string) bool) error {
		switch {
		case given("double-check"):
			_, err := q.Otherwise(nil)
			return fmt.Errorf("%w; leave out --double-check", err)
		case !given("resume"):
			return fmt.Errorf("shard=%s needs --resume DIR, where the part is stored for merge", q.Shard)
		}
		return nil
	}))
}
