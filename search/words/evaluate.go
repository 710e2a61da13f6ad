package words

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"

	"dovetail/exact/dense"
	"dovetail/exact/position"
	"dovetail/exact/tally"
	"dovetail/exact/word"
	"dovetail/perm/number"
	"dovetail/perm/pace"
	"dovetail/results"
)

// Evaluator scores single words in full. It is for one goroutine. It fails only if its context is
// cancelled.
type Evaluator struct {
	Query
	scorer *position.Scorer
	chain  *position.Chain
}

// NewEvaluator takes the alphabet, tolerance and probability of a white cell of q.
func NewEvaluator(q Query) *Evaluator {
	return &Evaluator{
		Query:  q,
		scorer: position.NewScorer(q.Alphabet, q.Emax, position.NewDecider(q.Alphabet)),
		chain:  position.NewChain(q.Alphabet),
	}
}

// Row is the word with all its scores.
func (v *Evaluator) Row(ctx context.Context, w word.Word) (Row, error) { return v.Listed(ctx, w, 1) }

// Listed is Row for one of the given number of rows of a ranking.
func (v *Evaluator) Listed(ctx context.Context, w word.Word, of int) (Row, error) {
	core := v.Alphabet.Core(w)
	e, err := v.chain.Core(ctx, core)
	if err != nil {
		return Row{}, err
	}
	r, err := v.row(ctx, w, core, e)
	if err == nil {
		r.Error, err = v.error(ctx, core, of)
	}
	return r, err
}

// maxCareful is the most rows that have the sharper bound of their errors, which costs two products
// a letter.
const maxCareful = 100

// error bounds the error of the law of a core, one of a number of rows.
func (v *Evaluator) error(ctx context.Context, core word.Word, of int) (float64, error) {
	if n := v.Alphabet.N; of > maxCareful {
		return float64(n) * position.ErrorBound(n, len(core)), nil
	}
	return v.chain.NormError(ctx, core)
}

// row scores a word by the deviation e of its core, all but its Error.
func (v *Evaluator) row(ctx context.Context, w, core word.Word, e *dense.Matrix) (Row, error) {
	scores, err := v.scorer.Score(ctx, core, e)
	r := ScoredRow(scores)
	r.Word, r.Letters = v.Alphabet.Format(w), string(w)
	v.fill(&r, e)
	return r, err
}

// fill adds to the scores of a row what needs the whole deviation.
func (v *Evaluator) fill(r *Row, e *dense.Matrix) {
	r.C = results.Convergence(r.White, v.Alphabet.N)
	r.Expected, r.ExpectedSD = Expected(v.White, e), independentSD(v.White, e)
}

// Complete adds what a ranking of rows did not need.
func (v *Evaluator) Complete(ctx context.Context, rows []Row) error {
	for i, r := range rows {
		pace.Yield()
		core := v.Alphabet.Core(word.Word(r.Letters))
		law, err := v.chain.Core(ctx, core)
		if err != nil {
			return err
		}
		v.fill(&rows[i], law)
		if rows[i].Error, err = v.error(ctx, core, len(rows)); err != nil {
			return err
		}
	}
	return nil
}

// Prefixes scores every prefix of the word, from its first letter to itself.
func (v *Evaluator) Prefixes(ctx context.Context, w word.Word) ([]Row, error) {
	meter := pace.Of(ctx)
	meter.Start(float64(len(w)), 0)
	var rows []Row
	for k := range w {
		r, err := v.Row(ctx, w[:k+1])
		if err != nil {
			return nil, err
		}
		rows = append(rows, r)
		meter.Add(1)
	}
	return rows, nil
}

// Deviation is E = P - 1/n of the word's position law.
func (v *Evaluator) Deviation(ctx context.Context, w word.Word) (*dense.Matrix, error) {
	return v.chain.Word(ctx, w)
}

// Bitmap says for every cell, row-major, whether the move is too rare (-1), within the tolerance
// (0), or too frequent (1).
func (v *Evaluator) Bitmap(ctx context.Context, w word.Word) ([]int8, error) {
	e, err := v.chain.Word(ctx, w)
	if err != nil {
		return nil, err
	}
	return v.scorer.Classify(ctx, w, e)
}

// Bitmaps are the bitmaps of the word repeated 1, 2, ..., times times.
func (v *Evaluator) Bitmaps(ctx context.Context, w word.Word, times int) (all [][]int8, err error) {
	r := position.NewRepetition(v.Alphabet, w)
	for k := range times {
		if err := r.Next(ctx); err != nil {
			return nil, err
		}
		signs, err := v.scorer.Classify(ctx, slices.Repeat(w, k+1), r.Word())
		if err != nil {
			return nil, err
		}
		all = append(all, signs)
	}
	return all, nil
}

// Expected is the mean of the number of white cells in s deals.
func Expected(white *tally.White, e *dense.Matrix) (mean float64) {
	for i := range e.Rows {
		mean += white.Sum(e.Row(i))
	}
	return mean
}

// independentSD is its standard deviation, as if cells were independent.
func independentSD(white *tally.White, e *dense.Matrix) float64 {
	variance := 0.0
	for i := range e.Rows {
		variance += white.Spread(e.Row(i))
	}
	return math.Sqrt(variance)
}

// Precision is that of the least precise of the rows, with the number of close cells. Distances are
// half of sums whose error is that of a row at most, and adding up loses at most 2^-50 n of them.
// E[w] adds n^2 values of f, each with its own error and the cell's.
func Precision(q Query, rows []Row, close int64) results.Precision {
	n := float64(q.Alphabet.N)
	p := results.Precision{Close: close}
	for _, r := range rows {
		p.CellError = max(p.CellError, r.Error)
		p.TVDError = max(p.TVDError, float64(r.Error/2)+float64(n*r.WorstTVD*0x1p-50))
	}
	p.ExpectedError = n * n * (q.White.Error + float64(q.White.Steepest*p.CellError))
	return p
}

// recorded is the rows of a record, with the precision of all of them.
func (q Query) recorded(rows []Row) (out []results.WordRow, p results.Precision) {
	var close int64
	for _, r := range rows {
		out = append(out, r.WordRow)
		close += int64(r.Close)
	}
	return out, Precision(q, rows, close)
}

// ScoreRecord is a word after each of its letters.
func ScoreRecord(ctx context.Context, v *Evaluator, w word.Word) (results.Score, error) {
	rows, err := v.Prefixes(ctx, w)
	if err != nil {
		return results.Score{}, err
	}
	prefixes, precision := v.recorded(rows)
	return results.Score{
		Head:      results.Head{Schema: results.ScoreSchema, Kind: results.Exact},
		Setting:   v.Setting,
		WordRow:   prefixes[len(prefixes)-1],
		Precision: precision,
		Prefixes:  prefixes,
	}, nil
}

// LawRecord is the position law of a word: P, or else E = P - 1/n.
func LawRecord(ctx context.Context, v *Evaluator, w word.Word, what string) (results.Law, error) {
	e, err := v.Deviation(ctx, w)
	if err != nil {
		return results.Law{}, err
	}
	l := results.Law{
		Head:      results.Head{Schema: results.LawSchema, Kind: results.Exact},
		Setting:   v.Setting,
		Word:      v.Alphabet.Format(w),
		What:      what,
		CellError: position.ErrorBound(e.Rows, len(w)+1),
	}
	for i := range e.Rows {
		if what == "P" {
			l.Rows = append(l.Rows, position.Probabilities(e, i))
		} else {
			l.Rows = append(l.Rows, e.Row(i))
		}
	}
	return l, nil
}

// Heading is the beginning of the record of a ranking that answers a question: how its words were
// requested, and the number of all of them.
func Heading(asked results.Question, kind string, by Key, q Query) results.Ranking {
	return results.Ranking{
		Head: results.Answering(asked, kind), M: q.M, Setting: q.Setting,
		Alphabet: q.Alphabet.String(), By: string(by), Words: number.Of(q.Count()),
	}
}

// The scores of the rows that a ranking lists, and so their order, are computed again here, for any
// score.

// RowsRescored is the text of what [All.Rescored] proves.
const RowsRescored = "the scores of the rows listed"

// Rescored scores the words again that a record lists. There must be as many as requested: words of
// the length or, where their number is given, any words.
func (a All) Rescored(ctx context.Context, listed []string, all *big.Int) (q Query, rows []Row, err error) {
	if all == nil {
		for i, name := range listed {
			if len(name) != a.M {
				return q, nil, fmt.Errorf("row %d: %s has not %d letters", i+1, name, a.M)
			}
		}
		all = a.Count()
	}
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
		row, err := v.Listed(ctx, w, len(listed))
		if err != nil {
			return q, nil, err
		}
		rows = append(rows, row)
	}
	return q, rows, nil
}
