package main

import (
	"cmp"
	"github.com/spf13/cobra"

	"dovetail/search/paper"
)

func newPaper() *cobra.Command {
	var model modelFlags
	var output outputFlags
	var threads threadFlags
	cmd := &cobra.Command{
		Use:   "paper",
		Short: "Set every figure that Ide and Okuda print beside the exact value",
		Long: `Set every figure that Ide and Okuda (2018) print beside the exact value under the chosen models,
with z-scores, and say plainly what reproduces and what does not.`,
		Example: `  dovetail paper
  dovetail paper --preset narrow-cut
  dovetail paper --format csv --out paper.csv`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := cmp.Or(threads.check(), output.check()); err != nil {
				return err
			}
			q, setting, err := model.query()
			if err != nil {
				return err
			}
			if err := paper.Check(q.Alphabet); err != nil {
				return usage(err)
			}
			p, err := paper.Compare(cmd.Context(), q, setting, threads.options(output.meter("words")))
			if err != nil {
				return err
			}
			return write(&output, p)
		},
	}
	model.register(cmd)
	threads.register(cmd)
	output.register(cmd)
	return cmd
}
