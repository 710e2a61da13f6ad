package pairs

import (
	"context"

	"dovetail/exact/word"
	"dovetail/perm/shuffle"
	"dovetail/results/fault"
	"dovetail/results/number"
)

// Both is, for every pair of cards by its number, the probability that a word leaves both of them in
// the first h positions, with a bound on the error of each.
//
// Only what the word does to one vector is needed: g = 1 for the pairs within h, multiplied by the law
// of unordered pairs of each letter, the last letter first. That is N^2 for a letter in the place of the
// N^3 of a law of the word. A law is doubly stochastic, so that no error grows: a letter adds the slack
// of its law's rows, and (N+4) u for the sum, with u = 2^-53.
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

// BothMemory is how many bytes Both takes at most: a matrix for each random letter of the word, and another
// while one is made.
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
