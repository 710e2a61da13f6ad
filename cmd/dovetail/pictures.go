package main

import (
	"context"
	"fmt"
	"io"

	"dovetail/exact/position"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/search/words"
)

// checkPicture refuses, before any work, a picture that could not be written.
func checkPicture(path string) error {
	if path == "" {
		return nil
	}
	if _, err := figure.FormatOf(path); err != nil {
		return usage(err)
	}
	return usage(results.CheckWritable(path))
}

// draw writes a picture in the format of its name.
func draw(path string, blocks ...figure.Block) error {
	format, err := figure.FormatOf(path)
	if err != nil {
		return usage(err)
	}
	return results.WriteFile(path, func(w io.Writer) error { return figure.Write(w, format, blocks...) })
}

func bitmap(n int, signs []int8) figure.Bitmap {
	colour := map[int8]figure.Cell{-1: figure.Blue, 0: figure.White, 1: figure.Red}
	b := figure.Bitmap{N: n}
	for _, sign := range signs {
		b.Cells = append(b.Cells, colour[sign])
	}
	return b
}

// convergence is C(w) as the paper writes it: C = 1.000 (2704).
func convergence(n int, r words.Row) string {
	return fmt.Sprintf("C = %s (%d)", results.Convergence(r.White, n), r.White)
}

func legend(q words.Query) figure.Legend {
	return figure.Legend{N: q.Alphabet.N, EMax: q.Emax.Float()}
}

func drawPlate(ctx context.Context, path string, q words.Query, v *words.Evaluator, w position.Word) error {
	n := q.Alphabet.N
	r, err := v.Row(ctx, w)
	if err != nil {
		return err
	}
	signs, err := v.Bitmap(ctx, w)
	if err != nil {
		return err
	}
	return draw(path,
		figure.Title(fmt.Sprintf("%s: %s", r.Word, convergence(n, r))),
		figure.Plate{Bitmap: bitmap(n, signs)},
		legend(q),
		figure.Caption("Row: start position. Column: end position."),
	)
}

// repetitionBlocks are the montage and the curve of a repeated word, as in the
// paper's figures 4 to 6.
func repetitionBlocks(ctx context.Context, q words.Query, v *words.Evaluator, w position.Word, r words.Repetition) ([]figure.Block, error) {
	n := q.Alphabet.N
	cells := float64(n * n)
	exact := figure.Series{Name: "C, exact law", First: 1}
	expected := figure.Series{Name: "E[w]/n² at s deals", First: 1}
	bitmaps, err := v.Bitmaps(ctx, w, len(r.Rows))
	if err != nil {
		return nil, err
	}
	var tiles []figure.Tile
	for k, row := range r.Rows {
		tiles = append(tiles, figure.Tile{
			Label:  []string{fmt.Sprintf("m = %d", k+1), convergence(n, row)},
			Bitmap: bitmap(n, bitmaps[k]),
		})
		exact.Y = append(exact.Y, float64(row.White)/cells)
		expected.Y = append(expected.Y, row.Expected/cells)
	}
	curve := figure.Curve{
		XLabel: "repetitions m", YLabel: "convergence C", YMax: 1,
		Series: []figure.Series{exact, expected},
	}
	if r.Cutoff > 0 && len(r.Rows) > 1 {
		curve.Markers = []figure.Marker{{Name: fmt.Sprintf("cutoff, m = %d", r.Cutoff), At: float64(r.Cutoff), Vertical: true}}
	}
	return []figure.Block{
		figure.Title(fmt.Sprintf("%s repeated 1 to %d times", q.Alphabet.Format(w), len(r.Rows))),
		figure.Montage{Rows: figure.Rows(tiles, 10)},
		legend(q),
		curve,
	}, nil
}
