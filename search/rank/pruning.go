package rank

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"sync"

	"dovetail/exact/dense"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm/elementary"
	"dovetail/search/run"
	"dovetail/search/words"
)

// The pruned search finds the leaders among all words of one length m without computing most of
// their laws. A core of m letters is cut after h = ceil(m/2) letters or more, and stands for
// shorter ones (below). A pair of halves is tested, in order, by
//
//  1. the product of one test vector of each half, first in whole numbers,
//  2. those of their other test vectors,
//  3. a few rows of the product, those first that the first half mixes worst,
//  4. the score itself, computed as the enumeration does.
//
// The first three reject a pair only if its score, as the enumeration would
// compute it, is certainly above the threshold: the score of a known word that
// has enough better ones. So the answer is that of the enumeration, bit by bit.
type pruning struct {
	*enumeration // does the empty core, or all cores if none is cut, and has what both find
	measure      measure
	cut          int       // length of first halves
	usable       []byte    // the letters of cores
	searchers    sync.Pool // of *searcher

	mu        sync.Mutex // guards what follows, which is made on first use
	threshold float64
	factors   *factors
	suffixes  *suffixes
}

// pairs is a task of all cores with one prefix, cut into halves. The enumeration has the other
// kinds of tasks.
const pairs = 2

// prefixLength is the length of the prefixes that make tasks.
const prefixLength = 4

func newPruning(q pruned) *pruning {
	p := &pruning{
		enumeration: newEnumeration(q.Query),
		measure:     measures[q.Key],
		cut:         firstHalf(q.Alphabet, q.M),
	}
	p.perfect = q.Perfect
	if p.cut < q.M {
		p.deepest = 0 // except for the empty core, pairs stand for all cores
	}
	p.usable = slices.Sorted(slices.Values(slices.Concat(p.random, p.fixed)))
	p.searchers.New = func() any { return newSearcher(p) }
	return p
}

// prepare finds the threshold and makes the tables, unless another worker has. It
// fails only if ctx is cancelled.
func (p *pruning) prepare(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.suffixes != nil {
		return nil
	}
	t, err := threshold(ctx, p.q, p.measure, p.perfect)
	if err != nil {
		return err
	}
	return p.tables(ctx, t)
}

// tables makes the tables of factors and second halves for a threshold.
func (p *pruning) tables(ctx context.Context, threshold float64) (err error) {
	a, longest := p.q.Alphabet, p.q.M-p.cut
	if p.factors, err = newFactors(ctx, a, (max(p.cut, longest)+1)/2); err != nil {
		return err
	}
	p.factors.turn()
	p.threshold = threshold
	p.suffixes, err = newSuffixes(ctx, p.factors, p.usable, p.measure, newLimits(a.N, threshold, p.measure), longest)
	return err
}

// pruned is the question of the pruned search, of a single length.
type pruned struct {
	words.Query
	Perfect bool // only words with C = 1
}

func (pruned) Name() string { return "words/pruning/6" }

func (q pruned) Job() (*pruning, error) { return newPruning(q), q.White.Tabulate(q.Alphabet.N) }

// Roots implements run.Job: those of the enumeration, and the prefixes of first halves.
func (p *pruning) Roots() ([]run.Piece, error) {
	pieces, err := p.enumeration.Roots()
	if err != nil {
		return nil, err
	}
	// The price of a pair: n of the n^3 multiply-adds of a product, at a quarter of their price,
	// and half as much besides.
	pair := 0.4 / float64(p.q.Alphabet.N*p.q.Alphabet.N)
	prefix := make(word.Word, 0, p.cut)
	var list func()
	list = func() {
		if len(prefix) == min(prefixLength, p.cut) {
			weight := p.pairsBelow(len(prefix)) * pair
			pieces = append(pieces, run.Piece{Payload: append([]byte{pairs}, prefix...), Weight: weight})
			return
		}
		for _, l := range p.usable {
			if len(prefix) > 0 || p.q.Alphabet.Letters[l].Perm == nil {
				prefix = append(prefix, l)
				list()
				prefix = prefix[:len(prefix)-1]
			}
		}
	}
	if p.cut < p.q.M {
		list()
	}
	return pieces, nil
}

func (p *pruning) Check(payload []byte) error {
	if len(payload) == 0 || payload[0] != pairs {
		return p.enumeration.Check(payload)
	}
	prefix := payload[1:]
	known := func(l byte) bool { return slices.Contains(p.usable, l) }
	if p.cut == p.q.M || len(prefix) != min(prefixLength, p.cut) || !slices.Contains(p.random, prefix[0]) ||
		slices.ContainsFunc(prefix, func(l byte) bool { return !known(l) }) {
		return fmt.Errorf("%v is no task of pairs of halves", payload)
	}
	return nil
}

// pairsBelow is the number of pairs whose first half starts with a given prefix.
func (p *pruning) pairsBelow(prefix int) float64 {
	k, count := float64(len(p.usable)), 1.0
	for range p.cut - prefix {
		count *= k
	}
	seconds, ends := 0.0, float64(len(p.random))
	for range p.q.M - p.cut {
		seconds += ends
		ends *= k
	}
	return count * seconds
}

func (p *pruning) Run(ctx context.Context, t run.Task) (run.Result, error) {
	if t.Payload[0] != pairs {
		return p.enumeration.Run(ctx, t)
	}
	if err := p.prepare(ctx); err != nil {
		return run.Result{}, err
	}
	s := p.searchers.Get().(*searcher)
	defer p.searchers.Put(s)
	s.ctx, s.found = ctx, newFound(p.q)
	s.search(t.Payload[1:])
	if err := ctx.Err(); err != nil {
		return run.Result{}, err
	}
	return run.Whole(s.found.sent())
}

// The pruned search starts from a threshold: the score of the last of enough good words. A beam
// finds them: it keeps the best words of each length and extends them by every letter. It proves
// nothing, and misses true leaders. Any words would do; better ones only save time.

// beamMemory bounds the memory of a beam.
const beamMemory = 256 << 20

// beamWidth is the number of words of each length that a beam keeps. Longer searches keep more, but
// beyond wideBeam the threshold hardly improves.
func beamWidth(q words.Query) int {
	halves := elementary.Pow(float64(len(q.Alphabet.Letters)), float64(firstHalf(q.Alphabet, q.M)))
	width := max(64+4*q.Top, int(min(halves/64, wideBeam)))
	return max(16, min(width, beamMemory/(8*q.Alphabet.N*(q.Alphabet.N+4))))
}

const wideBeam = 512

type candidate struct {
	core  word.Word
	e     *dense.Matrix
	score float64
	name  string
}

// threshold is the last score of q.Top words of length q.M, the best that a beam finds, or infinity
// if it does not find as many. With perfect set it considers only words with C = 1. It fails only
// if ctx is cancelled.
func threshold(ctx context.Context, q words.Query, m measure, perfect bool) (float64, error) {
	found, err := beam(ctx, q, m)
	if err != nil {
		return 0, err
	}
	// The scores so far were rounded in another order than the ranking's.
	v := words.NewEvaluator(q)
	worst, wanted := 0.0, q.Top
	for _, c := range found {
		if wanted == 0 {
			break
		}
		r, err := v.Row(ctx, c.core)
		if err != nil {
			return 0, err
		}
		if !perfect || r.White == q.Alphabet.N*q.Alphabet.N {
			worst = max(worst, m.key.Penalty(r))
			wanted--
		}
	}
	if wanted > 0 {
		return math.Inf(1), nil
	}
	return worst, nil
}

// beam finds words of length q.M, the best first: all that are one letter longer than those it
// keeps of the length before.
func beam(ctx context.Context, q words.Query, m measure) (best []candidate, err error) {
	a, width := q.Alphabet, beamWidth(q)
	scorer := position.NewScorer(a, q.Emax, position.NewDecider(a))
	for l, letter := range a.Letters {
		if letter.Perm == nil {
			c := candidate{core: word.Word{byte(l)}, e: a.E[l]}
			if c.score, err = m.of(ctx, scorer, c); err != nil {
				return nil, err
			}
			best = append(best, c)
		}
	}
	for length := 2; length <= q.M; length++ {
		var next []candidate
		for _, c := range best[:min(len(best), width)] {
			for l, letter := range a.Letters {
				if letter.Central || letter.Perm != nil && length == q.M {
					continue
				}
				core := append(slices.Clone(c.core), byte(l))
				longer := candidate{core: core, e: dense.Square(a.N), score: c.score, name: a.Format(core)}
				if letter.Perm != nil {
					permuteColumns(longer.e, c.e, letter.Perm)
				} else {
					dense.Product(longer.e, c.e, a.E[l])
					if longer.score, err = m.of(ctx, scorer, longer); err != nil {
						return nil, err
					}
				}
				next = append(next, longer)
			}
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		slices.SortFunc(next, func(x, y candidate) int {
			return cmp.Or(cmp.Compare(x.score, y.score), strings.Compare(x.name, y.name))
		})
		best = next
	}
	return best, nil
}

// of is the score of a candidate.
func (m measure) of(ctx context.Context, scorer *position.Scorer, c candidate) (float64, error) {
	scores, err := scorer.Score(ctx, c.core, c.e)
	if err != nil {
		return 0, err
	}
	return m.scoreFloat(scores), nil
}

// No score of the pruned search grows when a word is extended: E_wx = E_w P_x averages the cells of
// every row, so that neither a row's sum of |e| nor the largest |e| grows. Hence a core whose score
// is above the limit has no beginning with a lower one. The pad is the first random letter. Among
// cores of one length m, let w stand for itself and for its beginnings c that become w by repeating
// the pad: w = c R...R. Every core of up to m letters is represented by exactly one core of m
// letters, which is tested in place of all of them.

// pad is the first random letter.
func pad(a *position.Laws) byte {
	for i, l := range a.Letters {
		if l.Perm == nil {
			return byte(i)
		}
	}
	return byte(len(a.Letters))
}

// standsFor are the cores that a core stands for, the longest first, which is itself. As pads at
// its end are removed, each beginning that ends in a random letter follows. For the second half of
// a core alone, it yields the rests of that half. If nothing is left but pads, the first half
// stands for further cores.
func standsFor(a *position.Laws, w word.Word) iter.Seq[word.Word] {
	last := pad(a)
	return func(yield func(word.Word) bool) {
		for end := len(w); end > 0 && a.Letters[w[end-1]].Perm == nil && yield(w[:end]) && w[end-1] == last; end-- {
		}
	}
}

// countStanding is the number of cores that w stands for.
func countStanding(a *position.Laws, w word.Word) (count int64) {
	for range standsFor(a, w) {
		count++
	}
	return count
}
