package words

import (
	"context"
	"slices"
	"testing"

	"dovetail/exact/word"
	"dovetail/search/run"
)

// Repetitions are scored as the words written out are, letter by letter.
func TestRepeatAgainstRow(t *testing.T) {
	q := query(t, 11, 1, "HRDJ", "", 0, "H=hindu(mean=3,sd=1)", "D=deal(piles=3)", "J=deal(piles=1)")
	for _, s := range []string{"H", "D", "DRD", "RJH", "HDR"} {
		w, err := q.Alphabet.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Repeat(t.Context(), NewEvaluator(q), w, 6)
		if err != nil {
			t.Fatal(err)
		}
		bitmaps, err := NewEvaluator(q).Bitmaps(t.Context(), w, 6)
		if err != nil {
			t.Fatal(err)
		}
		again := NewEvaluator(q).Repeated(w)
		for k := range 6 {
			all := slices.Repeat(w, k+1)
			want, err := NewEvaluator(q).Row(t.Context(), all)
			if next, _ := again.Next(t.Context()); err != nil || next != want || r.Rows[k] != want.WordRow {
				t.Errorf("%+v and %+v, want %+v (%v)", next, r.Rows[k], want, err)
			}
			signs, err := NewEvaluator(q).Bitmap(t.Context(), all)
			if err != nil || !slices.Equal(bitmaps[k], signs) {
				t.Errorf("%s: another bitmap (%v)", want.Word, err)
			}
		}
	}
}

// Everything that scores words ends soon after its context, and never with an answer.
func TestContextEnds(t *testing.T) {
	q := query(t, 11, 9, "HRD", ByMeanTVD, 3, "H=hindu(mean=3,sd=1)", "D=deal(piles=3)")
	w := word.Word{0, 1, 2, 0, 1, 0, 1}
	halves := newPruning(pruned{q, false})
	if err := halves.tables(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	for what, f := range map[string]func(ctx context.Context) error{
		"Row":       func(ctx context.Context) error { _, err := NewEvaluator(q).Row(ctx, w); return err },
		"Prefixes":  func(ctx context.Context) error { _, err := NewEvaluator(q).Prefixes(ctx, w); return err },
		"Deviation": func(ctx context.Context) error { _, err := NewEvaluator(q).Deviation(ctx, w); return err },
		"Bitmap":    func(ctx context.Context) error { _, err := NewEvaluator(q).Bitmap(ctx, w); return err },
		"Repeat": func(ctx context.Context) error {
			_, err := Repeat(ctx, NewEvaluator(q), w, 5)
			return err
		},
		"threshold": func(ctx context.Context) error { _, err := threshold(ctx, q, measures[q.Key], false); return err },
		"perfect": func(ctx context.Context) error {
			j, err := minimalWords(t, q, 6).Job()
			if err == nil {
				_, err = j.Run(ctx, run.Task{Payload: make([]byte, 4)})
			}
			return err
		},
		"factors": func(ctx context.Context) error { _, err := newFactors(ctx, q.Alphabet, 4); return err },
		"groups": func(ctx context.Context) error {
			_, err := halves.suffixes.group(ctx, q.Alphabet.N, 0, 1, 1)
			return err
		},
		"halves": func(ctx context.Context) error {
			return newPruning(pruned{q, false}).tables(ctx, 1)
		},
	} {
		const plenty = 1 << 30
		whole := &expiring{t.Context(), plenty}
		if err := f(whole); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		asks := plenty - whole.left
		if asks < 5 {
			t.Errorf("%s looks at its context %d times only", what, asks)
		}
		for most := 0; most < asks; most += 1 + asks/7 {
			c := &expiring{t.Context(), most}
			if err := f(c); err != context.Canceled || c.left < -1 {
				t.Errorf("%s, interrupted after %d looks of %d: %v, and %d more", what, most, asks, err, -1-c.left)
			}
		}
	}
}
