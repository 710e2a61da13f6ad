// Package pairs computes laws of ordered pairs of cards exactly, without dealing.
//
// Two cards are followed at once: their ordered pair of positions is a Markov
// chain on n(n-1) states, and the shuffles of a word are independent, so that
// the pair law of a word is the product of those of its letters.
//
// Naming the cards in the other order changes nothing. In terms of Kept and
// Swapped (see shuffle.PairLaw) that splits a law into two matrices with a row
// and a column for each of the N = n(n-1)/2 unordered pairs,
//
//	Sum = Kept + Swapped - 1/N,  Diff = Kept - Swapped,
//
// and products are taken in each separately. For two successive shuffles Kept = K K' + S S' and
// Swapped = K S' + S K', so that K+S and K-S multiply. K+S is doubly stochastic, and its deviations
// multiply as in package position. That is a quarter of the work of n(n-1) states, and both tend to
// 0.
//
// An end pair has the deviations (Sum +- Diff)/2 from 1/(n(n-1)), and
// |s+d| + |s-d| = 2 max(|s|, |d|), so the distance of a start pair's law from
// uniform is half the sum of max(|Sum|, |Diff|) over its row.
//
// Start with NewLaws for the letters and NewLaw for a word; see the example.
//
// The package has the laws of letters, of start pairs that are followed through a word, and of
// whole words, with bounds of their errors and the memory that they take. Models that know their
// pair laws implement shuffle.Paired.
package pairs

import (
	"context"
	"errors"
	"fmt"

	"dovetail/exact/dense"
	"dovetail/exact/word"
	"dovetail/perm/fault"
	"dovetail/perm/number"
	"dovetail/perm/shuffle"
)

// Largest and smallest decks of pair laws: for 128 cards a law takes half a gigabyte for each half of
// a letter.
const (
	MinDeck = 2
	MaxDeck = 128
)

// maxEnumerated is the largest deck for which the outcomes of a model without a pair law of its own
// are enumerated.
const maxEnumerated = 9

// Laws are the letters of an alphabet with the pair laws of the random ones.
type Laws struct {
	*word.Alphabet
	pairs   int
	letters []*letter // nil for deterministic letters and those not in the words
	cache   *Cache    // nil for decks that are too large to be cached
}

// letter is the law of a random letter, in two halves, as above, or a riffle, which needs none.
type letter struct {
	sum, diff *dense.Factor
	uniform   float64 // 1/N, or 0 where sum is Kept + Swapped
	slack     float64 // of a row or column, see shuffle.PairLaw
	riffle    *riffle
}

// NewLaws computes the pair laws of the letters that occur in the words, with a cache of their own. It refuses a model
// that has none, and stops if ctx is cancelled.
func NewLaws(ctx context.Context, a *word.Alphabet, words ...word.Word) (*Laws, error) {
	return new(Cache).Laws(ctx, a, words...)
}

// add computes the law of letter l. That may take seconds. If ctx is cancelled before, the
// computation in progress is completed without being used, which takes some tenths of a second.
func (p *Laws) add(ctx context.Context, l byte) (err error) {
	if top := binomial(p.Letters[l].Model, p.N); top != nil {
		p.letters[l] = &letter{riffle: newRiffle(p.N, top)}
		return nil
	}
	p.letters[l], err = fault.Until(ctx, func() (*letter, error) {
		law, err := pairLaw(ctx, p.Letters[l].Model, p.N)
		if err != nil {
			return nil, fmt.Errorf("letter %c: %w", p.Letters[l].Name, err)
		}
		return newLetter(ctx, law)
	})
	return err
}

// ErrUnknown is the error for models whose pairs have no law that can be computed.
var ErrUnknown = errors.New("the law of pairs cannot be computed")

// pairLaw is the model's own law, or otherwise counted from the outcomes of a small deck.
func pairLaw(ctx context.Context, m shuffle.Model, n int) (*shuffle.PairLaw, error) {
	if law := shuffle.Pairs(ctx, m, n); law != nil {
		return law, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if n > maxEnumerated {
		return nil, fmt.Errorf("%w under %s for %d cards: its outcomes can be listed for at most %d", ErrUnknown, m, n,
			maxEnumerated)
	}
	return shuffle.SupportPairs(m, n), nil
}

// dust is the size below which cells are set to 0, where most are: those of a row add up to at most
// 2^-53.
const dust = 0x1p-66

// newLetter uses up the law, so that there are never more than three large matrices. Where most
// cells are 0, Sum is kept without its -1/N, which does not change products with deviations: their
// rows add up to 0. It fails only if ctx is cancelled.
func newLetter(ctx context.Context, law *shuffle.PairLaw) (*letter, error) {
	size := shuffle.PairCount(law.N)
	l := &letter{slack: law.Error, uniform: 1 / float64(size)}
	sum, diff := law.Kept, law.Swapped
	law.Kept, law.Swapped = nil, nil
	some := 0
	if err := eachRow(ctx, size, func(from, to int) {
		for x := from; x < to; x++ {
			if sum[x]+diff[x] >= dust {
				some++
			}
		}
	}); err != nil {
		return nil, err
	}
	sparse := 2*some < len(sum)
	if sparse {
		l.uniform = 0
		l.slack += 0x1p-53
	}
	if err := eachRow(ctx, size, func(from, to int) {
		for x := from; x < to; x++ {
			k, s := sum[x], diff[x]
			if sparse && k+s < dust {
				k, s = 0, 0
			}
			sum[x], diff[x] = k+s-l.uniform, k-s
		}
	}); err != nil {
		return nil, err
	}
	for _, part := range []struct {
		to    **dense.Factor
		cells *[]float64
	}{{&l.sum, &sum}, {&l.diff, &diff}} {
		m := dense.New(size, size)
		if err := eachRow(ctx, size, func(from, to int) { copy(m.Row(from/size), (*part.cells)[from:to]) }); err != nil {
			return nil, err
		}
		*part.cells = nil
		var err error
		if *part.to, err = dense.NewFactor(ctx, m); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// eachRow goes through the rows of a law, by the numbers of their cells, until ctx is cancelled.
func eachRow(ctx context.Context, size int, visit func(from, to int)) error {
	for row := range size {
		if err := ctx.Err(); err != nil {
			return err
		}
		visit(row*size, (row+1)*size)
	}
	return nil
}

// Every is every start pair.
func (a *Laws) Every() []int {
	all := make([]int, a.pairs)
	for x := range all {
		all[x] = x
	}
	return all
}

// Pair is the two positions of a pair by its number.
func (a *Laws) Pair(x int) (i, j int) {
	for x >= a.N-1-i {
		x -= a.N - 1 - i
		i++
	}
	return i, i + 1 + x
}

// The errors of computed distances.
//
// Take one start pair; sizes are sums of absolute values over end pairs. Let F_s
// be its computed row after s random letters, and d_s = F_s - F_(s-1) L_s the error
// that step s adds, L_s being the true law of its letter. What comes after does
// not let an error grow beyond twice its size in Sum (a doubly stochastic law
// minus the uniform one) and not at all in Diff (|Kept - Swapped| <= 1 in sum).
//
// With N the number of pairs, u = 2^-53 and p the slack of the letter's law: a product rounds N
// fused multiply-adds a cell, an error of at most N u/(1 - N u) times |F| |L|, which is 4 in Sum
// and 1 in Diff. The letter's cells are off by p, and by u of themselves and of 1/N for each
// rounding of Sum and Diff, 6u in all. Hence d_s <= 4Nu + 2(p + 6u) in Sum and Nu + p + 6u in Diff,
// to first order. A distance is half the sum of max(|Sum|, |Diff|), so a step adds at most
//
//	(2 (4Nu + 2p + 12u) + Nu + p + 6u) / 2 = (9Nu + 5p + 30u) / 2,
//
// and 5 (N+8) u + 3p covers the second order. The first letter is read and not multiplied. Its term
// covers the rounding of the distance itself, N u.
//
// A riffle that is applied without its law is off by (8n+16) u |F| (see riffle). |F| is at most 2
// in Sum and 1 in Diff, which adds (20n+40) u.

func firstSlack(pairs int, l *letter) float64 {
	return stepSlack(0, l) + float64(float64(pairs)*0x1p-53)
}

func stepSlack(pairs int, l *letter) float64 {
	if l.riffle != nil {
		return float64(20*l.riffle.n+64) * 0x1p-53
	}
	return float64(5*float64(pairs+8)*0x1p-53) + float64(3*l.slack)
}

// Both is, for every pair of cards by its number, the probability that a word leaves both of them in
// the first h positions, with a bound on the error of each.
//
// It applies the word to only one vector: g = 1 for the pairs within h, multiplied by the law of
// unordered pairs of each letter, the last letter first. That costs N^2 for a letter instead of the
// N^3 for the law of the word. A law is doubly stochastic, so that no error grows: a letter adds
// the slack of its law's rows, and (N+4) u for the sum, with u = 2^-53.
func Both(ctx context.Context, a *word.Alphabet, w word.Word, h int) (g []float64, slack float64, err error) {
	size := shuffle.PairCount(a.N)
	g = make([]float64, size)
	for i := range h {
		for j := i + 1; j < h; j++ {
			g[shuffle.PairIndex(a.N, i, j)] = 1
		}
	}
	laws := make([]*shuffle.PairLaw, len(a.Letters))
	for k := len(w) - 1; k >= 0; k-- {
		l := w[k]
		if p := a.Letters[l].Perm; p != nil {
			g = moved(g, newMove(p))
			continue
		}
		if laws[l] == nil {
			if laws[l], err = unordered(ctx, a.Letters[l].Model, a.N); err != nil {
				return nil, 0, err
			}
		}
		before := make([]float64, size)
		for x := range before {
			row := laws[l].Kept[x*size : (x+1)*size]
			for y, p := range row {
				before[x] += float64(p * g[y])
			}
		}
		g = before
		slack += laws[l].Error + float64(float64(size+4)*0x1p-53)
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
	}
	return g, slack, nil
}

// moved is g before the cards are moved.
func moved(g []float64, m move) []float64 {
	before := make([]float64, len(g))
	for x, y := range m.to {
		before[x] = g[y]
	}
	return before
}

// unordered is the law of a random letter with both orders of an end pair in Kept, and none in Swapped.
func unordered(ctx context.Context, m shuffle.Model, n int) (*shuffle.PairLaw, error) {
	return fault.Until(ctx, func() (*shuffle.PairLaw, error) {
		law, err := pairLaw(ctx, m, n)
		if err != nil {
			return nil, err
		}
		for x, s := range law.Swapped {
			law.Kept[x] += s
		}
		law.Swapped = nil
		law.Error += 0x1p-53
		return law, nil
	})
}

// BothMemory is the most bytes that Both takes: a matrix for each random letter of the word, and
// another while one is made.
func BothMemory(a *word.Alphabet, w word.Word) uint64 {
	size := uint64(shuffle.PairCount(a.N))
	random := map[byte]bool{}
	for _, l := range w {
		if a.Letters[l].Perm == nil {
			random[l] = true
		}
	}
	if len(random) == 0 {
		return number.ProgramBytes
	}
	return number.ProgramBytes + 8*size*size*uint64(len(random)+1)*9/8
}
