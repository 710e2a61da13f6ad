// Package paper compares what Ide and Okuda (2018) printed with the exact answers under models for its letters H, R and
// D, in tests alone: nothing printed enters an answer. docs/paper.md is what they find, and -update writes it.
package paper

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"dovetail/exact/dense"
	"dovetail/exact/word"
	"dovetail/results"
	"dovetail/search/run"
	"dovetail/search/words"
)

// statement is one statement of the paper. Expected and sd are the mean and the standard deviation of what one run of
// the paper's procedure would show under the models; z is how far the paper's number is from this, in standard
// deviations of that number. Each is nil if it does not exist.
type statement struct {
	where, what     string
	paper, ours     value
	expected, sd, z *float64
	reproduces      bool
	note            string
}

// value is a number to six significant digits (integers whole), or a text.
type value struct {
	number float64
	text   string
}

func num(x float64) value {
	if x == math.Trunc(x) {
		return value{x, strconv.FormatInt(int64(x), 10)}
	}
	return value{x, strconv.FormatFloat(x, 'g', 6, 64)}
}

func whole(k int) value { return num(float64(k)) }

func text(s string) value { return value{text: s} }

// sigmas is the number of standard deviations up to which a number counts as reproduced.
const sigmas = 3

// groups are the statements of the paper, in the order of docs/paper.md.
var groups = []struct {
	title, note string
	claims      []claim
}{
	{"Tolerance", "", []claim{one((*comparison).tolerance)}},
	{"Single shuffles", "", []claim{ // sections 4.1 to 4.3
		each(printedRepeated, (*comparison).counted),
		(*comparison).twice,
		each(printedReach, (*comparison).reach),
		one((*comparison).cutoff),
		(*comparison).lines,
		one((*comparison).silent),
		(*comparison).returns,
	}},
	{"Best words", "", []claim{each(printedBest, (*comparison).counted)}}, // section 5
	{"Rankings by white cells",
		"z: the word's E[w] less that of our word at the paper's place, in sd of the difference of two runs.",
		[]claim{each(printedPlaces, (*comparison).place), one((*comparison).parts), one((*comparison).riffleTop)}},
	{"Table 1", fmt.Sprintf("z: in standard errors of %d runs. Where runs fell in "+
		"the open last bin their mean is unknown; medians, interpolated within their bin, are compared "+
		"instead, expected as if cells were independent.", spreadRuns),
		[]claim{(*comparison).table1}},
}

// claim compares one thing that the paper says, in one or more statements.
type claim func(*comparison) []statement

func one(compare func(*comparison) statement) claim {
	return func(c *comparison) []statement { return []statement{compare(c)} }
}

func each[P any](printed []P, compare func(*comparison, P) statement) claim {
	return func(c *comparison) (rows []statement) {
		for _, p := range printed {
			rows = append(rows, compare(c, p))
		}
		return rows
	}
}

// comparison collects the statements about one set of models.
type comparison struct {
	words.Query
	ctx    context.Context
	eval   *words.Evaluator
	misses []miss

	ranked     map[int]ranked // by length
	histograms []histogram
}

// histogram is a row of table 1: cards*cards - k white cells were counted in paper[k] runs, and are expected in ours[k]
// if cells are independent. The last entry also counts fewer white cells.
type histogram struct {
	word  string
	paper []int
	ours  []float64
}

// miss is a white count that does not reproduce.
type miss struct {
	what            string
	paper, expected float64
}

// reproduction is what is found under one set of models.
type reproduction struct {
	words.Query
	groups     []group
	histograms []histogram
	summary    string
}

type group struct {
	title, note string
	rows        []statement
}

// reproduce goes through the paper under q's alphabet, which must be H, R and D, with its tolerance and its probability
// of a white cell.
func reproduce(ctx context.Context, q words.Query, o run.Options) reproduction {
	c := &comparison{Query: q, ctx: ctx, eval: words.NewEvaluator(q)}
	c.rank(o)
	r := reproduction{Query: q}
	compared, reproduced := 0, 0
	for _, g := range groups {
		found := group{title: g.title, note: g.note}
		for _, compare := range g.claims {
			found.rows = append(found.rows, compare(c)...)
		}
		r.groups = append(r.groups, found)
		compared += len(found.rows)
		for _, s := range found.rows {
			if s.reproduces {
				reproduced++
			}
		}
	}
	r.histograms, r.summary = c.histograms, c.summary(reproduced, compared)
	return r
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
	return must(c.Alphabet.Parse(s))
}

// row scores a word of the paper.
func (c *comparison) row(s string) words.Row {
	return must(c.eval.Row(c.ctx, c.word(s)))
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// repeat scores the repetitions of a word of the paper.
func (c *comparison) repeat(s string, times int) results.Repeat {
	return must(words.Repeat(c.ctx, c.eval, c.word(s), times))
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
func measured(s statement, paper, mean, sd, stderr float64) statement {
	s.paper = num(paper)
	s.expected, s.sd = &mean, &sd
	s.reproduces = paper == mean
	if stderr > 0 {
		z := (paper - mean) / stderr
		s.z = &z
		s.reproduces = math.Abs(z) <= sigmas
	}
	return s
}

// equal compares integers, which must agree exactly.
func equal(where, what string, paper, ours int) statement {
	return statement{where: where, what: what, paper: whole(paper), ours: whole(ours),
		reproduces: paper == ours}
}

// counted compares the white count of one run of a word.
func (c *comparison) counted(p whiteCount) statement {
	r := c.row(p.Word)
	s := statement{where: p.Where, what: "w of " + label(p.Word), ours: whole(r.White)}
	return c.noted(p.Word, measured(s, float64(p.W), r.Expected, r.ExpectedSD, r.ExpectedSD))
}

// noted records a white count that does not reproduce.
func (c *comparison) noted(word string, s statement) statement {
	if !s.reproduces {
		c.misses = append(c.misses, miss{label(word), s.paper.number, *s.expected})
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
