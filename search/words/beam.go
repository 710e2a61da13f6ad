package words

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"dovetail/exact/dense"
	"dovetail/exact/position"
	"dovetail/exact/word"
)

// The pruned search starts from a threshold: the score of the last of enough
// good words. A beam finds them: it keeps the best words of each length and
// extends them by every letter. It proves nothing, and misses true leaders; any
// words would do, and better ones only save time.

// beamMemory bounds the memory of a beam.
const beamMemory = 256 << 20

// beamWidth is how many words of each length a beam keeps: more where the search is
// long, but beyond wideBeam hardly a better threshold comes of it.
func beamWidth(q Query) int {
	halves := math.Pow(float64(len(q.Alphabet.Letters)), float64(firstHalf(q.Alphabet, q.M)))
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

// threshold is the last score of q.Top words of length q.M, the best that a
// beam finds, or infinity if it does not find so many. With perfect set it
// looks at words with C = 1 only. It fails only if ctx is cancelled.
func threshold(ctx context.Context, q Query, m measure, perfect bool) (float64, error) {
	a := q.Alphabet
	best := q.Top
	width := beamWidth(q)
	scorer := position.NewScorer(a, q.Emax, position.NewDecider(a))
	var beam []candidate
	for l, letter := range a.Letters {
		if letter.Perm == nil {
			beam = append(beam, candidate{core: word.Word{byte(l)}, e: a.E[l]})
		}
	}
	for length := 2; length <= q.M; length++ {
		var next []candidate
		for _, c := range beam {
			for l, letter := range a.Letters {
				if err := ctx.Err(); err != nil {
					return 0, err
				}
				core := append(slices.Clone(c.core), byte(l))
				e := dense.Square(a.N)
				switch {
				case letter.Central:
					continue
				case letter.Perm == nil:
					dense.Product(e, c.e, a.E[l])
				case length < q.M:
					permuteColumns(e, c.e, letter.Perm)
				default:
					continue
				}
				scores, err := scorer.Score(ctx, core, e)
				if err != nil {
					return 0, err
				}
				next = append(next, candidate{core, e, m.scoreFloat(scores), a.Format(core)})
			}
		}
		slices.SortFunc(next, func(x, y candidate) int {
			return cmp.Or(cmp.Compare(x.score, y.score), strings.Compare(x.name, y.name))
		})
		if length < q.M {
			next = next[:min(len(next), width)]
		}
		beam = next
	}
	// The scores so far were rounded in another order than the ranking's.
	v := NewEvaluator(q)
	worst := 0.0
	for _, c := range beam {
		if best == 0 {
			break
		}
		r, err := v.Row(ctx, c.core)
		if err != nil {
			return 0, err
		}
		if !perfect || r.White == a.N*a.N {
			worst = max(worst, m.key.penalty(r))
			best--
		}
	}
	if best > 0 {
		return math.Inf(1), nil
	}
	return worst, nil
}
