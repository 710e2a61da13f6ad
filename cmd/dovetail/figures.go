package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"dovetail/results/figure"
	"dovetail/search/words"
)

func newFigures() *cobra.Command {
	var model modelFlags
	var threads threadFlags
	var dir string
	cmd := &cobra.Command{
		Use:   "figures",
		Short: "Draw figures 4 to 7 of Ide and Okuda from exact laws",
		Long: `Draw figures 4 to 7 of Ide and Okuda (2018) from exact laws, as PNG and SVG:
4, 5 and 6 the Hindu, riffle and deal shuffle repeated; 7 the ten best words of each length from 2 to 7.`,
		Example: `  dovetail figures --out figures
  dovetail figures --out narrow --preset narrow-cut`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := threads.check(); err != nil {
				return err
			}
			q, _, err := model.query()
			if err != nil {
				return err
			}
			if err := os.MkdirAll(dir, 0o777); err != nil {
				return usage(fmt.Errorf("cannot make the folder %s: %w", dir, err))
			}
			v := words.NewEvaluator(q)
			for _, f := range []struct {
				name, word string
				times      int
			}{{"figure4", "H", 90}, {"figure5", "R", 10}, {"figure6", "D", 20}} {
				w, err := word(q, f.word)
				if err != nil {
					return err
				}
				r, err := words.Repeat(cmd.Context(), v, w, f.times)
				if err != nil {
					return err
				}
				blocks, err := repetitionBlocks(cmd.Context(), q, v, w, r)
				if err != nil {
					return err
				}
				if err := drawTwice(dir, f.name, blocks); err != nil {
					return err
				}
			}
			q.From, q.To, q.Key, q.Top = 2, 7, words.ByConvergence, 10
			rankings, err := words.Rank(cmd.Context(), q, threads.options(nil))
			if err != nil {
				return err
			}
			blocks, err := bestBlocks(cmd.Context(), q, v, rankings)
			if err != nil {
				return err
			}
			return drawTwice(dir, "figure7", blocks)
		},
	}
	fileVar(cmd, &dir, "out", "figures", "folder for the pictures, made if missing")
	model.register(cmd)
	threads.register(cmd)
	return cmd
}

// drawTwice draws name.png and name.svg.
func drawTwice(dir, name string, blocks []figure.Block) error {
	for _, extension := range []string{".png", ".svg"} {
		if err := draw(filepath.Join(dir, name+extension), blocks...); err != nil {
			return err
		}
	}
	return nil
}

// bestBlocks are the best words of every length, a row each, as in figure 7.
func bestBlocks(ctx context.Context, q words.Query, v *words.Evaluator, rankings []words.Ranking) ([]figure.Block, error) {
	var m figure.Montage
	for _, r := range rankings {
		row := figure.Row{Label: fmt.Sprintf("m = %d", r.M)}
		for _, best := range r.Rows {
			w, err := q.Alphabet.Parse(best.Word)
			if err != nil {
				return nil, err
			}
			signs, err := v.Bitmap(ctx, w)
			if err != nil {
				return nil, err
			}
			row.Tiles = append(row.Tiles, figure.Tile{
				Label:  []string{best.Word, convergence(q.Alphabet.N, best)},
				Bitmap: bitmap(q.Alphabet.N, signs),
			})
		}
		m.Rows = append(m.Rows, row)
	}
	return []figure.Block{figure.Title("The best words of each length, by C, ties by mean total variation"), m, legend(q)}, nil
}
