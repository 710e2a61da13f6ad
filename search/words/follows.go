package words

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"dovetail/exact/word"
	"dovetail/results"
)

// What follows from the rows that a ranking lists: their scores, whichever they are, and so their order.

// Rescored scores the words again that a record lists, of which there must be as many as are asked for.
func (a All) Rescored(ctx context.Context, listed []string) (q Query, rows []Row, err error) {
	all, top := a.Count(), big.NewInt(int64(a.Top))
	if all.Cmp(top) < 0 {
		top = all
	}
	if top.Cmp(big.NewInt(int64(len(listed)))) != 0 {
		return q, nil, fmt.Errorf("rows has %d entries of %s words, not the first %d", len(listed), all, a.Top)
	}
	if q, err = a.Query(ctx); err != nil {
		return q, nil, err
	}
	v := NewEvaluator(q)
	for i, name := range listed {
		w, err := q.Alphabet.Parse(name)
		if err == nil && len(name) != a.M {
			err = fmt.Errorf("row %d: %s has not %d letters", i+1, name, a.M)
		}
		if err != nil {
			return q, nil, err
		}
		row, err := v.listed(ctx, w, len(listed))
		if err != nil {
			return q, nil, err
		}
		rows = append(rows, row)
	}
	return q, rows, nil
}

// Follows implements [results.Following].
func (r ScoreRanking) Follows(
	ctx context.Context, _ results.Env, record results.Record,
) (results.Record, string, error) {
	want := record.(results.Rank)
	var listed []string
	for _, row := range want.Rows {
		listed = append(listed, row.Word)
	}
	q, rows, err := r.Rescored(ctx, listed)
	if err != nil {
		return nil, "", err
	}
	want.Ranking = Heading(r, results.Exact, r.By, q)
	want.Precision = Precision(q, rows, want.Close)
	want.Rows = rankRows(rows)
	for i := range len(rows) - 1 {
		if r.By.Compare(rows[i], rows[i+1]) >= 0 {
			return nil, "", fmt.Errorf("rows %d and %d are equal or out of order", i+1, i+2)
		}
	}
	if err := cmp.Or(checkSearch(want), checkMinimal(ctx, q, r.M, want.Minimal)); err != nil {
		return nil, "", err
	}
	const proved = "the rows listed, scored again and in order, and their intervals over all orders, proved again"
	return want, proved, encloseRows(ctx, q.Alphabet, want.Rows)
}

// checkSearch adds up the laws of a search, and compares the number of words with C = 1 with the rows.
func checkSearch(r results.Rank) error {
	s := r.Search
	sum := new(big.Int)
	for _, part := range []*big.Int{s.Scored.Int, s.FirstProbe.Int, s.OtherProbes.Int, s.Rows.Int} {
		if part == nil || part.Sign() < 0 {
			return errors.New("search has a number that is negative or missing")
		}
		sum.Add(sum, part)
	}
	method := Method(s.Method)
	switch {
	case !slices.Contains([]Method{Enumerated, Pruned, Counted}, method):
		return fmt.Errorf("search has the unknown method %q", method)
	case s.Laws.Int == nil || sum.Cmp(s.Laws.Int) != 0:
		return fmt.Errorf("laws is %s in search, its parts add up to %s", s.Laws, sum)
	case len(r.Rows) > 0 && method == Counted:
		return fmt.Errorf("rows were %s, but are listed", method)
	case r.C1Words == nil:
		return nil
	}
	perfect := 0
	for _, row := range r.Rows {
		if row.White == r.N*r.N {
			perfect++
		}
	}
	c1, found := r.C1Words.Int, big.NewInt(int64(perfect))
	complete := big.NewInt(int64(len(r.Rows))).Cmp(r.Words.Int) == 0 ||
		r.By == string(ByConvergence) && perfect < len(r.Rows)
	switch {
	case c1 == nil || c1.Cmp(found) < 0 || c1.Cmp(r.Words.Int) > 0:
		return fmt.Errorf("c1_words is %s, %d of %s words are listed with C=1", c1, perfect, r.Words)
	case complete && c1.Cmp(found) != 0:
		return fmt.Errorf("c1_words is %s, all %d are listed", c1, perfect)
	}
	return nil
}

// checkMinimal scores the words of which it is said that they are the shortest with C = 1.
func checkMinimal(ctx context.Context, q Query, longest int, m *results.Minimal) error {
	if m == nil {
		return nil
	}
	switch {
	case len(m.Counts) != longest+1:
		return fmt.Errorf("minimal_c1_words counts %d lengths, not 0 to %d", len(m.Counts), longest)
	case m.Length <= 0 || m.Length >= len(m.Counts):
		return fmt.Errorf("minimal_c1_words has the length %d", m.Length)
	case m.Counts[m.Length] != len(m.Words):
		return fmt.Errorf("minimal_c1_words counts %d of length %d and lists %d", m.Counts[m.Length], m.Length, len(m.Words))
	}
	for length, count := range m.Counts {
		if count < 0 || length < m.Length && count > 0 {
			return fmt.Errorf("minimal_c1_words counts %d of length %d", count, length)
		}
	}
	v := NewEvaluator(q)
	var before word.Word
	for _, name := range m.Words {
		w, err := q.Alphabet.Parse(name)
		if err == nil && (len(name) != m.Length || slices.Compare(before, w) >= 0) {
			err = fmt.Errorf("minimal_c1_words: %s is too long, too short or out of order", name)
		}
		if err != nil {
			return err
		}
		before = w
		row, err := v.Row(ctx, w)
		if err == nil && row.White != q.Alphabet.N*q.Alphabet.N {
			err = fmt.Errorf("minimal_c1_words: %s has a C below 1", name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Follows implements [results.Following].
func (r IntervalRanking) Follows(
	ctx context.Context, _ results.Env, record results.Record,
) (results.Record, string, error) {
	want := record.(results.BoundRank)
	if want.Sampling != nil {
		return nil, "", errors.New("sampling is said of certified intervals")
	}
	q, err := r.RescoredBounds(ctx, want.Rows)
	want.Ranking = Heading(r, results.Bound, ByBound, q)
	return want, RowsRescored, err
}

// RowsRescored is what [All.RescoredBounds] proves.
const RowsRescored = "the scores of the rows listed"

// RescoredBounds puts the scores into rows again.
func (a All) RescoredBounds(ctx context.Context, rows []results.BoundRow) (Query, error) {
	var listed []string
	for _, row := range rows {
		listed = append(listed, row.Word)
	}
	q, scored, err := a.Rescored(ctx, listed)
	for i, row := range scored {
		rows[i].Rank, rows[i].WordRow = i+1, row.WordRow
	}
	return q, err
}
