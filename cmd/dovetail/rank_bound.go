package main

import (
	"context"
	"fmt"

	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/run"
	"dovetail/search/words"
)

// byBound ranks by certified intervals instead of a score.
const byBound = "bound"

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
		records = append(records, boundRecord(one, s, r))
	}
	return records, nil
}

func boundRecord(q words.Query, s results.Setting, r words.BoundRanking) results.BoundRank {
	rows := r.All[:min(q.Top, len(r.All))]
	record := results.BoundRank{
		Schema:    results.RankSchema,
		Kind:      results.Bound,
		M:         r.M,
		Setting:   s,
		Alphabet:  q.Alphabet.String(),
		By:        byBound,
		Words:     number.Of(r.Words),
		Best:      best(r),
		Precision: precision(q, r.Rows, r.Close),
		Rows:      []results.BoundRow{},
	}
	for i, row := range rows {
		end := row.Interval
		record.Rows = append(record.Rows, results.BoundRow{
			Rank:    i + 1,
			CRank:   row.CRank,
			TVDLow:  end.Lower.Outward(),
			TVDHigh: end.Upper.Outward(),
			LowBy:   string(end.Lower.By),
			HighBy:  string(end.Upper.By),
			WordRow: wordRow(q, row.Row),
		})
	}
	return record
}

// mostContenders are named in a record.
const mostContenders = 10

func best(r words.BoundRanking) results.Best {
	low, high := r.Least()
	b := results.Best{Proved: r.Proved, Count: len(r.Contenders), Low: number.Certified(low, false), High: number.Certified(high, true)}
	for _, w := range r.Contenders[:min(mostContenders, len(r.Contenders))] {
		b.Words = append(b.Words, w.Word)
	}
	return b
}
