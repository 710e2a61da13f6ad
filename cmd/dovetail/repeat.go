package main

import (
	"cmp"
	"fmt"
	"github.com/spf13/cobra"

	"dovetail/results/number"
	"dovetail/search/words"
)

func newRepeat() *cobra.Command {
	var model modelFlags
	var output outputFlags
	var yes yesFlag
	var picture, max string
	cmd := &cobra.Command{
		Use:   "repeat WORD",
		Short: "Scores of a word repeated over and over",
		Example: `  dovetail repeat H --max 90 --png hindu.png
  dovetail repeat R --max 10
  dovetail repeat HDR --max 5 --format csv`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			times, err := number.ParseInt("max", max, 1, 10000)
			if err != nil {
				return usage(err)
			}
			if err := cmp.Or(checkPicture(picture), output.check(picture)); err != nil {
				return err
			}
			ctx, meter := output.watch(cmd.Context(), "repetitions")
			defer meter.Stop()
			q, setting, w, err := model.word(args[0])
			if err != nil {
				return err
			}
			if err := yes.check(fmt.Sprintf("%d repetitions", times), words.RepeatSeconds(q, w, int(times)), 1); err != nil {
				return err
			}
			v := words.NewEvaluator(q)
			r, err := words.Repeat(ctx, v, w, int(times))
			if err != nil {
				return err
			}
			if picture != "" {
				blocks, err := repetitionBlocks(ctx, q, v, w, r)
				if err != nil {
					return err
				}
				if err := draw(picture, blocks...); err != nil {
					return err
				}
			}
			return write(&output, words.RepeatRecord(q, setting, w, r))
		},
	}
	cmd.Flags().StringVar(&max, "max", "20", "how often to repeat the word")
	fileVar(cmd, &picture, "png", "", "draw every repetition and the curve of C to `FILE` (.png or .svg)")
	yes.register(cmd)
	model.register(cmd)
	output.register(cmd)
	return cmd
}
