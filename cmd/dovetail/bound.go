package main

import (
	"cmp"
	"context"
	"math/big"

	"github.com/spf13/cobra"

	"dovetail/exact/bound"
	"dovetail/exact/pairs"
	"dovetail/results"
	"dovetail/results/number"
)

func newBound() *cobra.Command {
	var law pairFlags
	var output outputFlags
	var threads threadFlags
	var explain bool
	cmd := &cobra.Command{
		Use:   "bound WORD",
		Short: "A certified interval for a word's distance from uniform over all orders of the deck",
		Example: `  dovetail bound HDHRDHH
  dovetail bound HRRRRRR --explain
  dovetail bound RRRRRRR --format json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(threads.check(), output.check()); err != nil {
				return err
			}
			record, err := enclose(cmd.Context(), &law, args[0], threads.workers(), explain)
			if err != nil {
				return err
			}
			output.note(record.N, record.Models)
			return write(&output, record)
		},
	}
	cmd.Flags().BoolVar(&explain, "explain", false, "print every inequality that proves anything, with its numbers")
	law.register(cmd)
	threads.register(cmd)
	output.register(cmd)
	return cmd
}

// enclose proves an interval for a word.
func enclose(ctx context.Context, law *pairFlags, word string, workers int, explain bool) (results.Interval, error) {
	a, w, of, err := law.word(word)
	if err != nil {
		return results.Interval{}, err
	}
	// A letter without a pair law costs the word that inequality only.
	var starts []int
	two, err := pairs.NewAlphabet(ctx, a, w)
	if err == nil {
		starts = two.Every()
	}
	i, err := bound.NewProver(a, two, starts, workers).Word(ctx, w, true)
	if err != nil {
		return results.Interval{}, err
	}
	record := intervalRecord(i, a.N, of)
	if explain {
		record.Proof = proof(i)
	}
	return record, nil
}

func intervalRecord(i bound.Interval, n int, of wordRecord) results.Interval {
	kind := results.Bound
	if i.Exact() {
		kind = results.Exact
	}
	return results.Interval{
		Schema:  results.IntervalSchema,
		Kind:    kind,
		N:       n,
		Word:    of.word,
		Models:  of.models,
		Lower:   lower(i.Lower.Value),
		LowerBy: string(i.Lower.By),
		Upper:   upper(i.Upper.Value),
		UpperBy: string(i.Upper.By),
	}
}

func proof(i bound.Interval) (steps []results.ProofStep) {
	for _, s := range i.Steps {
		step := results.ProofStep{Bound: "lower", By: string(s.By), Value: lower(s.Value), Says: s.Proof}
		if s.Upper {
			step.Bound, step.Value = "upper", upper(s.Value)
		}
		steps = append(steps, step)
	}
	return steps
}

func lower(x *big.Rat) string { return number.Certified(x, false) }
func upper(x *big.Rat) string { return number.Certified(x, true) }
