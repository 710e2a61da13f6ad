package laws

import (
	"context"
	"math/big"

	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/run"
	"dovetail/search/words"
)

// ByLaw is the name of the ranking by TVD on S_n.
const ByLaw = "law"

// Records are the rankings that answer q, a length each, in at most the given
// number of bytes. They take fewer workers where all do not fit.
func Records(ctx context.Context, q words.Query, s results.Setting, memory uint64, o run.Options) ([]results.LawRank, error) {
	plan, err := NewPlan(ctx, q, memory, o.Threads)
	if err != nil {
		return nil, results.Refuse(err)
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

// Record is the ranking that answers q.
func (r Ranking) Record(q words.Query, s results.Setting) results.LawRank {
	record := results.LawRank{
		Ranking:    words.Heading(results.LawRankSchema, results.Exact, q, s, r.M, ByLaw, big.NewInt(int64(r.Words))),
		Laws:       number.OfInt(int64(r.Cores)),
		TauC:       r.TauC,
		TauMeanTVD: r.TauMeanTVD,
		Undecided:  r.Undecided,
		Rows:       []results.LawRankRow{},
	}
	var rows []words.Row
	var close int64
	for i, row := range r.Rows {
		rows = append(rows, row.Row)
		close += int64(row.Close)
		tvd, exact := row.TVD.Text()
		record.LawError = max(record.LawError, row.TVD.Error)
		record.Rows = append(record.Rows, results.LawRankRow{Rank: i + 1, CRank: row.CRank, LawTVD: tvd, LawExact: exact, WordRow: row.WordRow})
	}
	record.Precision = words.Precision(q, rows, close)
	return record
}
