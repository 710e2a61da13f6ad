package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"dovetail/results"
	"dovetail/results/drawing"
	"dovetail/results/figure"
	"dovetail/results/fileio"
	"dovetail/results/forms"
	"dovetail/results/param"
	"dovetail/results/render"
	"dovetail/search/decks"
	"dovetail/search/paper"
	"dovetail/search/run"
)

// The commands about what Ide and Okuda print, and about what they assume: paper,
// figures, emax and models.

func newPaper() *cobra.Command {
	var o askFlags
	return o.asksFor("paper", &cobra.Command{
		Use:   "paper",
		Short: "Compare every figure printed by Ide and Okuda with the exact value",
		Long: `Compare every figure printed by Ide and Okuda (2018) with the exact value under the chosen models,
with z-scores, and say which figures reproduce and which do not.`,
		Example: `  dovetail paper
  dovetail paper --preset narrow-cut
  dovetail paper --out paper.csv`,
	}, asking{label: "words", threads: true})
}

func newFigures() *cobra.Command {
	var o struct {
		outputFlags
		threadFlags
	}
	var cmd *cobra.Command
	of := formOf("paper")
	cmd = declare(&cobra.Command{
		Use:   "figures [RECORD...]",
		Short: "Draw figures 4 to 7 of Ide and Okuda from exact laws",
		Long: `Draw figures 4 to 7 of Ide and Okuda (2018) from exact laws, as PNG and SVG, and print the names of the files:
4, 5 and 6 the Hindu, riffle and deal shuffle repeated; 7 the ten best words of each length from 2 to 7.
From records of dovetail hands it draws how far riffles leave a deck from fair, over the switch of each record.`,
		Example: `  dovetail figures --out figures
  dovetail figures --out narrow --preset narrow-cut
  dovetail figures hands-0.45.json hands-0.55.json hands-0.65.json`,
		Args: cobra.ArbitraryArgs,
	}, func(ctx context.Context, records []string) error {
		draw := func(name string, blocks ...figure.Block) error {
			for _, form := range []string{".png", ".svg"} {
				path := filepath.Join(o.out, name+form)
				if err := drawing.WriteFile(path, blocks...); err != nil {
					return err
				}
				o.meter.Stop()
				if _, err := fmt.Fprintln(cmd.OutOrStdout(), render.OneLine(path)); err != nil {
					return err
				}
			}
			return nil
		}
		asked, err := of.asked(nil)
		if err == nil {
			err = asked[0].Check()
		}
		if err != nil {
			return usage(err)
		}
		q, err := asked[0].(paper.Question).Query(ctx, nil)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(o.out, 0o777); err != nil {
			return usage(fileio.Cannot("make the folder", o.out, err))
		}
		if len(records) > 0 {
			blocks, err := overSwitches(records)
			if err != nil {
				return usage(err)
			}
			return draw("switch", blocks...)
		}
		o.start("words")
		defer o.meter.Stop()
		return paper.Figures(ctx, q, run.Options{Threads: o.threads, Meter: o.meter}, draw)
	}, options{
		flag(&o.out, "out", "figures", "folder for the pictures; created if it does not exist", param.File),
		o.quietOption(),
	}, of.options(), o.threadFlags.options())
	return cmd
}

// overSwitches is the picture of records of hands.
func overSwitches(paths []string) ([]figure.Block, error) {
	var all []results.Hands
	for _, path := range paths {
		text, err := fileio.Read(path)
		if err != nil {
			return nil, err
		}
		record, err := forms.Read(text, nil)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		hands, is := record.(results.Hands)
		if !is {
			return nil, fmt.Errorf("%s is not a record of hands", path)
		}
		all = append(all, hands)
	}
	return decks.OverSwitches(all)
}

func newEmax() *cobra.Command {
	var o askFlags
	return o.asksFor("emax", &cobra.Command{
		Use:   "emax",
		Short: "The tolerance e_max within which a uniform shuffle looks white",
		Long: `The tolerance e_max within which all n^2 cells of a uniform shuffle stay in 95% of experiments of s
deals: by exact binomial tails of independent cells, by the closed formula, and with --simulate by the
paper's own procedure.`,
		Example: `  dovetail emax
  dovetail emax --simulate 1000 --png emax.png
  dovetail emax -n 40 --samples 1e5`,
	}, asking{label: "deals", threads: true, draws: "draw the distribution of the largest errors of the runs"})
}

func newModels() *cobra.Command {
	var o askFlags
	return o.asksFor("models", &cobra.Command{
		Use:   "models",
		Short: "The shuffle models, their parameters, and the letters that stand for them",
		Long: `The shuffle models with their parameters, and the default letters that stand for them; --model of other commands
redefines one. A model is written name(key=value,...); parameters left out have their defaults.`,
		Example: `  dovetail models
  dovetail models --format json
  dovetail rank --alphabet R,F,T -m 6
  dovetail score XRX --alphabet X,R --model 'X=inverse(of=hindu(mean=4,sd=1))'`,
	}, asking{label: "models"})
}
