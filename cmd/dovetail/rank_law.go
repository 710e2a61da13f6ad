package main

import (
	"context"

	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/laws"
	"dovetail/search/run"
	"dovetail/search/words"
)

// byLaw is the key of the ranking by TVD on S_n.
const byLaw = "law"

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
		records = append(records, lawRankRecord(q, s, r))
	}
	return records, nil
}

func lawRankRecord(q words.Query, s results.Setting, r laws.Ranking) results.LawRank {
	record := results.LawRank{
		Schema:     results.LawRankSchema,
		Kind:       results.Exact,
		M:          r.M,
		Setting:    s,
		Alphabet:   q.Alphabet.String(),
		By:         byLaw,
		Words:      number.OfInt(int64(r.Words)),
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
		record.Rows = append(record.Rows, results.LawRankRow{Rank: i + 1, CRank: row.CRank, LawTVD: tvd, LawExact: exact, WordRow: wordRow(q, row.Row)})
	}
	record.Precision = precision(q, rows, close)
	return record
}
