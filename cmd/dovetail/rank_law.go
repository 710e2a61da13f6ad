package main

import (
	"context"

	"dovetail/results"
	"dovetail/search/laws"
	"dovetail/search/run"
	"dovetail/search/words"
)

// rankByLaw ranks words by their laws on all decks.
func rankByLaw(ctx context.Context, q words.Query, s results.Setting, memory uint64, workers int, o run.Options) ([]results.LawRank, error) {
	plan, err := laws.NewPlan(ctx, q, memory, workers)
	if err != nil {
		return nil, usage(err)
	}
	rankings, err := plan.Rank(ctx, o)
	if err != nil {
		return nil, err
	}
	var records []results.LawRank
	for _, r := range rankings {
		records = append(records, r.Record(q, s))
	}
	return records, nil
}
