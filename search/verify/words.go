package verify

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"dovetail/exact/pairs"
	"dovetail/exact/tally"
	"dovetail/exact/word"
	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/search/decks"
	"dovetail/search/run"
	"dovetail/search/words"
)

// letters reads the models of a record.
func letters(n int, models []string) ([]shuffle.Letter, error) {
	s := shuffle.Spelling{N: n, Preset: shuffle.Literal}
	for _, m := range models {
		l, err := shuffle.ParseLetter(m)
		if err != nil {
			return nil, err
		}
		s.Names, s.Definitions = append(s.Names, l.Name), append(s.Definitions, l)
	}
	return s.Letters()
}

// query reads what scores depend on. It takes the laws of the letters.
func query(s results.Setting) (words.Query, results.Setting, error) {
	all, err := letters(s.N, s.Models)
	if err == nil {
		err = cmp.Or(
			require(s.N >= 1 && s.N <= words.MaxDeck, "n=%d is out of range 1..%d", s.N, words.MaxDeck),
			require(s.Samples.Sign() > 0 && s.Samples.Cmp(big.NewInt(tally.MaxSamples)) <= 0, "samples=%s is out of range 1..%.0f", s.Samples, tally.MaxSamples),
		)
	}
	if err != nil {
		return words.Query{}, s, err
	}
	return words.NewQuery(s.N, all, tolerance(s), s.Samples.Int64())
}

// tolerance is how the e_max of a setting was asked for.
func tolerance(s results.Setting) string {
	if how, _, _ := strings.Cut(s.EmaxFrom, ":"); how == "paper" || how == "auto" {
		return how
	}
	if exact, ok := strings.CutPrefix(s.EmaxFrom, "given: "); ok {
		return exact
	}
	return strconv.FormatFloat(s.Emax, 'g', -1, 64)
}

// lawSeconds is about what the position laws of a setting's letters take, and
// productSeconds a product of two.
func lawSeconds(s results.Setting) float64 { return 3 * float64(len(s.Models)) * productSeconds(s.N) }

func productSeconds(n int) float64 { return 0.5e-9 * math.Pow(float64(n), 3) }

// rank checks the rankings of position laws, which differ in what they go by.
func rank(e *exam) error {
	var key struct{ By any }
	if err := json.Unmarshal(e.text, &key); err == nil && (key.By == words.ByBound || key.By == decks.ByDecks) {
		return of(boundRank).check(e)
	}
	return of(scoreRank).check(e)
}

// scoreRank scores the rows that are listed, and ranks all words again where that is
// allowed.
func scoreRank(e *exam, r results.Rank) error {
	if err := checkRanking(r.Ranking, len(r.Rows)); err != nil {
		return err
	}
	if err := require(slices.Contains(words.Keys, words.Key(r.By)), "by=%q is not one of %v", r.By, words.Keys); err != nil {
		return err
	}
	listed, done, err := scored(e, r.Ranking, r.Rows, func(row *results.RankRow) (*int, *results.WordRow) { return &row.Rank, &row.WordRow })
	if err != nil || !done {
		return err
	}
	q, want := listed.query, r
	q.Key = words.Key(r.By)
	want.Ranking, want.Rows = listed.ranking, listed.again
	want.Kind = results.Exact
	want.Precision = words.Precision(q, listed.rows, r.Close)
	if err := cmp.Or(e.same(want), inOrder(q.Key, listed.rows), checkSearch(r)); err != nil {
		return err
	}
	e.checked("the rows listed, scored again and in order")
	if err := enclosedAgain(e, q, &want); err != nil {
		return err
	}
	if done, err := minimalAgain(e, q, r); err != nil || !done {
		return err
	}
	exhaustive := r.Search.Method == string(words.Enumerated) && r.Minimal == nil
	all, done, err := within(e, "rows, c1_words, minimal_c1_words, search, close", words.Seconds(q, exhaustive), func(ctx context.Context) (results.Rank, error) {
		if err := words.CheckMemory(q, exhaustive, e.Memory); err != nil {
			return want, tooLarge{err}
		}
		rankings, err := words.Search(ctx, q, exhaustive, run.Options{Threads: words.Workers(q, exhaustive, e.Threads, e.Memory)})
		if err != nil {
			return want, err
		}
		return rankings[0].Record(q, listed.ranking.Setting), nil
	})
	if err != nil || !done {
		return err
	}
	e.checked("that no other word is better, and every other field: all words ranked again")
	for i := range min(len(all.Rows), len(want.Rows)) {
		all.Rows[i].Enclosed = want.Rows[i].Enclosed
	}
	return e.same(all)
}

// enclosedAgain proves the intervals of the rows again, but for records from before there
// were any.
func enclosedAgain(e *exam, q words.Query, want *results.Rank) error {
	if !slices.ContainsFunc(want.Rows, func(row results.RankRow) bool { return row.Enclosed != results.Enclosed{} }) {
		return nil
	}
	cube := productSeconds(q.Alphabet.N)
	rows, done, err := within(e, "tvd_kind, tvd_low, tvd_high, tvd_low_by, tvd_high_by", (3e3+50*float64(len(want.Rows)*want.M))*cube, func(ctx context.Context) ([]results.RankRow, error) {
		rows := slices.Clone(want.Rows)
		for i := range rows {
			rows[i].Enclosed = results.Enclosed{}
		}
		return rows, words.Enclose(ctx, q.Alphabet, rows)
	})
	if err != nil || !done {
		return err
	}
	want.Rows = rows
	e.checked("the intervals over all orders, proved again")
	return e.same(*want)
}

// checkRanking holds the numbers of a ranking of all words of m letters together.
func checkRanking(r results.Ranking, rows int) error {
	if err := require(r.M >= 1 && r.M <= words.MaxLength, "m=%d is out of range 1..%d", r.M, words.MaxLength); err != nil {
		return err
	}
	count := big.NewInt(int64(len(r.Models)))
	count.Exp(count, big.NewInt(int64(r.M)), nil)
	return cmp.Or(
		require(count.Cmp(r.Words.Int) == 0, "words is %s, %d letters make %s", r.Words, len(r.Models), count),
		require(big.NewInt(int64(rows)).Cmp(count) <= 0, "rows has %d entries, there are %s words", rows, count),
	)
}

// listing is the rows of a ranking, scored again, with the query of as many.
type listing[R any] struct {
	query   words.Query
	ranking results.Ranking
	rows    []words.Row
	again   []R
}

// scored scores the rows of a ranking; parts are the rank of a row and its scores.
func scored[R any](e *exam, r results.Ranking, rows []R, parts func(*R) (*int, *results.WordRow)) (listing[R], bool, error) {
	seconds := lawSeconds(r.Setting) + float64(len(rows)*r.M*3)*productSeconds(r.N)
	return within(e, everything, seconds, func(ctx context.Context) (l listing[R], err error) {
		l.ranking, l.again = r, append([]R{}, rows...)
		if l.query, l.ranking.Setting, err = query(r.Setting); err != nil {
			return l, err
		}
		l.query.From, l.query.To, l.query.Top = r.M, r.M, len(rows)
		l.ranking.Alphabet = l.query.Alphabet.String()
		v := words.NewEvaluator(l.query)
		for i := range l.again {
			rank, scores := parts(&l.again[i])
			w, err := l.query.Alphabet.Parse(scores.Word)
			if err != nil {
				return l, err
			}
			row, err := v.Listed(ctx, w, len(rows))
			if err := cmp.Or(err, require(len(scores.Word) == r.M, "row %d: %s has not %d letters", i+1, scores.Word, r.M)); err != nil {
				return l, err
			}
			*rank, *scores = i+1, row.WordRow
			l.rows = append(l.rows, row)
		}
		return l, nil
	})
}

func inOrder(by words.Key, rows []words.Row) error {
	for i := range len(rows) - 1 {
		if by.Compare(rows[i], rows[i+1]) >= 0 {
			return fmt.Errorf("rows %d and %d are equal or out of order", i+1, i+2)
		}
	}
	return nil
}

// checkSearch adds up the laws of a search, and holds the number of words with C = 1 to
// the rows.
func checkSearch(r results.Rank) error {
	s := r.Search
	sum := new(big.Int)
	for _, part := range []*big.Int{s.Scored.Int, s.FirstProbe.Int, s.OtherProbes.Int, s.Rows.Int} {
		if part.Sign() < 0 {
			return fmt.Errorf("search has a negative number")
		}
		sum.Add(sum, part)
	}
	method := words.Method(s.Method)
	if err := cmp.Or(
		require(slices.Contains([]words.Method{words.Enumerated, words.Pruned, words.Counted}, method), "search has the unknown method %q", method),
		require(sum.Cmp(s.Laws.Int) == 0, "laws is %s in search, its parts add up to %s", s.Laws, sum),
		require((len(r.Rows) == 0) || method != words.Counted, "rows were %s, but are listed", method),
	); err != nil || r.C1Words == nil {
		return err
	}
	perfect := int64(0)
	for _, row := range r.Rows {
		if row.White == r.N*r.N {
			perfect++
		}
	}
	c1 := r.C1Words.Int
	all := big.NewInt(int64(len(r.Rows))).Cmp(r.Words.Int) == 0
	return cmp.Or(
		require(c1.Cmp(big.NewInt(perfect)) >= 0 && c1.Cmp(r.Words.Int) <= 0, "c1_words is %s, %d of %s words are listed with C=1", c1, perfect, r.Words),
		require(!all && (r.By != string(words.ByConvergence) || perfect == int64(len(r.Rows))) || c1.Cmp(big.NewInt(perfect)) == 0, "c1_words is %s, all %d are listed", c1, perfect),
	)
}

// minimalAgain scores the words of which it is said that they are the shortest with
// C = 1.
func minimalAgain(e *exam, q words.Query, r results.Rank) (bool, error) {
	if r.Minimal == nil {
		return true, nil
	}
	seconds := float64(len(r.Minimal.Words)*r.M*3) * productSeconds(r.N)
	_, done, err := within(e, "minimal_c1_words", seconds, func(ctx context.Context) (bool, error) {
		return true, checkMinimal(ctx, q, r.M, *r.Minimal)
	})
	return done, err
}

func checkMinimal(ctx context.Context, q words.Query, longest int, m results.Minimal) error {
	if err := cmp.Or(
		require(len(m.Counts) == longest+1, "minimal_c1_words counts %d lengths, not 0 to %d", len(m.Counts), longest),
		require(m.Length > 0 && m.Length < len(m.Counts), "minimal_c1_words has the length %d", m.Length),
	); err != nil {
		return err
	}
	for length, count := range m.Counts {
		if err := require(count >= 0 && (length >= m.Length || count == 0), "minimal_c1_words counts %d of length %d", count, length); err != nil {
			return err
		}
	}
	if err := require(m.Counts[m.Length] == len(m.Words), "minimal_c1_words counts %d of length %d and lists %d", m.Counts[m.Length], m.Length, len(m.Words)); err != nil {
		return err
	}
	v := words.NewEvaluator(q)
	var before word.Word
	for _, name := range m.Words {
		w, err := q.Alphabet.Parse(name)
		if err != nil {
			return err
		}
		inOrder := slices.Compare(before, w) < 0
		before = w
		row, err := v.Row(ctx, w)
		if err := cmp.Or(
			err,
			require(len(name) == m.Length && inOrder, "minimal_c1_words: %s is too long, too short or out of order", name),
			require(row.White == q.Alphabet.N*q.Alphabet.N, "minimal_c1_words: %s has a C below 1", name),
		); err != nil {
			return err
		}
	}
	return nil
}

// boundRank scores the rows, and encloses all words again where that is allowed.
func boundRank(e *exam, r results.BoundRank) error {
	if err := checkRanking(r.Ranking, len(r.Rows)); err != nil {
		return err
	}
	if err := require(r.Words.IsInt64() && r.Words.Int64() <= words.MaxBounded, "%s words are more than are enclosed at once", r.Words); err != nil {
		return err
	}
	listed, done, err := scored(e, r.Ranking, r.Rows, func(row *results.BoundRow) (*int, *results.WordRow) { return &row.Rank, &row.WordRow })
	if err != nil || !done {
		return err
	}
	q, want := listed.query, r
	want.Ranking, want.Rows = listed.ranking, listed.again
	want.Kind = results.Bound
	if r.By == decks.ByDecks {
		want.Kind = results.Sampled
	}
	if err := cmp.Or(e.same(want), words.CheckBounds(q)); err != nil {
		return err
	}
	e.checked("the scores of the rows listed")
	if r.By == decks.ByDecks {
		return race(e, r, q, listed.ranking.Setting)
	}
	if err := require(r.Sampling == nil, "sampling is said of certified intervals"); err != nil {
		return err
	}
	seconds := float64(r.Words.Int64())*15*productSeconds(r.N) + pairSeconds(r.N, len(r.Models)*3)
	all, done, err := within(e, "rows, best, close, cell_error, tvd_error, ew_error", seconds, func(ctx context.Context) (any, error) {
		letters := q.Alphabet.Alphabet
		if err := pairs.CheckMemory(letters, letters.Every(), e.Memory); err != nil {
			return nil, tooLarge{err}
		}
		again, err := words.RankByBounds(ctx, q, run.Options{Threads: pairs.Workers(letters, letters.Every(), e.Threads, e.Memory)})
		if err != nil {
			return nil, err
		}
		if r.Best.Unmixed == nil {
			again.Sort(words.FormerOrder)
		}
		return again.Record(q, listed.ranking.Setting), nil
	})
	if err != nil || !done {
		return err
	}
	e.checked("every interval, rank and the best words: all words enclosed again")
	return e.same(all)
}

// race runs a race again, where that is allowed. Else it proves the certified intervals
// again, which the sampled ones must not be wider than, and reads the best words off the
// rows if these are all.
func race(e *exam, r results.BoundRank, q words.Query, s results.Setting) error {
	if err := require(r.Sampling != nil && r.Sampling.Delta > 0 && r.Sampling.Delta < 1 && r.Sampling.Rounds >= 0 && r.Sampling.Rounds <= decks.MaxRounds,
		"sampling has no delta between 0 and 1, or not 0..%d rounds", decks.MaxRounds); err != nil {
		return err
	}
	letters := q.Alphabet.Alphabet
	if err := pairs.CheckMemory(letters, letters.Every(), e.Memory); err != nil {
		return tooLarge{err}
	}
	o := run.Options{Threads: pairs.Workers(letters, letters.Every(), e.Threads, e.Memory)}
	again := decks.Race{Query: q, Delta: r.Sampling.Delta, Seed: r.Sampling.Seed.Uint64(), Rounds: r.Sampling.Rounds, Former: r.Best.Unmixed == nil}
	const fields = "rank, tvd_low, tvd_high, tvd_low_by, tvd_high_by, best, sampling"
	var all any
	var done bool
	var err error
	if r.Sampling.Untested+r.Sampling.Unwalked > 0 {
		e.left(fields, "the race ended early, at a moment that nothing repeats")
	} else {
		all, done, err = within(e, fields, again.Seconds(r.Sampling.Words), func(ctx context.Context) (any, error) {
			raced, err := again.Run(ctx, o)
			if err != nil {
				return nil, err
			}
			return raced.Record(s), nil
		})
	}
	if done {
		e.checked("every interval, rank and the best words: the race run again")
		return cmp.Or(err, e.same(all))
	}
	if err != nil {
		return err
	}
	proved, done, err := within(e, "ew_error, cell_error, tvd_error, close, c_rank", float64(r.Words.Int64())*15*productSeconds(r.N), func(ctx context.Context) (words.BoundRanking, error) {
		return words.RankByBounds(ctx, q, o)
	})
	if err != nil || !done {
		return err
	}
	if err := cmp.Or(
		require(r.Precision == words.Precision(q, proved.Rows, proved.Close), "the errors of the scores, or the cells decided in more digits, are %+v", r.Precision),
		decks.Consistent(r, proved),
	); err != nil {
		return err
	}
	e.checked("that all intervals are within certified ones, proved again, and in order, and the best words")
	return nil
}
