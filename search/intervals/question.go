package intervals

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"dovetail/exact/pairs"
	"dovetail/exact/word"
	"dovetail/results"
	"dovetail/results/param"
	"dovetail/search/run"
	"dovetail/search/words"
)

// Ranking requests the words of a length, or of all lengths within a budget, by certified
// intervals of their distance over all orders. A ranking by distance uses recorded intervals where
// they are better than what is proved. A ranking by bound uses what is proved alone.
type Ranking struct {
	words.All
	Budget
	By     words.Key `json:"by"`
	Single bool      `json:"single,omitzero"` // leave out the laws of two cards
}

func (Ranking) Schema() string { return results.BoundRankSchema }

func (r Ranking) Check() error {
	if r.By != ByDistance && r.By != ByBound {
		return fmt.Errorf("by=%q is not one of %s, %s", r.By, ByDistance, ByBound)
	}
	if err := checkBoundedDeck(r.N); err != nil {
		return err
	}
	if err := r.All.Check(); err != nil {
		return err
	}
	if r.Given() {
		if err := r.Budget.Check(r.Letters); err != nil {
			return err
		}
		if longest := r.Longest(r.Letters); r.M != longest {
			return fmt.Errorf("m=%d: the longest words that the effort allows have %d letters", r.M, longest)
		}
		return nil
	}
	if r.Count().Cmp(big.NewInt(results.MaxBoundedWords)) > 0 {
		return fmt.Errorf("a ranking by intervals can have at most %d words, but m=%d over %s has %v; --by c ranks by single cards",
			results.MaxBoundedWords, r.M, r.Bare().Alphabet, r.Count())
	}
	return nil
}

func (r Ranking) Seconds() float64 {
	count := r.Count().Int64()
	if r.Given() {
		count = int64(len(r.Words(r.Letters)))
	}
	n, each := float64(r.N), 7e-9 // with ends of laws of pairs
	if r.By == ByDistance || r.Single {
		each = 4.5e-9
	}
	seconds := r.Scoring.Seconds(0) + float64(each*n*n*n*float64(count))
	if !r.Single {
		seconds += float64(6e-7 * float64(len(r.Letters)) * n * n * n) // for laws of pairs
	}
	return seconds
}

func (r Ranking) Bytes(threads int) uint64 {
	if r.Single {
		return 0
	}
	return pairs.Bytes(r.N, r.Letters, threads)
}

func (r Ranking) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	if env.Dir != "" {
		return nil, results.Refuse(fmt.Errorf("by=%s has no state to resume from; leave out --resume", r.By))
	}
	q, err := r.Query(ctx, env.Memo)
	if err != nil {
		return nil, err
	}
	o := env
	if !r.Single {
		if o, err = boundOptions(q, env); err != nil {
			return nil, err
		}
	}
	var found BoundRanking
	var onRecord *results.FromRecords
	if r.By == ByBound {
		found, err = rankByBounds(ctx, q, r.Budget, r.Single, o)
	} else {
		var known func(word.Word) (results.OnRecord, bool)
		if env.Known != nil {
			known = env.Known(q.Alphabet.Alphabet)
		}
		found, onRecord, err = rankByKnown(ctx, q, r.Budget, r.Single, known, o)
	}
	if err != nil && found.All == nil {
		return nil, err
	}
	r.Single = r.Single || err != nil
	record := found.Record(r, kindOf(onRecord), r.By, q)
	record.OnRecord = onRecord
	return record, results.Unfinished(err, []results.BoundRank{record})
}

// kindOf is the kind of a ranking that uses ends on record, if there are any: these may be sampled.
func kindOf(onRecord *results.FromRecords) string {
	if onRecord != nil && onRecord.Delta > 0 {
		return results.Sampled
	}
	return results.Bound
}

// boundOptions are the options of a ranking by intervals: with as many workers as the memory allows
// for laws of pairs.
func boundOptions(q words.Query, o run.Options) (run.Options, error) {
	letters := q.Alphabet.Alphabet
	if err := pairs.CheckMemory(letters, letters.Every(), o.Limit()); err != nil {
		return o, results.Refuse(err)
	}
	o.Threads = pairs.Workers(letters, letters.Every(), o.Workers(), o.Limit())
	return o, nil
}

// The names of the rankings by intervals instead of a score: by what is known of the distance, and
// by what is proved.
const (
	ByDistance words.Key = "distance"
	ByBound    words.Key = "bound"
)

func (r Ranking) Follows(
	ctx context.Context, _ run.Options, record results.Record,
) (results.Record, string, error) {
	want := record.(results.BoundRank)
	switch {
	case want.Sampling != nil:
		return nil, "", errors.New("a record of certified intervals has no sampling")
	case want.OnRecord != nil && r.By == ByBound:
		return nil, "", errors.New("a ranking by bound takes nothing from records")
	}
	q, err := rescored(ctx, r.All, want.Rows, r.Budget)
	if err != nil {
		return nil, "", err
	}
	want.Ranking, want.Budget = r.Heading(r, kindOf(want.OnRecord), r.By, q), r.Restated(want.Budget)
	if want.OnRecord != nil {
		return want, words.RowsRescored, results.ErrPartial("ends of intervals that were on record are those of the program that had them")
	}
	return want, words.RowsRescored, nil
}

// rescored computes the scores of rows again, of all words of a length or, if there is one,
// of a budget.
func rescored(ctx context.Context, a words.All, rows []results.BoundRow, b Budget) (words.Query, error) {
	var listed []string
	for _, row := range rows {
		listed = append(listed, row.Word)
	}
	var all *big.Int
	if b.Given() {
		all = big.NewInt(int64(len(b.Words(a.Letters))))
	}
	q, scored, err := a.Rescored(ctx, listed, all)
	for i, row := range scored {
		rows[i].Rank, rows[i].WordRow = i+1, row.WordRow
		rows[i].Effort, _ = b.Of(row.Word).Float64()
	}
	return q, err
}

func (r *Ranking) Params() param.List {
	return append(r.Budget.Params(&r.All), param.Choice(&r.By, "by", string(ByDistance),
		"what to rank by: distance (TVD over all orders, as narrowly as it is known: exact, on record or certified); bound "+
			"(certified TVD alone); decks (sampled TVD, as narrow as --work makes it); law (exact TVD, for small n); c, ew, "+
			"maxerror, tvd or worst (of single cards; ties are ordered by mean TVD, then by the word); sampled (lower bounds "+
			"from random deals, for any n)", ByDistance, ByBound),
		param.Switch(&r.Single, "single", "with --by distance or bound, leave out the certified bound by the laws of pairs of "+
			"cards, which take most of the time and memory"),
		words.PictureHasRows(&r.Top), param.After(func(given func(string) bool) error {
			if given("png") && r.Given() {
				return errors.New("png draws the best word of each length; leave out --effort")
			}
			return nil
		}))
}
