package laws

import (
	"context"
	"math"

	"dovetail/exact/law"
	"dovetail/perm"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/run"
	"dovetail/search/words"
)

// ByLaw is the name of the ranking by TVD on S_n.
const ByLaw words.Key = "law"

// Question asks for the best words of a length by the distance of their laws.
type Question struct{ words.All }

// Schema implements [results.Question].
func (Question) Schema() string { return results.LawRankSchema }

// Check implements [results.Question].
func (q Question) Check() error {
	if err := law.CheckDeck(q.N); err != nil {
		return err
	}
	if err := q.All.Check(); err != nil {
		return err
	}
	return checkWords(len(q.Letters), q.M)
}

// Seconds implements [results.Question].
func (q Question) Seconds() float64 {
	all := math.Pow(float64(len(q.Letters)), float64(q.M))
	return q.Scoring.Seconds(3) + all*float64(perm.Factorial(q.N))*3e-8
}

// Answer implements [results.Question].
func (q Question) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	query, err := q.Query(ctx)
	if err != nil {
		return nil, err
	}
	plan, err := NewPlan(ctx, query, env.Limit(), env.Workers())
	if err != nil {
		return nil, results.Refuse(err)
	}
	ranking, err := plan.Rank(ctx, run.Of(ctx, 0))
	if err != nil {
		return nil, err
	}
	return ranking.record(q, query), nil
}

// Follows implements [results.Following]: the scores take no laws of whole decks.
func (q Question) Follows(ctx context.Context, _ results.Env, record results.Record) (results.Record, string, error) {
	want := record.(results.LawRank)
	var listed []string
	for _, row := range want.Rows {
		listed = append(listed, row.Word)
	}
	query, rows, err := q.Rescored(ctx, listed)
	if err != nil {
		return nil, "", err
	}
	want.Ranking, want.Precision = words.Heading(q, results.Exact, ByLaw, query), precision(query, rows)
	for i, row := range rows {
		want.Rows[i].Rank, want.Rows[i].WordRow = i+1, row.WordRow
	}
	return want, words.RowsRescored, nil
}

// precision is that of rows that are listed.
func precision(q words.Query, rows []words.Row) results.Precision {
	close := int64(0)
	for _, row := range rows {
		close += int64(row.Close)
	}
	return words.Precision(q, rows, close)
}

// record is the answer to a question.
func (r Ranking) record(asked Question, q words.Query) results.LawRank {
	record := results.LawRank{
		Ranking:    words.Heading(asked, results.Exact, ByLaw, q),
		Laws:       number.OfInt(int64(r.Cores)),
		TauC:       r.TauC,
		TauMeanTVD: r.TauMeanTVD,
		Undecided:  r.Undecided,
		Rows:       []results.LawRankRow{},
	}
	var rows []words.Row
	for i, row := range r.Rows {
		rows = append(rows, row.Row)
		tvd, exact := row.TVD.Text()
		record.LawError = max(record.LawError, row.TVD.Error)
		record.Rows = append(record.Rows,
			results.LawRankRow{Rank: i + 1, CRank: row.CRank, LawTVD: tvd, LawExact: exact, WordRow: row.WordRow})
	}
	record.Precision = precision(q, rows)
	return record
}
