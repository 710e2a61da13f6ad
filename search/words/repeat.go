package words

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"dovetail/exact/dense"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm/number"
	"dovetail/perm/pace"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/search/run"
)

// Repetitions requests the scores of a word repeated 1, 2, ... times.
type Repetitions struct {
	Spelled
	Times int `json:"times"`
}

// MaxTimes is the most repetitions of a word.
const MaxTimes = 10000

func (Repetitions) Schema() string { return results.RepeatSchema }

func (q Repetitions) Check() error {
	return cmp.Or(number.InRange("times", q.Times, 1, MaxTimes), q.Spelled.Check())
}

func (q Repetitions) Seconds() float64 { return q.Scoring.Seconds(q.Times * (2*len(q.Word) + 3)) }

func (q Repetitions) Answer(ctx context.Context, o run.Options) (results.Record, error) {
	v, w, err := q.Read(ctx, o.Memo)
	if err != nil {
		return nil, err
	}
	r, err := Repeat(ctx, v, w, q.Times)
	r.QuestionText = results.TextOf(q)
	return r, err
}

// Picture is every repetition, and the curve of C.
func (q Repetitions) Picture(ctx context.Context, o run.Options, answers []results.Record) ([]figure.Block, error) {
	v, w, err := q.Read(ctx, o.Memo)
	if err != nil {
		return nil, err
	}
	return Montage(ctx, v, w, answers[0].(results.Repeat))
}

// Repeat scores the word repeated 1, 2, ..., times times.
func Repeat(ctx context.Context, v *Evaluator, w word.Word, times int) (results.Repeat, error) {
	r := results.Repeat{Head: results.Head{Schema: results.RepeatSchema, Kind: results.Exact}, Setting: v.Setting,
		Word: v.Alphabet.Format(w)}
	meter := pace.Of(ctx)
	meter.Start(float64(times), 0)
	still, err := v.Row(ctx, nil)
	if err != nil {
		return r, err
	}
	var rows []Row
	cells := v.Alphabet.N * v.Alphabet.N
	rise, before := 0, still.White
	for again, k := v.Repeated(w), 1; k <= times; k++ {
		row, err := again.Next(ctx)
		if err != nil {
			return r, err
		}
		rows = append(rows, row)
		if row.White-before > rise {
			rise, r.Cutoff = row.White-before, k
		}
		before = row.White
		if r.ReachedLaw == 0 && row.White == cells {
			r.ReachedLaw = k
		}
		if r.ReachedExpected == 0 && row.Expected >= float64(cells)-0.5 {
			r.ReachedExpected = k
		}
		meter.Add(1)
	}
	r.Rows, r.Precision = v.recorded(rows)
	return r, nil
}

// Repeated scores the repetitions of a word one after the other, each from the law
// of the one before.
type Repeated struct {
	v         *Evaluator
	word, all word.Word
	law       *position.Repetition
}

// Repeated begins before the first repetition of the word.
func (v *Evaluator) Repeated(w word.Word) *Repeated {
	mixing := slices.DeleteFunc(slices.Clone(w), func(l byte) bool { return v.Alphabet.Letters[l].Central })
	return &Repeated{v: v, word: w, law: position.NewRepetition(v.Alphabet, mixing)}
}

// Next is the word repeated once more, with the scores that Row has for it.
func (r *Repeated) Next(ctx context.Context) (Row, error) {
	r.all = append(r.all, r.word...)
	if err := r.law.Next(ctx); err != nil {
		return Row{}, err
	}
	row, err := r.v.row(ctx, r.all, r.law.Core(), r.law.Deviation())
	row.Error = r.law.NormError()
	return row, err
}

// Deviation is E = P - 1/n of the repetition's core, valid until the next one.
func (r *Repeated) Deviation() *dense.Matrix { return r.law.Deviation() }

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
