package main

import (
	"cmp"
	"context"
	"slices"

	"github.com/spf13/cobra"

	"dovetail/exact/pairs"
	"dovetail/results"
)

func newPairs() *cobra.Command {
	var law pairFlags
	var output outputFlags
	var threads threadFlags
	cmd := &cobra.Command{
		Use:   "pairs WORD",
		Short: "The law of ordered pairs of cards after a word, and which neighbours stay together",
		Example: `  dovetail pairs HDHRDHH
  dovetail pairs RRRRRRR -n 32 --format csv`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(threads.check(), output.check()); err != nil {
				return err
			}
			record, err := followPairs(cmd.Context(), &law, args[0], threads.workers())
			if err != nil {
				return err
			}
			output.note(record.N, record.Models)
			return write(&output, record)
		},
	}
	law.register(cmd)
	threads.register(cmd)
	output.register(cmd)
	return cmd
}

// followPairs computes the pair law of a word.
func followPairs(ctx context.Context, law *pairFlags, word string, workers int) (results.Pairs, error) {
	a, w, of, err := law.word(word)
	if err != nil {
		return results.Pairs{}, err
	}
	two, err := pairs.NewAlphabet(ctx, a, w)
	if err != nil {
		return results.Pairs{}, usage(err)
	}
	both, err := pairs.NewLaw(ctx, two, w, workers)
	if err != nil {
		return results.Pairs{}, err
	}
	return pairsRecord(both, two, of), nil
}

func pairsRecord(law *pairs.Law, a *pairs.Alphabet, of wordRecord) results.Pairs {
	r := results.Pairs{
		Schema:  results.PairsSchema,
		Kind:    results.Exact,
		N:       a.N,
		Word:    of.word,
		Models:  of.models,
		Error:   law.Slack(),
		Uniform: 2 / float64(a.N),
	}
	starts := law.Distances()
	for _, d := range starts {
		r.MeanTVD += d / float64(len(starts))
	}
	r.WorstTVD, r.WorstStart = worst(a, starts, r.Error)
	r.EndTVD, r.WorstEnd = worst(a, law.Ends(), r.Error)
	for i, p := range law.Together() {
		r.Neighbours = append(r.Neighbours, results.Neighbour{First: i + 1, Together: p})
	}
	return r
}

// worst is the first pair, from 1, and its distance, among those that may have the
// largest: computed distances that are further apart than twice the slack differ, others
// count as ties.
func worst(a *pairs.Alphabet, distances []float64, slack float64) (d float64, pair [2]int) {
	least := slices.Max(distances) - 2*slack
	x := slices.IndexFunc(distances, func(d float64) bool { return d >= least })
	i, j := a.Pair(x)
	return distances[x], [2]int{i + 1, j + 1}
}
