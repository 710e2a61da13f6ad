package rank

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"dovetail/exact/bound"
	pairlaw "dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/param"
	"dovetail/search/run"
	"dovetail/search/words"
)

// ScoreRanking requests the best words of a length by a score of single cards.
type ScoreRanking struct {
	words.All
	By words.Key `json:"by"`
}

func (ScoreRanking) Schema() string { return results.RankSchema }

func (r ScoreRanking) Check() error {
	if !slices.Contains(words.Keys, r.By) {
		return fmt.Errorf("by=%q is not one of %s", r.By, param.Join(words.Keys))
	}
	return r.All.Check()
}

// bare is the query without the laws of its letters.
func (r ScoreRanking) bare() words.Query {
	q := r.All.Bare()
	q.Key = r.By
	return q
}

func (r ScoreRanking) Seconds() float64 {
	return r.Scoring.Seconds(0) + seconds(r.bare())
}

func (r ScoreRanking) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	if err := checkMemory(r.bare(), env.Limit()); err != nil {
		return nil, results.Refuse(err)
	}
	q, err := r.Query(ctx, env.Memo)
	if err != nil {
		return nil, err
	}
	q.Key = r.By
	env.Threads = workers(q, env.Workers(), env.Limit())
	found, err := Search(ctx, q, env)
	if err != nil {
		return nil, err
	}
	record := found.record(r, q)
	return record, encloseRows(ctx, q.Alphabet, record.Rows)
}

// record is the answer to a question.
func (r Ranking) record(asked ScoreRanking, q words.Query) results.Rank {
	record := results.Rank{
		Ranking: words.Heading(asked, results.Exact, asked.By, q),
		Minimal: minimalRecord(r.Minimal),
		Search: results.Search{
			Method:      string(r.Method),
			Laws:        number.OfInt(r.Stats.Laws()),
			Scored:      number.OfInt(r.Stats.Scored),
			FirstProbe:  number.OfInt(r.Stats.FirstProbe),
			OtherProbes: number.OfInt(r.Stats.OtherProbes),
			Rows:        number.OfInt(r.Stats.Rows),
		},
		Precision: words.Precision(q, r.Rows, r.Close),
		Rows:      rankRows(r.Rows),
	}
	if r.Perfect != nil {
		c := number.Of(r.Perfect)
		record.C1Words = &c
	}
	return record
}

func rankRows(rows []words.Row) []results.RankRow {
	ranked := []results.RankRow{}
	for i, row := range rows {
		ranked = append(ranked, results.RankRow{Rank: i + 1, WordRow: row.WordRow})
	}
	return ranked
}

func minimalRecord(byLength [][]string) *results.Minimal {
	var m results.Minimal
	for length, words := range byLength {
		m.Counts = append(m.Counts, len(words))
		if m.Words == nil && len(words) > 0 {
			m.Length, m.Words = length, words
		}
	}
	if m.Words == nil {
		return nil
	}
	return &m
}

func (r ScoreRanking) Follows(
	ctx context.Context, _ run.Options, record results.Record,
) (results.Record, string, error) {
	want := record.(results.Rank)
	var listed []string
	for _, row := range want.Rows {
		listed = append(listed, row.Word)
	}
	q, rows, err := r.Rescored(ctx, listed, nil)
	if err != nil {
		return nil, "", err
	}
	want.Ranking = words.Heading(r, results.Exact, r.By, q)
	want.Precision = words.Precision(q, rows, want.Close)
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
		r.By == string(words.ByConvergence) && perfect < len(r.Rows)
	switch {
	case c1 == nil || c1.Cmp(found) < 0 || c1.Cmp(r.Words.Int) > 0:
		return fmt.Errorf("c1_words is %s, %d of %s words are listed with C=1", c1, perfect, r.Words)
	case complete && c1.Cmp(found) != 0:
		return fmt.Errorf("c1_words is %s, all %d are listed", c1, perfect)
	}
	return nil
}

// checkMinimal scores the words that the record calls the shortest with C = 1.
func checkMinimal(ctx context.Context, q words.Query, longest int, m *results.Minimal) error {
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
	v := words.NewEvaluator(q)
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

// Picture is the best words of all lengths, at most ten of each.
func (r ScoreRanking) Picture(ctx context.Context, o run.Options, answers []results.Record) ([]figure.Block, error) {
	const most = 10
	var lengths [][]results.WordRow
	for _, answer := range answers {
		var best []results.WordRow
		rows := answer.(results.Rank).Rows
		for _, row := range rows[:min(most, len(rows))] {
			best = append(best, row.WordRow)
		}
		lengths = append(lengths, best)
	}
	q, err := r.Query(ctx, o.Memo)
	if err != nil {
		return nil, err
	}
	return words.BestMontage(ctx, words.NewEvaluator(q), fmt.Sprintf("The best words by %s", r.By), lengths)
}

func (r *ScoreRanking) Params() param.List {
	by := param.Choice(&r.By, "by", string(words.ByConvergence), "", words.Keys...).Needed()
	by.Texts = func() []string { return []string{string(r.By)} } // never left out
	return append(r.All.Params(words.Largest), by,
		words.PictureHasRows(&r.Top))
}

// Scores of position laws see single cards: a word can have C = 1 and hardly mix the order. So the
// first rows of a ranking by them have, beside the scores, the certified interval of their distance
// over all orders. The interval does not use two cards, whose laws would take longer than the
// ranking. Where it is wide, a ranking by intervals and bound.Prove narrow it.

// maxEnclosed is the number of rows of a ranking with an interval.
const maxEnclosed = 100

// encloseRows proves the intervals of the first rows, where decks are not too large for it. They do
// not depend on each other.
func encloseRows(ctx context.Context, a *position.Laws, rows []results.RankRow) error {
	if a.N < pairlaw.MinDeck || a.N > pairlaw.MaxDeck {
		return nil
	}
	p := bound.NewProver(a, nil, nil, 1)
	for i := range rows[:min(maxEnclosed, len(rows))] {
		w, err := a.Parse(rows[i].Word)
		if err != nil {
			return err
		}
		interval, err := p.Word(ctx, w, false)
		if err != nil {
			return err
		}
		rows[i].Enclosed = results.Enclosed{
			TVDKind: results.Bound,
			TVDLow:  interval.Lower.Outward(), LowBy: string(interval.Lower.By),
			TVDHigh: interval.Upper.Outward(), HighBy: string(interval.Upper.By),
		}
	}
	return nil
}
