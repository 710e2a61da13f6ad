package verify

import (
	"context"
	"fmt"

	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/deals"
	"dovetail/search/run"
	"dovetail/search/words"
)

// sample computes again what follows from its counts, and deals the word again if that
// is allowed.
func sample(e *exam, r results.Sample) error {
	q := deals.Sampling{N: r.N, Word: r.Word, Deals: r.Deals, Seed: r.Seed.Uint64(), Delta: r.Delta}
	if err := q.Check(); err != nil {
		return err
	}
	all, err := lettersOf(r.N, r.Models, r.Word)
	if err != nil {
		return err
	}
	q.Letters = all
	want, done, err := within(e, everything, 2e-7*float64(r.N), func(context.Context) (results.Sample, error) { return q.Follows(r) })
	if err != nil || !done {
		return err
	}
	if err := e.same(want); err != nil {
		return err
	}
	e.checked("the bound, from its counts, and the laws of a fair deck")
	_, err = e.whole(q.Seconds(), func(ctx context.Context) (any, error) {
		if err := dealable(e, r.N); err != nil {
			return nil, err
		}
		return q.Record(ctx, deals.Options{Threads: e.Threads}, "", "")
	})
	return err
}

// sampledRank deals all words again.
func sampledRank(e *exam, r results.SampledRank) error {
	all, err := letters(r.N, r.Models)
	if err != nil {
		return err
	}
	q := deals.Ranking{N: r.N, Letters: all, From: r.M, To: r.M, Deals: r.Deals, Seed: r.Seed.Uint64(), Delta: r.Delta, Top: len(r.Rows)}
	if err := require(r.M >= 1 && r.M <= words.MaxLength, "m=%d is out of range 1..%d", r.M, words.MaxLength); err != nil {
		return err
	}
	if err := q.Check(); err != nil {
		return err
	}
	_, err = e.whole(q.Seconds(), func(ctx context.Context) (any, error) {
		if err := q.CheckMemory(e.Memory); err != nil {
			return nil, tooLarge{err}
		}
		records, err := q.Records(ctx, e.Memory, run.Options{Threads: e.Threads})
		if err != nil {
			return nil, err
		}
		return records[0], nil
	})
	return err
}

// dealable refuses decks that memory does not allow.
func dealable(e *exam, n int) error {
	err := number.Fits(fmt.Sprintf("%d threads that deal %d cards", e.Threads, n), deals.Memory(n)*uint64(e.Threads), e.Memory)
	if err != nil {
		return tooLarge{err}
	}
	return nil
}
