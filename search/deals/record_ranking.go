package deals

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"unsafe"

	"dovetail/perm/shuffle"
	"dovetail/perm/statistic"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/run"
	"dovetail/search/words"
)

// BySampled is the key of the ranking by bounds from real deals.
const BySampled words.Key = "sampled"

// Ranking asks for all words of some lengths by what their deals prove, of any size of
// deck.
type Ranking struct {
	N        int
	Letters  []shuffle.Letter
	From, To int // lengths
	Deals    int // of each word
	Seed     uint64
	Delta    float64 // the bounds of a length are all right but with this probability
	Top      int     // rows to list
}

// one is the question of a length.
func (q Ranking) one(m int) sampledWords {
	one := sampledWords{N: q.N, M: m, Deals: q.Deals, Seed: q.Seed, Delta: q.Delta}
	for _, l := range q.Letters {
		one.Letters = append(one.Letters, l.String())
	}
	return one
}

// Check refuses what cannot be ranked.
func (q Ranking) Check() error {
	if all := q.one(q.To).count(); !all.IsInt64() || all.Int64() > mostWords {
		return results.Refuse(fmt.Errorf("%s words of length %d are too many to sample each; at most %d", all, q.To, mostWords))
	}
	return results.Refuse(Sampling{q.N, q.Letters, "-", q.Deals, q.Seed, q.Delta}.Check())
}

// Seconds is roughly how long all of them take one processor.
func (q Ranking) Seconds() (sum float64) {
	cards := float64(q.N) * float64(q.Deals)
	for m := q.From; m <= q.To; m++ {
		each := cards * (1e-9*float64(m) + measureSeconds(q.N) + 3e-9)
		sum += cards*measureSeconds(q.N) + each*float64(q.one(m).count().Int64())
	}
	return sum
}

// memory is how many bytes the program takes with so many threads: a hand for each, and one that deals
// the fair decks, the values of their decks, and a row for each word.
func (q Ranking) memory(threads int) uint64 {
	const handBytes, rowBytes = 24, 1 << 10
	values := uint64(q.Deals) * uint64(unsafe.Sizeof(statistic.Values{}))
	hands := uint64(threads+1) * (handBytes*uint64(q.N) + 2*values)
	return number.ProgramBytes + hands + rowBytes*q.one(q.To).count().Uint64()
}

// CheckMemory refuses what takes more bytes than the limit, even on one processor.
func (q Ranking) CheckMemory(limit uint64) error {
	return number.Fits(fmt.Sprintf("%d deals of %d cards each", q.Deals, q.N), q.memory(1), limit)
}

// Records are the rankings of the lengths, in at most so many bytes. With o.Dir each of several keeps its state in a
// folder of its own there.
func (q Ranking) Records(ctx context.Context, memory uint64, o run.Options) (records []results.SampledRank, err error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	if err := q.CheckMemory(memory); err != nil {
		return nil, results.Refuse(err)
	}
	for o.Threads = run.Threads(o.Threads); q.memory(o.Threads) > memory; {
		o.Threads--
	}
	for m := q.From; m <= q.To; m++ {
		options := o
		if o.Dir != "" && q.From < q.To {
			options.Dir = filepath.Join(o.Dir, strconv.Itoa(m))
		}
		job, _, err := run.Run(ctx, q.one(m), options)
		if err != nil {
			return nil, err
		}
		rows, err := job.rows()
		if err != nil {
			return nil, err
		}
		records = append(records, q.record(m, rows))
	}
	return records, nil
}

func (q Ranking) record(m int, rows []ranked) results.SampledRank {
	one, side := q.one(m), min(q.N, mostStretches)
	var names []byte
	for _, l := range q.Letters {
		names = append(names, l.Name)
	}
	cells := side * side
	record := results.SampledRank{
		Schema: results.SampledRankSchema, Kind: results.Sampled, N: q.N, M: m, Models: one.Letters,
		Alphabet: shuffle.ListNames(names), By: string(BySampled), Words: number.Int{Int: one.count()},
		Deals: q.Deals, Seed: number.OfUint(q.Seed), Delta: q.Delta,
		Grid: side, Cell: float64(q.N) * float64(q.Deals) / float64(cells), Tolerance: tolerance(side),
		Rows: []results.SampledRankRow{},
	}
	for i, r := range rows[:min(q.Top, len(rows))] {
		record.Rows = append(record.Rows, results.SampledRankRow{
			Rank: i + 1, Word: r.Word, TVDLow: r.bound.low(),
			Statistic: r.Statistic, Side: r.bound.side(), Threshold: r.Threshold,
			White: r.White, C: results.Share(r.White, cells), Distance: r.Distance, Error: r.Error,
		})
	}
	return record
}
