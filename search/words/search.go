package words

import (
	"context"
	"errors"
	"math/big"
	"path/filepath"
	"strconv"

	"dovetail/search/run"
)

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
	var counts Perfection
	if !exhaustive && (q.Key == ByConvergence || q.Top == 0) {
		var err error
		counts, err = CountPerfect(ctx, q, q.To, o)
		if err != nil && !errors.Is(err, ErrManyAvoiders) {
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
func searchOne(ctx context.Context, q Query, counts Perfection, exhaustive bool, o run.Options) (r Ranking, err error) {
	m := q.To
	_, bounded := measures[q.Key]
	long := m > shortWords && q.Top > 0 && !exhaustive && prunable(q.Alphabet, m)
	counted := m < len(counts.Counts)
	switch {
	case long && bounded:
		return Prune(ctx, q, false, o)
	case counted && q.Top == 0:
		r = Ranking{M: m, Words: count(q.Alphabet, m), Perfect: counts.Counts[m], Method: Counted}
	case long && counted && counts.Counts[m].Cmp(big.NewInt(int64(q.Top))) >= 0:
		// The leaders are perfect, and ordered by mean total variation.
		q.Key = ByMeanTVD
		r, err = Prune(ctx, q, true, o)
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
