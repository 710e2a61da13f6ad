package main

import (
	"bufio"
	"cmp"
	"context"
	"io"

	"github.com/spf13/cobra"

	"dovetail/exact/law"
	"dovetail/results"
	"dovetail/results/number"
)

func newLaw() *cobra.Command {
	var model modelFlags
	var threads threadFlags
	var memory memoryFlag
	var top, out string
	output := outputFlags{out: "-"}
	cmd := &cobra.Command{
		Use:   "law WORD",
		Short: "The law of a word on all n! decks, for small n",
		Long: `Compute how likely each of the n! decks is after a word of shuffles, and how far that is from a fair
deck: total variation distance, separation, l-2 norm, entropy, support, the most and the least likely decks.
Letters with rational probabilities are computed in whole numbers, others with a bound on the error.`,
		Example: `  dovetail law RRDRR -n 8
  dovetail law HRRR -n 8 --model 'H=hindu(mean=20/13,sd=25/78)' --top 5
  dovetail law RRRRRRR -n 10 --format json
  dovetail law RDR -n 6 --out decks.csv`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			rows, err := number.ParseInt("top", top, 0, 1000)
			if err != nil {
				return usage(err)
			}
			limit, err := memory.read()
			if err != nil {
				return err
			}
			if err := cmp.Or(usage(results.CheckWritable(out)), output.check(out), threads.check()); err != nil {
				return err
			}
			q, err := lawQuestion(&model, args[0])
			if err != nil {
				return err
			}
			ctx, meter := output.watch(cmd.Context(), "laws")
			defer meter.Stop()
			l, err := q.Law(ctx, limit, threads.workers())
			if err != nil {
				return usage(err)
			}
			if out != "" {
				if err := writeDecks(cmd.Context(), out, l); err != nil {
					return err
				}
			}
			record, err := q.Record(ctx, l, int(rows))
			if err != nil {
				return err
			}
			output.note(record.N, record.Models)
			return write(&output, record)
		},
	}
	cmd.Flags().StringVarP(&model.nText, "cards", "n", "8", "number of cards, 1 to 12 as memory allows")
	model.registerLetters(cmd)
	cmd.Flags().StringVar(&top, "top", "3", "how many of the most and of the least likely decks to list, up to 1000")
	fileVar(cmd, &out, "out", "", "write the probability of every deck to `FILE` as CSV")
	output.registerFormat(cmd)
	threads.register(cmd)
	memory.register(cmd, "for laws on all n! decks")
	return cmd
}

// lawQuestion reads deck, letters and word.
func lawQuestion(model *modelFlags, text string) (law.Question, error) {
	if _, err := number.ParseInt("n", model.nText, 1, law.MaxCards); err != nil {
		return law.Question{}, usage(err)
	}
	if model.alphabet == defaultAlphabet {
		model.alphabet += model.others(text)
	}
	letters, err := model.letters()
	if err != nil {
		return law.Question{}, err
	}
	if text, err = spelled(text, names(letters)); err != nil {
		return law.Question{}, usage(err)
	}
	return law.Question{N: model.n, Letters: used(letters, text), Word: text}, nil
}

// writeDecks writes the whole law, or no file if ctx is over before.
func writeDecks(ctx context.Context, path string, l *law.Law) error {
	denominator := ""
	if l.Exact() {
		denominator = l.Den.String()
	}
	return results.WriteFile(path, func(w io.Writer) error {
		out := bufio.NewWriterSize(w, 1<<16)
		err := results.DeckTable(out, denominator, func(yield func(deck []int, probability string) bool) {
			l.Each(func(deck []int, probability string) bool { return ctx.Err() == nil && yield(deck, probability) })
		})
		return cmp.Or(err, ctx.Err(), out.Flush())
	})
}
