// Package words ranks all words of shuffles of a length by the scores of their
// exact position laws.
package words

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"path/filepath"
	"strconv"
	"strings"

	"dovetail/exact/position"
	"dovetail/exact/tally"
	"dovetail/results"
	"dovetail/search/run"
)

// Query says which words to rank, and by what.
type Query struct {
	Alphabet *position.Laws
	From, To int // word lengths, both included
	Key      Key `json:"by"`
	Top      int // rows to keep for each length
	Emax     position.Tolerance
	White    *tally.White // chance of a white cell in s deals
}

// Kinds are the questions that other machines can help with. Minimal perfect words are
// not: the candidates are known only where the shorter words are.
var Kinds = []run.Kind{run.KindOf[*enumeration](thorough{}), run.KindOf[*pruning](pruned{})}

// Ranking is the answer for one length.
type Ranking struct {
	M       int
	Words   *big.Int   // how many words there are
	Perfect *big.Int   // how many of them have every cell white, exactly; nil if not counted
	Minimal [][]string // by length, perfect words without a perfect proper factor; nil if not looked for
	Rows    []Row      // the first Top of them, best first
	Close   int64      // cells, of all cores of the query, decided in higher precision
	Method  Method
	Stats   Stats // laws dealt with, of all lengths of the query
}

// Rank ranks the words. Memory is a few matrices a thread and level, and the
// rows kept.
func Rank(ctx context.Context, q Query, o run.Options) ([]Ranking, error) {
	if q.From < 1 || q.From > q.To {
		return nil, fmt.Errorf("word lengths %d..%d are invalid; want 1 <= from <= to", q.From, q.To)
	}
	job, _, err := run.Run(ctx, thorough{q}, o)
	if err != nil {
		return nil, err
	}
	if err := job.complete(); err != nil {
		return nil, err
	}
	var answer []Ranking
	for i, t := range job.total.lengths {
		m := q.From + i
		rows, err := job.detail(ctx, t.sorted())
		if err != nil {
			return nil, err
		}
		answer = append(answer, Ranking{
			M:       m,
			Words:   count(q.Alphabet, m),
			Perfect: t.perfect,
			Rows:    rows,
			Close:   job.total.close,
			Method:  Enumerated,
			Stats:   job.total.stats,
		})
	}
	return answer, nil
}

// count is the number of words of length m.
func count(a *position.Laws, m int) *big.Int {
	k := big.NewInt(int64(len(a.Letters)))
	return k.Exp(k, big.NewInt(int64(m)), nil)
}

// Key is the score that a ranking goes by.
type Key string

// The scores, each with its better end first.
const (
	ByConvergence Key = "c"        // white cells, most first
	ByExpected    Key = "ew"       // expected white cells in s deals, most first
	ByMaxError    Key = "maxerror" // largest |e|, least first
	ByMeanTVD     Key = "tvd"      // mean total variation, least first
	ByWorstTVD    Key = "worst"    // worst total variation, least first
)

// Keys lists all of them.
var Keys = []Key{ByConvergence, ByExpected, ByMaxError, ByMeanTVD, ByWorstTVD}

// Row is a word with its scores. While words are ranked they have no more of them than
// the ranking needs.
type Row struct {
	position.Scores
	Error float64 // bounds the error of the law in the norm of position.ErrorUnit

	letters string // the word.Word that Word spells
}

// penalty is the score as a number of which less is better.
func (k Key) penalty(r Row) float64 {
	switch k {
	case ByConvergence:
		return -float64(r.White)
	case ByExpected:
		return -r.Expected
	case ByMaxError:
		return r.MaxError
	case ByWorstTVD:
		return r.WorstTVD
	}
	return r.MeanTVD
}

// says is the score as it is shown while a search goes on, on n cards.
func (k Key) says(r Row, n int) string {
	switch k {
	case ByConvergence:
		return "C=" + results.Convergence(r.White, n)
	case ByExpected:
		return fmt.Sprintf("E[w]=%.2f", r.Expected)
	}
	return fmt.Sprintf("%s=%.6g", k, k.penalty(r))
}

// Compare puts the better row first: by the score, then by mean total
// variation, then by the word. Rows of different words never compare equal.
func (k Key) Compare(a, b Row) int {
	return cmp.Or(
		cmp.Compare(k.penalty(a), k.penalty(b)),
		cmp.Compare(a.MeanTVD, b.MeanTVD),
		strings.Compare(a.Word, b.Word),
	)
}

// Method is how leaders were found.
type Method string

// The methods.
const (
	Enumerated Method = "enumerated" // every law was computed
	Pruned     Method = "pruned"     // most laws were rejected by bounds
	Counted    Method = "counted"    // no leaders were asked for, only the number of perfect words
)

// shortWords is the length up to which enumeration is as fast as pruning.
const shortWords = 8

// Search ranks the words of every length from q.From to q.To by the fastest
// method that gives the answer of Rank, bit by bit, unless exhaustive asks for
// the enumeration. Perfect words are counted where the ranking goes by
// convergence, visits all words anyway, or lists none. Lengths are searched one by
// one, so that what is said of one does not depend on which others were asked for.
//
// With o.Dir each of several lengths keeps its state in a folder of its own there. After
// one that could not be saved the others are searched without.
func Search(ctx context.Context, q Query, exhaustive bool, o run.Options) ([]Ranking, error) {
	goOnUnsaved(&o)
	var counts perfection
	if !exhaustive && (q.Key == ByConvergence || q.Top == 0) {
		var err error
		counts, err = countPerfect(ctx, q, q.To, o)
		if err != nil && !errors.Is(err, errManyAvoiders) {
			return nil, err
		}
	}
	var answer []Ranking
	for m := q.From; m <= q.To; m++ {
		one := q
		one.From, one.To = m, m
		options := o
		if o.Dir != "" && q.From < q.To {
			options.Dir = filepath.Join(o.Dir, strconv.Itoa(m))
		}
		r, err := searchOne(ctx, one, counts, exhaustive, options)
		if err != nil {
			return nil, err
		}
		answer = append(answer, r)
	}
	return answer, nil
}

// goOnUnsaved has what comes after a state that could not be saved do without: it
// is not worth less.
func goOnUnsaved(o *run.Options) {
	if tell := o.Unsaved; tell != nil {
		o.Unsaved = func(e *run.Unsaved) {
			o.Dir = ""
			tell(e)
		}
	}
}

// searchOne ranks the words of the one length of q.
func searchOne(ctx context.Context, q Query, counts perfection, exhaustive bool, o run.Options) (r Ranking, err error) {
	m := q.To
	_, bounded := measures[q.Key]
	long := m > shortWords && q.Top > 0 && !exhaustive && prunable(q.Alphabet, m)
	counted := m < len(counts.Counts)
	switch {
	case long && bounded:
		return prune(ctx, q, false, o)
	case counted && q.Top == 0:
		r = Ranking{M: m, Words: count(q.Alphabet, m), Perfect: counts.Counts[m], Method: Counted}
	case long && counted && counts.Counts[m].Cmp(big.NewInt(int64(q.Top))) >= 0:
		// The leaders are perfect, and ordered by mean total variation.
		q.Key = ByMeanTVD
		r, err = prune(ctx, q, true, o)
		r.Perfect = counts.Counts[m]
	default:
		var rankings []Ranking
		if rankings, err = Rank(ctx, q, o); err == nil {
			r = rankings[0]
		}
	}
	if counted {
		r.Minimal = counts.Minimal[:m+1]
	}
	return r, err
}

// prune finds the leaders of the words of the single length q.From = q.To by a
// score with bounds. perfect says to look at words with C = 1 only. The result
// is that of Rank, but for Perfect, which is nil, and for Stats.
func prune(ctx context.Context, q Query, perfect bool, o run.Options) (Ranking, error) {
	job, _, err := run.Run(ctx, pruned{q, perfect}, o)
	if err == nil {
		err = job.enum.complete()
	}
	if err != nil {
		return Ranking{}, err
	}
	t := job.enum.total.lengths[0]
	rows, err := job.enum.detail(ctx, t.sorted())
	return Ranking{
		M:      q.To,
		Words:  count(q.Alphabet, q.To),
		Rows:   rows,
		Close:  job.enum.total.close,
		Method: Pruned,
		Stats:  job.enum.total.stats,
	}, err
}
