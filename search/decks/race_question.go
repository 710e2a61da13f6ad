package decks

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/run"
	"dovetail/search/words"
)

// ByDecks is the name of the ranking by sampled intervals.
const ByDecks words.Key = "decks"

// Schema implements [results.Question].
func (Race) Schema() string { return results.DecksRankSchema }

// Check implements [results.Question].
func (q Race) Check() error {
	switch {
	case !(q.Delta > 0 && q.Delta < 1):
		return fmt.Errorf("delta=%v is not a number between 0 and 1", q.Delta)
	case q.Rounds < 0 || q.Rounds > MaxRounds:
		return fmt.Errorf("rounds=%d is out of range 0..%d", q.Rounds, MaxRounds)
	case q.Time < 0:
		return fmt.Errorf("time=%v is negative", q.Time)
	}
	return words.IntervalRanking{All: q.All}.Check()
}

// Seconds implements [results.Question]: bounds, tests, and rounds of which each takes twice what the one
// before took; or the time.
func (q Race) Seconds() float64 {
	rounds := q.Rounds
	if rounds == 0 {
		rounds = MaxRounds
	}
	tests := math.Pow(float64(len(q.Letters)), float64(q.M))
	seconds := 4*tests + 30*(math.Pow(2, float64(rounds))-1) // of 52 cards
	seconds = words.IntervalRanking{All: q.All}.Seconds() + seconds*math.Pow(float64(q.N)/52, 2)
	if q.Time > 0 {
		return min(seconds, q.Time.Seconds())
	}
	return seconds
}

// Answer implements [results.Question]. If ctx ends before, what is known is part of the error.
func (q Race) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	query, err := q.Query(ctx)
	if err != nil {
		return nil, err
	}
	o, err := words.BoundOptions(ctx, query, env)
	if err != nil {
		return nil, err
	}
	raced, err := q.run(ctx, query, o)
	if raced == nil {
		return nil, err
	}
	record := raced.record()
	return record, results.Unfinished(err, []results.Record{record})
}

// Follows implements [results.Following]: no interval is wider than the certified one, and the order and
// the best words are read off them.
func (q Race) Follows(ctx context.Context, env results.Env, record results.Record) (results.Record, string, error) {
	want := record.(results.BoundRank)
	if s := want.Sampling; s == nil || s.Rounds < 0 || s.Rounds > cmp.Or(q.Rounds, MaxRounds) {
		return nil, "", errors.New("sampling is missing, or has more rounds than were asked for")
	}
	sampling := *want.Sampling
	sampling.Delta, sampling.Seed = q.Delta, number.OfUint(uint64(q.Seed))
	want.Sampling = &sampling
	query, err := q.RescoredBounds(ctx, want.Rows)
	if err != nil {
		return nil, "", err
	}
	want.Ranking = words.Heading(q, results.Sampled, ByDecks, query)
	o, err := words.BoundOptions(ctx, query, env)
	if err != nil {
		return want, words.RowsRescored, nil // the rest does not fit into memory
	}
	inTime, cancel := sooner(ctx)
	defer cancel()
	proved, err := words.RankByBounds(inTime, query, o)
	switch {
	case run.Over(inTime, err):
		return want, words.RowsRescored, ctx.Err() // nor into the time
	case err == nil:
		err = consistent(want, proved)
	}
	if err != nil {
		return nil, "", err
	}
	want.Precision = words.Precision(query, proved.Rows, proved.Close)
	if q.Time > 0 || want.Sampling.Untested+want.Sampling.Unwalked > 0 {
		err = results.Once("the race ended early, at a moment that nothing repeats")
	}
	return want, words.RowsRescored + ", that all intervals are within certified ones, proved again, and in order, and the best words", err
}

// sooner is over a little before ctx, in time for an answer without what is done in it.
func sooner(ctx context.Context) (context.Context, context.CancelFunc) {
	end, limited := ctx.Deadline()
	if !limited {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx, end.Add(-time.Until(end)/8))
}
