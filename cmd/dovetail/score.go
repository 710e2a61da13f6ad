package main

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"dovetail/exact/position"
	"dovetail/results"
	"dovetail/search/words"
)

func newScore() *cobra.Command {
	var model modelFlags
	var output outputFlags
	var picture, matrix string
	cmd := &cobra.Command{
		Use:   "score WORD",
		Short: "All scores of one word, after each of its letters",
		Example: `  dovetail score HDHRDHH
  dovetail score RRRRRRR --png rrrrrrr.png
  dovetail score HRD -n 10 --matrix P --format csv`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if matrix != "" && matrix != "P" && matrix != "E" {
				return usage(fmt.Errorf("matrix=%q is not P or E", matrix))
			}
			if err := cmp.Or(checkPicture(picture), output.check(picture)); err != nil {
				return err
			}
			q, setting, w, err := model.word(args[0])
			if err != nil {
				return err
			}
			v := words.NewEvaluator(q)
			if picture != "" {
				if err := drawPlate(cmd.Context(), picture, q, v, w); err != nil {
					return err
				}
			}
			if matrix != "" {
				e, err := v.Deviation(cmd.Context(), w)
				if err != nil {
					return err
				}
				return write(&output, lawRecord(q, setting, w, matrix, e))
			}
			rows, err := v.Prefixes(cmd.Context(), w)
			if err != nil {
				return err
			}
			output.note(setting.N, setting.Models)
			return write(&output, scoreRecord(q, setting, rows))
		},
	}
	fileVar(cmd, &picture, "png", "", "draw the word's blue, white and red cells to `FILE` (.png or .svg)")
	cmd.Flags().StringVar(&matrix, "matrix", "", "write the position law instead: P, or E = P - 1/n")
	model.register(cmd)
	output.register(cmd)
	return cmd
}

func scoreRecord(q words.Query, s results.Setting, rows []words.Row) results.Score {
	prefixes, close := wordRows(q, rows)
	return results.Score{
		Schema:    results.ScoreSchema,
		Kind:      results.Exact,
		Setting:   s,
		WordRow:   prefixes[len(prefixes)-1],
		Precision: precision(q, rows, close),
		Prefixes:  prefixes,
	}
}

func lawRecord(q words.Query, s results.Setting, w position.Word, what string, e *position.Matrix) results.Law {
	l := results.Law{
		Schema:    results.LawSchema,
		Kind:      results.Exact,
		Setting:   s,
		Word:      q.Alphabet.Format(w),
		What:      what,
		CellError: position.ErrorBound(e.N, len(w)+1),
	}
	for i := range e.N {
		if what == "P" {
			l.Rows = append(l.Rows, e.Probabilities(i))
		} else {
			l.Rows = append(l.Rows, e.Row(i))
		}
	}
	return l
}
