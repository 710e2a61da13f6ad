package words

import (
	"context"
	"fmt"

	"dovetail/exact/word"
	"dovetail/results"
	"dovetail/results/figure"
)

// Plate is the picture of one word: its blue, white and red cells.
func Plate(ctx context.Context, v *Evaluator, w word.Word) ([]figure.Block, error) {
	r, err := v.Row(ctx, w)
	if err != nil {
		return nil, err
	}
	signs, err := v.Bitmap(ctx, w)
	if err != nil {
		return nil, err
	}
	return []figure.Block{
		figure.Title(fmt.Sprintf("%s: %s", r.Word, convergence(r.WordRow))),
		figure.Plate{Bitmap: v.bitmap(signs)},
		v.legend(),
		figure.Caption("Row: start position. Column: end position."),
	}, nil
}

// Montage is the picture of the word w repeated as in r, and the curve of C, as in the
// paper's figures 4 to 6.
func Montage(ctx context.Context, v *Evaluator, w word.Word, r results.Repeat) ([]figure.Block, error) {
	bitmaps, err := v.Bitmaps(ctx, w, len(r.Rows))
	if err != nil {
		return nil, err
	}
	cells := float64(v.Alphabet.N * v.Alphabet.N)
	exact := figure.Series{Name: "C, exact law", First: 1}
	expected := figure.Series{Name: "E[w]/n² at s deals", First: 1}
	var tiles []figure.Tile
	for k, row := range r.Rows {
		tiles = append(tiles, v.tile(fmt.Sprintf("m = %d", k+1), row, bitmaps[k]))
		exact.Y = append(exact.Y, float64(row.White)/cells)
		expected.Y = append(expected.Y, row.Expected/cells)
	}
	curve := figure.Curve{
		XLabel: "repetitions m", YLabel: "convergence C", YMax: 1,
		Series: []figure.Series{exact, expected},
	}
	if r.Cutoff > 0 && len(r.Rows) > 1 {
		name := fmt.Sprintf("cutoff, m = %d", r.Cutoff)
		curve.Markers = []figure.Marker{{Name: name, At: float64(r.Cutoff), Vertical: true}}
	}
	return []figure.Block{
		figure.Title(fmt.Sprintf("%s repeated 1 to %d times", r.Word, len(r.Rows))),
		figure.Montage{Rows: figure.Rows(tiles, 10)},
		v.legend(),
		curve,
	}, nil
}

// BestMontage is the picture of the best words of lengths, a row each, as in the paper's figure 7.
func BestMontage(ctx context.Context, v *Evaluator, title string, lengths [][]results.WordRow) ([]figure.Block, error) {
	var m figure.Montage
	for _, best := range lengths {
		row := figure.Row{}
		for _, r := range best {
			w, err := v.Alphabet.Parse(r.Word)
			if err != nil {
				return nil, err
			}
			signs, err := v.Bitmap(ctx, w)
			if err != nil {
				return nil, err
			}
			row.Label = fmt.Sprintf("m = %d", len(w))
			row.Tiles = append(row.Tiles, v.tile(r.Word, r, signs))
		}
		m.Rows = append(m.Rows, row)
	}
	return []figure.Block{figure.Title(title), m, v.legend()}, nil
}

// Picture is the same of the answers to questions of one setting, of each the ten best words at most.
func Picture(ctx context.Context, records []results.Record) ([]figure.Block, error) {
	const most = 10
	var q Query
	var lengths [][]results.WordRow
	for _, record := range records {
		r := record.(results.Rank)
		asked, err := results.Of[ScoreRanking]().Question(r.Schema, r.Question)
		if err != nil {
			return nil, err
		}
		if q.Alphabet == nil {
			if q, err = asked.(ScoreRanking).Query(ctx); err != nil {
				return nil, err
			}
			q.Key = asked.(ScoreRanking).By
		}
		var best []results.WordRow
		for _, row := range r.Rows[:min(most, len(r.Rows))] {
			best = append(best, row.WordRow)
		}
		lengths = append(lengths, best)
	}
	return BestMontage(ctx, NewEvaluator(q), fmt.Sprintf("The best words by %s", q.Key), lengths)
}

func (q Query) tile(name string, r results.WordRow, signs []int8) figure.Tile {
	return figure.Tile{Label: []string{name, convergence(r)}, Bitmap: q.bitmap(signs)}
}

func (q Query) bitmap(signs []int8) figure.Bitmap {
	colour := map[int8]figure.Cell{-1: figure.Blue, 0: figure.White, 1: figure.Red}
	b := figure.Bitmap{N: q.Alphabet.N}
	for _, sign := range signs {
		b.Cells = append(b.Cells, colour[sign])
	}
	return b
}

// convergence is C(w) as the paper writes it: C = 1.000 (2704).
func convergence(r results.WordRow) string { return fmt.Sprintf("C = %s (%d)", r.C, r.White) }

func (q Query) legend() figure.Legend {
	return figure.Legend{N: q.Alphabet.N, EMax: q.Emax.Float()}
}
