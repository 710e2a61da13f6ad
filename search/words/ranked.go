package words

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"slices"

	pairlaw "dovetail/exact/pairs"
	"dovetail/exact/word"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/search/run"
)

// ScoreRanking asks for the best words of a length by a score of single cards.
type ScoreRanking struct {
	All
	By         Key  `json:"by"`
	Exhaustive bool `json:"exhaustive,omitzero"` // every law is scored, none rejected by bounds
}

// Schema implements [results.Question].
func (ScoreRanking) Schema() string { return results.RankSchema }

// Check implements [results.Question].
func (r ScoreRanking) Check() error {
	if !slices.Contains(Keys, r.By) {
		return fmt.Errorf("by=%q is not one of %v", r.By, Keys)
	}
	return r.All.Check()
}

// bare is the query without the laws of its letters.
func (r ScoreRanking) bare() Query {
	q := r.All.bare()
	q.Key = r.By
	return q
}

// Seconds implements [results.Question].
func (r ScoreRanking) Seconds() float64 {
	return r.Scoring.Seconds(0) + seconds(r.bare(), r.Exhaustive)
}

// Answer implements [run.Answerer].
func (r ScoreRanking) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	if err := checkMemory(r.bare(), r.Exhaustive, env.Limit()); err != nil {
		return nil, results.Refuse(err)
	}
	q, err := r.Query(ctx, env.Memo)
	if err != nil {
		return nil, err
	}
	q.Key = r.By
	env.Threads = workers(q, r.Exhaustive, env.Workers(), env.Limit())
	found, err := Search(ctx, q, r.Exhaustive, env)
	if err != nil {
		return nil, err
	}
	record := found.record(r, q)
	return record, encloseRows(ctx, q.Alphabet, record.Rows)
}

// IntervalRanking asks for the words of a length by certified intervals of their distance over all orders. A ranking by
// distance takes the place of what is proved where more is on record; one by bound has what is proved alone.
type IntervalRanking struct {
	All
	By Key `json:"by"`
}

// Schema implements [results.Question].
func (IntervalRanking) Schema() string { return results.BoundRankSchema }

// Check implements [results.Question].
func (r IntervalRanking) Check() error {
	if r.By != ByDistance && r.By != ByBound {
		return fmt.Errorf("by=%q is not one of %s, %s", r.By, ByDistance, ByBound)
	}
	if err := checkBoundedDeck(r.N); err != nil {
		return err
	}
	if err := r.All.Check(); err != nil {
		return err
	}
	if r.Count().Cmp(big.NewInt(results.MaxBoundedWords)) > 0 {
		return fmt.Errorf("a ranking by intervals can have at most %d words, but m=%d over %s has %v; --by c ranks by single cards",
			results.MaxBoundedWords, r.M, r.bare().Alphabet, r.Count())
	}
	return nil
}

// Seconds implements [results.Question].
func (r IntervalRanking) Seconds() float64 {
	n, each := float64(r.N), 15
	if r.By == ByDistance {
		each = 3 // without pairs of cards
	}
	return r.Scoring.Seconds(each*int(r.Count().Int64())) + float64(6e-7*float64(len(r.Letters))*n*n*n) // and laws of pairs
}

// Answer implements [run.Answerer].
func (r IntervalRanking) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	if env.Dir != "" {
		return nil, results.Refuse(fmt.Errorf("by=%s has no state to resume from; leave out --resume", r.By))
	}
	q, err := r.Query(ctx, env.Memo)
	if err != nil {
		return nil, err
	}
	o, err := BoundOptions(q, env)
	if err != nil {
		return nil, err
	}
	var found BoundRanking
	var onRecord *results.FromRecords
	if r.By == ByBound {
		found, err = RankByBounds(ctx, q, o)
	} else {
		var known func(word.Word) (results.OnRecord, bool)
		if env.Known != nil {
			known = env.Known(q.Alphabet.Alphabet)
		}
		found, onRecord, err = RankByKnown(ctx, q, known, o)
	}
	if err != nil {
		return nil, err
	}
	kind := results.Bound
	if onRecord != nil && onRecord.Delta > 0 {
		kind = results.Sampled
	}
	record := found.Record(r, kind, r.By, q)
	record.OnRecord = onRecord
	return record, nil
}

// BoundOptions are those of a ranking by intervals: as many workers as its laws of pairs fit into memory for.
func BoundOptions(q Query, o run.Options) (run.Options, error) {
	letters := q.Alphabet.Alphabet
	if err := pairlaw.CheckMemory(letters, letters.Every(), o.Limit()); err != nil {
		return o, results.Refuse(err)
	}
	o.Threads = pairlaw.Workers(letters, letters.Every(), o.Workers(), o.Limit())
	return o, nil
}

// Heading is what the record of a ranking begins with that answers a question: how its words were asked
// for, and the number of all of them.
func Heading(asked results.Question, kind string, by Key, q Query) results.Ranking {
	return results.Ranking{
		Head: results.Answering(asked, kind), M: q.M, Setting: q.Setting,
		Alphabet: q.Alphabet.String(), By: string(by), Words: number.Of(count(q.Alphabet, q.M)),
	}
}

// record is the answer to a question.
func (r Ranking) record(asked ScoreRanking, q Query) results.Rank {
	record := results.Rank{
		Ranking: Heading(asked, results.Exact, asked.By, q),
		Minimal: minimalRecord(r.Minimal),
		Search: results.Search{
			Method:      string(r.Method),
			Laws:        number.OfInt(r.Stats.Laws()),
			Scored:      number.OfInt(r.Stats.Scored),
			FirstProbe:  number.OfInt(r.Stats.FirstProbe),
			OtherProbes: number.OfInt(r.Stats.OtherProbes),
			Rows:        number.OfInt(r.Stats.Rows),
		},
		Precision: Precision(q, r.Rows, r.Close),
		Rows:      rankRows(r.Rows),
	}
	if r.Perfect != nil {
		c := number.Of(r.Perfect)
		record.C1Words = &c
	}
	return record
}

func rankRows(rows []Row) []results.RankRow {
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

// The names of the rankings by intervals instead of a score: what is known of the distance, and what is proved.
const (
	ByDistance Key = "distance"
	ByBound    Key = "bound"
)

// What follows from the rows that a ranking lists: their scores, whichever they are, and so their order.

// Rescored scores the words again that a record lists, of which there must be as many as are asked for.
func (a All) Rescored(ctx context.Context, listed []string) (q Query, rows []Row, err error) {
	for i, name := range listed {
		if len(name) != a.M {
			return q, nil, fmt.Errorf("row %d: %s has not %d letters", i+1, name, a.M)
		}
	}
	return a.rescored(ctx, listed, a.Count())
}

// rescored is the same for words of any length, of which there are so many.
func (a All) rescored(ctx context.Context, listed []string, all *big.Int) (q Query, rows []Row, err error) {
	top := big.NewInt(int64(a.Top))
	if all.Cmp(top) < 0 {
		top = all
	}
	if top.Cmp(big.NewInt(int64(len(listed)))) != 0 {
		return q, nil, fmt.Errorf("rows has %d entries of %s words, not the first %d", len(listed), all, a.Top)
	}
	if q, err = a.Query(ctx, nil); err != nil {
		return q, nil, err
	}
	v := NewEvaluator(q)
	for _, name := range listed {
		w, err := q.Alphabet.Parse(name)
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

// Follows implements [run.Rechecker].
func (r ScoreRanking) Follows(
	ctx context.Context, _ run.Options, record results.Record,
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

// Follows implements [run.Rechecker].
func (r IntervalRanking) Follows(
	ctx context.Context, _ run.Options, record results.Record,
) (results.Record, string, error) {
	want := record.(results.BoundRank)
	if want.Sampling != nil {
		return nil, "", errors.New("sampling is said of certified intervals")
	}
	q, err := r.RescoredBounds(ctx, want.Rows, Budget{})
	if err != nil {
		return nil, "", err
	}
	want.Ranking = Heading(r, results.Bound, r.By, q)
	if want.OnRecord != nil {
		want.Kind = results.Sampled
		return want, RowsRescored, results.Once("ends of intervals that were on record are those of the program that had them")
	}
	return want, RowsRescored, nil
}

// RowsRescored is what [All.RescoredBounds] proves.
const RowsRescored = "the scores of the rows listed"

// RescoredBounds puts the scores into rows again, of all words of a length or, if there is one, of a budget.
func (a All) RescoredBounds(ctx context.Context, rows []results.BoundRow, b Budget) (q Query, err error) {
	var listed []string
	for _, row := range rows {
		listed = append(listed, row.Word)
	}
	var scored []Row
	if b.Given() {
		q, scored, err = a.rescored(ctx, listed, big.NewInt(int64(len(b.Words(a.Letters)))))
	} else {
		q, scored, err = a.Rescored(ctx, listed)
	}
	for i, row := range scored {
		rows[i].Rank, rows[i].WordRow = i+1, row.WordRow
	}
	return q, err
}

// Otherwise implements [results.Doubted]: words are scored one by one where bounds rejected some, and rejected
// where all were scored.
func (r ScoreRanking) Otherwise(record results.Record) (results.Question, error) {
	if !r.Exhaustive && Method(record.(results.Rank).Search.Method) == Enumerated {
		return nil, errors.New("all laws were scored, and no bounds are known that would reject some")
	}
	r.Exhaustive = !r.Exhaustive
	return r, nil
}

// Agree implements [results.Doubted]: the rows are the same to the last bit.
func (ScoreRanking) Agree(one, other results.Record) error {
	a, b := one.(results.Rank), other.(results.Rank)
	for i := range min(len(a.Rows), len(b.Rows)) {
		if !reflect.DeepEqual(a.Rows[i], b.Rows[i]) {
			return fmt.Errorf("row %d is %s in one way, %s in the other, or has other scores", i+1, a.Rows[i].Word,
				b.Rows[i].Word)
		}
	}
	if len(a.Rows) != len(b.Rows) {
		return fmt.Errorf("%d rows in one way, %d in the other", len(a.Rows), len(b.Rows))
	}
	return nil
}
