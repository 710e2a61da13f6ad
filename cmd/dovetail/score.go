package main

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

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
			ctx, meter := output.watch(cmd.Context(), "letters")
			defer meter.Stop()
			q, setting, w, err := model.word(args[0])
			if err != nil {
				return err
			}
			v := words.NewEvaluator(q)
			if picture != "" {
				if err := drawPlate(ctx, picture, q, v, w); err != nil {
					return err
				}
			}
			if matrix != "" {
				record, err := words.LawRecord(ctx, v, q, setting, w, matrix)
				if err != nil {
					return err
				}
				return write(&output, record)
			}
			record, err := words.ScoreRecord(ctx, v, q, setting, w)
			if err != nil {
				return err
			}
			output.note(setting.N, setting.Models)
			return write(&output, record)
		},
	}
	fileVar(cmd, &picture, "png", "", "draw the word's blue, white and red cells to `FILE` (.png or .svg)")
	cmd.Flags().StringVar(&matrix, "matrix", "", "write the position law instead: P, or E = P - 1/n")
	model.register(cmd)
	output.register(cmd)
	return cmd
}
