package deals

import (
	"context"
	"fmt"
	"strconv"
	"unsafe"

	"dovetail/exact/statistic"
	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/run"
	"dovetail/search/words"
)

// BySampled is the key of the ranking by bounds from real deals.
const BySampled words.Key = "sampled"

// Ranking asks for all words of a length by what their deals prove, of any size of deck.
type Ranking struct {
	N       int              `json:"n"`
	Letters []shuffle.Letter `json:"models"`
	M       int              `json:"m"`
	Top     int              `json:"top"`   // rows to list
	Deals   int              `json:"deals"` // of each word
	Seed    number.Uint      `json:"seed"`
	Delta   float64          `json:"delta"` // the bounds are all right but with this probability
}

// Part names a length among those that are asked for together.
func (q Ranking) Part() string { return strconv.Itoa(q.M) }

// job is the question of the runner.
func (q Ranking) job() sampledWords {
	return sampledWords{
		N: q.N, M: q.M, Letters: shuffle.Definitions(q.Letters), Deals: q.Deals, Seed: uint64(q.Seed), Delta: q.Delta,
	}
}

// Schema implements [results.Question].
func (Ranking) Schema() string { return results.SampledRankSchema }

// Check implements [results.Question].
func (q Ranking) Check() error {
	switch {
	case q.M < 1 || q.M > words.MaxLength:
		return fmt.Errorf("m=%d is out of range 1..%d", q.M, words.MaxLength)
	case q.Top < 0 || q.Top > words.MaxTop:
		return fmt.Errorf("top=%d is out of range 0..%d", q.Top, words.MaxTop)
	}
	if all := q.job().count(); !all.IsInt64() || all.Int64() > mostWords {
		return fmt.Errorf("%s words of length %d are too many to sample each; at most %d", all, q.M, mostWords)
	}
	return checkDeals(q.N, q.Deals, q.Delta, q.Letters)
}

// Seconds implements [results.Question].
func (q Ranking) Seconds() float64 {
	cards := float64(q.N) * float64(q.Deals)
	each := cards * (1e-9*float64(q.M) + measureSeconds(q.N) + 3e-9)
	return cards*measureSeconds(q.N) + each*float64(q.job().count().Int64())
}

// memory is how many bytes the program takes with so many threads: a hand for each, and one that deals
// the fair decks, the values of their decks, and a row for each word.
func (q Ranking) memory(threads int) uint64 {
	const handBytes, rowBytes = 24, 1 << 10
	values := uint64(q.Deals) * uint64(unsafe.Sizeof(statistic.Values{}))
	hands := uint64(threads+1) * (handBytes*uint64(q.N) + 2*values)
	return number.ProgramBytes + hands + rowBytes*q.job().count().Uint64()
}

// Answer implements [results.Question].
func (q Ranking) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	if err := number.Fits(fmt.Sprintf("%d deals of %d cards each", q.Deals, q.N), q.memory(1),
		env.Limit()); err != nil {
		return nil, results.Refuse(err)
	}
	threads := env.Workers()
	for q.memory(threads) > env.Limit() {
		threads--
	}
	job, _, err := run.Run(ctx, q.job(), run.Of(ctx, threads))
	if err != nil {
		return nil, err
	}
	rows, err := job.rows()
	if err != nil {
		return nil, err
	}
	return q.record(rows), nil
}

func (q Ranking) record(rows []ranked) results.SampledRank {
	one, side := q.job(), min(q.N, mostStretches)
	cells := side * side
	record := results.SampledRank{
		Schema: q.Schema(), Kind: results.Sampled, Asked: results.Ask(q), N: q.N, M: q.M, Models: one.Letters,
		Alphabet: shuffle.ListNames(shuffle.NamesOf(q.Letters)), By: string(
			BySampled), Words: number.Int{Int: one.count()},
		Deals: q.Deals, Seed: number.OfUint(uint64(q.Seed)), Delta: q.Delta,
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
