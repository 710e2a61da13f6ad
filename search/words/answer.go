package words

import (
	"context"
	"errors"

	pairlaw "dovetail/exact/pairs"
	"dovetail/results"
	"dovetail/search/run"
)

// Records are the rankings that answer q, a length each, in at most the given
// number of bytes. They take fewer workers where all do not fit.
func Records(ctx context.Context, q Query, s results.Setting, exhaustive bool, memory uint64, o run.Options) ([]results.Rank, error) {
	if err := CheckMemory(q, exhaustive, memory); err != nil {
		return nil, results.Refuse(err)
	}
	o.Threads = Workers(q, exhaustive, o.Threads, memory)
	rankings, err := Search(ctx, q, exhaustive, o)
	if err != nil {
		return nil, err
	}
	var records []results.Rank
	for _, r := range rankings {
		record := r.Record(q, s)
		if err := Enclose(ctx, q.Alphabet, record.Rows); err != nil {
			return nil, err
		}
		records = append(records, record)
	}
	return records, nil
}

// BoundRecords are the rankings by certified intervals, a length each, in at most
// the given number of bytes.
func BoundRecords(ctx context.Context, q Query, s results.Setting, memory uint64, o run.Options) ([]results.BoundRank, error) {
	letters := q.Alphabet.Alphabet
	if err := pairlaw.CheckMemory(letters, letters.Every(), memory); err != nil {
		return nil, results.Refuse(err)
	}
	if err := CheckBounds(q); err != nil {
		return nil, results.Refuse(err)
	}
	if o.Dir != "" {
		return nil, results.Refuse(errors.New("by=bound has no state to resume from; leave out --resume"))
	}
	o.Threads = pairlaw.Workers(letters, letters.Every(), o.Threads, memory)
	var records []results.BoundRank
	for m := q.From; m <= q.To; m++ {
		one := q
		one.From, one.To = m, m
		r, err := RankByBounds(ctx, one, o)
		if err != nil {
			return nil, err
		}
		records = append(records, r.Record(one, s))
	}
	return records, nil
}
