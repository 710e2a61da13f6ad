package topswops

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"time"

	"dovetail/perm/topswops"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/run"
	"dovetail/search/run/progress"
)

// Asked is the record of the longest games on n cards, or with least of all games of so
// many moves.
func Asked(ctx context.Context, n, least int, o Options) (r results.TopswopsMax, err error) {
	var a *Answer
	if least == 0 {
		a, err = Longest(ctx, n, o)
	} else {
		a, err = AtLeast(ctx, n, least, o)
	}
	if err != nil {
		return r, err
	}
	return a.Record(), nil
}

// Record is the answer of a search for long games.
func (a *Answer) Record() results.TopswopsMax {
	r := results.TopswopsMax{
		Schema:  results.TopswopsMaxSchema,
		Kind:    results.Exact,
		N:       a.N,
		Length:  a.Best,
		Sorted:  a.Sorted,
		Count:   number.OfUint(a.Count),
		Decks:   a.Decks,
		Engine:  string(a.Engine),
		Nodes:   number.OfUint(sumOf(a.Stats.Nodes)),
		Visits:  number.OfUint(sumOf(a.Stats.Visits)),
		Assumed: append([]int{}, a.Assumed...),
		CPU:     a.CPU,
	}
	if a.All {
		r.AtLeast = &a.Query.Least
	}
	if a.State != nil && a.State.Shard != "1/1" {
		r.Shard = a.State.Shard
	}
	if a.Roots > 0 {
		r.Tasks = a.tasks()
	}
	if a.Work != nil {
		nodes, visits := a.Work.record(&r.TopswopsWork)
		r.Thresholds, r.Nodes, r.Visits = a.From, number.OfUint(nodes), number.OfUint(visits)
	}
	for _, d := range a.Decks {
		r.Ends = append(r.Ends, topswops.Play(d, false).End)
	}
	for m := len(a.Stats.Nodes) - 1; m > 0; m-- {
		if a.Stats.Nodes[m]+a.Stats.Visits[m]+a.Stats.Stops[m]+a.Stats.Short[m] > 0 {
			r.Sizes = append(r.Sizes, results.TopswopsSizes{
				Cards:  m,
				Nodes:  number.OfUint(a.Stats.Nodes[m]),
				Visits: number.OfUint(a.Stats.Visits[m]),
				Stops:  number.OfUint(a.Stats.Stops[m]),
				Short:  number.OfUint(a.Stats.Short[m]),
			})
		}
	}
	return r
}

func (a *Answer) tasks() *results.TopswopsTasks {
	t := results.TopswopsTasks{Roots: a.Roots, Done: number.OfUint(a.Tasks), Empty: number.OfUint(a.Empty)}
	for _, length := range slices.Sorted(maps.Keys(a.Bests)) {
		t.Bests = append(t.Bests, results.TopswopsBest{Length: length, Tasks: number.OfUint(a.Bests[length])})
	}
	return &t
}

// CensusRecord counts the decks of n cards by length.
func CensusRecord(ctx context.Context, n int, o run.Options) (results.TopswopsCensus, error) {
	counts, err := census(ctx, n, o)
	if err != nil {
		return results.TopswopsCensus{}, err
	}
	r := results.TopswopsCensus{
		Schema:  results.TopswopsCensusSchema,
		Kind:    results.Exact,
		N:       n,
		Total:   number.Of(new(big.Int).MulRange(1, int64(n))),
		Sources: number.OfUint(Sources(n)),
	}
	for _, c := range counts {
		r.Counts = append(r.Counts, number.OfUint(c))
	}
	r.Fill()
	return r, nil
}

// TableRecord lists the lengths of [Table].
func TableRecord(answers []*Answer) results.TopswopsTable {
	r := results.TopswopsTable{Schema: results.TopswopsTableSchema, Kind: results.Exact}
	for _, a := range answers {
		r.Rows = append(r.Rows, results.TopswopsRow{N: a.N, Length: a.Best, Decks: number.OfUint(a.Count)})
	}
	return r
}

// EstimateRecord estimates the search for games on n cards of the given length, or with 0
// of the published one. The lengths below n are taken from the published table.
func EstimateRecord(ctx context.Context, n, least int, limit time.Duration, seed uint64, meter *progress.Meter) (r results.TopswopsEstimate, err error) {
	known, ok := KnownAt(n)
	switch {
	case least > 0:
		known = Fact{Length: least, Source: "given"}
	case !ok:
		return r, results.Refuse(fmt.Errorf("no length is published for n=%d: give --at-least", n))
	}
	return sample(ctx, n, known, knownBelow(n), limit, seed, meter)
}
