package pairs

import (
	"context"
	"slices"

	"dovetail/exact/word"
	"dovetail/results"
)

// Record computes the pair law of a word. Only its letters, which are all of the
// alphabet's, get one.
func Record(ctx context.Context, a *word.Alphabet, w word.Word, workers int) (results.Pairs, error) {
	two, err := NewLaws(ctx, a, w)
	if err != nil {
		return results.Pairs{}, err
	}
	law, err := NewLaw(ctx, two, w, workers)
	if err != nil {
		return results.Pairs{}, err
	}
	r := results.Pairs{
		Schema:  results.PairsSchema,
		Kind:    results.Exact,
		N:       a.N,
		Word:    a.Format(w),
		Models:  a.Definitions(),
		Error:   law.Slack(),
		Uniform: 2 / float64(a.N),
	}
	starts := law.Distances()
	for _, d := range starts {
		r.MeanTVD += d / float64(len(starts))
	}
	r.WorstTVD, r.WorstStart = worst(two, starts, r.Error)
	r.EndTVD, r.WorstEnd = worst(two, law.Ends(), r.Error)
	for i, p := range law.Together() {
		r.Neighbours = append(r.Neighbours, results.Neighbour{First: i + 1, Together: p})
	}
	return r, nil
}

// worst is the first pair, from 1, and its distance, among those that may have the
// largest: computed distances that are further apart than twice the slack differ, others
// count as ties.
func worst(a *Laws, distances []float64, slack float64) (d float64, pair [2]int) {
	least := slices.Max(distances) - 2*slack
	x := slices.IndexFunc(distances, func(d float64) bool { return d >= least })
	i, j := a.Pair(x)
	return distances[x], [2]int{i + 1, j + 1}
}
