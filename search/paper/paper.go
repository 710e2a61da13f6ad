// Package paper compares what Ide and Okuda (2018) printed with the exact answers under given
// models. Nothing printed enters an answer. Package published has the figures, each with its
// section, figure or table, and groups here says which function compares each.
package paper

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"dovetail/exact/dense"
	"dovetail/exact/word"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	picture "dovetail/results/figure"
	"dovetail/results/published"
	"dovetail/search/rank"
	"dovetail/search/run"
	"dovetail/search/words"
)

// Question requests every figure that the paper prints beside the exact one, under models for
// its letters H, R and D.
type Question struct{ words.Scoring }

// Schema implements [results.Question].
func (Question) Schema() string { return results.PaperSchema }

// Check implements [results.Question].
func (q Question) Check() error {
	names := notation.NamesOf(q.Letters)
	if string(slices.Sorted(slices.Values(names))) != "DHR" {
		return fmt.Errorf("the paper's words are over H,R,D, not %s", notation.ListNames(names))
	}
	return q.Scoring.Check()
}

// Seconds implements [results.Question].
func (q Question) Seconds() float64 { return q.Scoring.Seconds(1e4) }

// Answer implements [run.Answerer].
func (q Question) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	scored, err := q.Query(ctx, env.Memo)
	if err != nil {
		return nil, err
	}
	r, err := reproduce(ctx, scored, env)
	r.QuestionText = results.TextOf(q)
	return r, err
}

// Figures passes figures 4 to 7 of the paper to draw, by their names. Figures 4, 5 and 6 are
// the Hindu, riffle and deal shuffle repeated; 7 shows the ten best words of each length from
// 2 to 7.
func Figures(ctx context.Context, q words.Query, o run.Options,
	draw func(name string, blocks ...picture.Block) error) error {
	v := words.NewEvaluator(q)
	for _, f := range []struct {
		name, word string
		times      int
	}{{"figure4", "H", 90}, {"figure5", "R", 10}, {"figure6", "D", 20}} {
		w, err := q.Alphabet.Parse(f.word)
		if err != nil {
			return err
		}
		r, err := words.Repeat(ctx, v, w, f.times)
		if err != nil {
			return err
		}
		blocks, err := words.Montage(ctx, v, w, r)
		if err != nil {
			return err
		}
		if err := draw(f.name, blocks...); err != nil {
			return err
		}
	}
	q.Key, q.Top = words.ByConvergence, 10
	var lengths [][]results.WordRow
	for q.M = 2; q.M <= 7; q.M++ {
		r, err := rank.Rank(ctx, q, o)
		if err != nil {
			return err
		}
		var best []results.WordRow
		for _, row := range r.Rows {
			best = append(best, row.WordRow)
		}
		lengths = append(lengths, best)
	}
	blocks, err := words.BestMontage(ctx, v, "The best words of each length, by C, ties by mean total variation",
		lengths)
	if err != nil {
		return err
	}
	return draw("figure7", blocks...)
}

// sigmas is the number of standard deviations up to which a number counts as reproduced.
const sigmas = 3

// groups are the statements of the paper, in the order of the record.
var groups = []struct {
	title, note string
	claims      []claim
}{
	{"Tolerance", "", []claim{one((*comparison).tolerance)}},
	{"Single shuffles", "", []claim{ // sections 4.1 to 4.3
		each(published.Repeated, (*comparison).counted),
		(*comparison).twice,
		each(published.Reach, (*comparison).reach),
		one((*comparison).cutoff),
		(*comparison).lines,
		one((*comparison).silent),
		(*comparison).returns,
	}},
	{"Best words", "", []claim{each(published.Best, (*comparison).counted)}}, // section 5
	{"Rankings by white cells",
		"z: the word's E[w] less that of our word at the paper's place, in sd of the difference of two runs.",
		[]claim{each(published.Places, (*comparison).place), one((*comparison).parts), one((*comparison).riffleTop)}},
	{"Table 1", fmt.Sprintf("z: in standard errors of %d runs. Where runs fell in "+
		"the open last bin their mean is unknown; medians, interpolated within their bin, are compared "+
		"instead, expected as if cells were independent.", published.SpreadRuns),
		[]claim{(*comparison).table1}},
}

// claim compares one thing that the paper says, in one or more statements.
type claim func(*comparison) []results.Statement

func one(compare func(*comparison) results.Statement) claim {
	return func(c *comparison) []results.Statement { return []results.Statement{compare(c)} }
}

func each[P any](printed []P, compare func(*comparison, P) results.Statement) claim {
	return func(c *comparison) (rows []results.Statement) {
		for _, p := range printed {
			rows = append(rows, compare(c, p))
		}
		return rows
	}
}

// comparison collects the statements about one set of models. Once ctx is cancelled it scores
// no more words. Its statements are then empty, and err says why.
type comparison struct {
	words.Query
	ctx     context.Context
	err     error
	samples int64
	eval    *words.Evaluator
	misses  []miss

	ranked     map[int]ranked // by length
	histograms []results.Histogram
}

// miss is a white count that does not reproduce.
type miss struct {
	what            string
	paper, expected float64
}

// reproduce goes through the paper under q's alphabet, which must be H, R and D, with its
// tolerance and its probability of a white cell.
func reproduce(ctx context.Context, q words.Query, o run.Options) (results.Paper, error) {
	c := &comparison{Query: q, ctx: ctx, samples: q.Setting.Samples.Int64(), eval: words.NewEvaluator(q)}
	if err := c.rank(o); err != nil {
		return results.Paper{}, err
	}
	record := results.Paper{Head: results.Head{Schema: results.PaperSchema, Kind: results.Exact}, Setting: q.Setting,
		Runs: published.SpreadRuns}
	for _, g := range groups {
		said := results.Statements{Title: g.title, Note: g.note}
		for _, compare := range g.claims {
			said.Rows = append(said.Rows, compare(c)...)
		}
		record.Groups = append(record.Groups, said)
		record.Compared += len(said.Rows)
		for _, st := range said.Rows {
			if st.Reproduces {
				record.Reproduced++
			}
		}
	}
	record.Histograms = c.histograms
	record.Summary = c.summary(record.Reproduced, record.Compared)
	return record, c.err
}

// summary counts, and names the white counts that are farthest off.
func (c *comparison) summary(reproduced, compared int) string {
	s := fmt.Sprintf("%d of the %d statements compared reproduce under these models, %d do not.",
		reproduced, compared, compared-reproduced)
	gap := func(m miss) float64 { return math.Abs(m.paper - m.expected) }
	slices.SortStableFunc(c.misses, func(a, b miss) int { return cmp.Compare(gap(b), gap(a)) })
	var far []string
	for _, m := range c.misses[:min(5, len(c.misses))] {
		far = append(far, fmt.Sprintf("%s (%.5g, here %.1f)", m.what, m.paper, m.expected))
	}
	if len(far) > 0 {
		s += " The white counts farthest off: " + strings.Join(far, ", ") + "."
	}
	return s
}

// word reads a word of the paper, whose letters are in the alphabet.
func (c *comparison) word(s string) word.Word {
	w, err := c.Alphabet.Parse(s)
	if err != nil {
		panic(err)
	}
	return w
}

// row scores a word of the paper.
func (c *comparison) row(s string) words.Row {
	return scored(c, func() (words.Row, error) { return c.eval.Row(c.ctx, c.word(s)) })
}

// scored computes f, or returns the zero value once the context is cancelled.
func scored[T any](c *comparison, f func() (T, error)) (value T) {
	if c.err == nil {
		value, c.err = f()
	}
	return value
}

// repeat scores the repetitions of a word of the paper.
func (c *comparison) repeat(s string, times int) results.Repeat {
	return scored(c, func() (results.Repeat, error) {
		return words.Repeat(c.ctx, c.eval, c.word(s), times)
	})
}

// chances is the probability f(e) that a cell looks white, for every cell of a deviation.
func (c *comparison) chances(e *dense.Matrix) (f []float64) {
	for i := range e.Rows {
		for _, x := range e.Row(i) {
			f = append(f, min(max(0, c.White.At(x)), 1))
		}
	}
	return f
}

// measured compares a number with the mean of a quantity. sd is the quantity's standard
// deviation in one run, stderr that of the paper's measurement.
func measured(s results.Statement, paper, mean, sd, stderr float64) results.Statement {
	s.Paper = results.Num(paper)
	s.Expected, s.SD = &mean, &sd
	s.Reproduces = paper == mean
	if stderr > 0 {
		z := (paper - mean) / stderr
		s.Z = &z
		s.Reproduces = math.Abs(z) <= sigmas
	}
	return s
}

// equal compares integers, which must agree exactly.
func equal(where, what string, paper, ours int) results.Statement {
	return results.Statement{Where: where, What: what, Paper: results.Whole(paper), Ours: results.Whole(ours),
		Reproduces: paper == ours}
}

// counted compares the white count of one run of a word.
func (c *comparison) counted(p published.Count) results.Statement {
	r := c.row(p.Word)
	s := results.Statement{Where: p.Where, What: "w of " + label(p.Word), Ours: results.Whole(r.White)}
	return c.noted(p.Word, measured(s, float64(p.W), r.Expected, r.ExpectedSD, r.ExpectedSD))
}

// noted records a white count that does not reproduce.
func (c *comparison) noted(word string, s results.Statement) results.Statement {
	if !s.Reproduces {
		c.misses = append(c.misses, miss{label(word), s.Paper.Number(), *s.Expected})
	}
	return s
}

// label is the word, a long repetition of one letter as its power.
func label(word string) string {
	if len(word) > 7 && strings.Count(word, word[:1]) == len(word) {
		return fmt.Sprintf("%s^%d", word[:1], len(word))
	}
	return word
}
