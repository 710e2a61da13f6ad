package main

import (
	"context"
	"fmt"

	"dovetail/results"
	"dovetail/search/run"
	"dovetail/search/words"
)

// rankByBound ranks the words of one length after the other.
func rankByBound(ctx context.Context, q words.Query, s results.Setting, o run.Options) ([]results.BoundRank, error) {
	if err := words.CheckBounds(q); err != nil {
		return nil, usage(err)
	}
	if o.Dir != "" {
		return nil, usage(fmt.Errorf("by=bound keeps no state; leave out --resume"))
	}
	var records []results.BoundRank
	for m := q.From; m <= q.To; m++ {
		one := q
		one.From, one.To = m, m
		r, err := words.RankByBounds(ctx, one, o)
		if err != nil {
			return nil, err
		}
		records = append(records, r.Record(one, s))
	}
	return records, nil
}
