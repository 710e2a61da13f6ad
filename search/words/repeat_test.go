package words_test

import (
	"context"
	"slices"
	"testing"

	"dovetail/exact/word"
	"dovetail/perm/must"
	"dovetail/search/words"
	"dovetail/search/words/wordstest"
)

// Repetitions are scored as the words written out are, letter by letter.
func TestRepeatAgainstRow(t *testing.T) {
	q := wordstest.Query(t, 11, 1, "HRDJ", "", 0, "H=hindu(mean=3,sd=1)", "D=deal(piles=3)", "J=deal(piles=1)")
	for _, s := range []string{"H", "D", "DRD", "RJH", "HDR"} {
		w := must.Have(q.Alphabet.Parse(s))(t)
		r := must.Have(words.Repeat(t.Context(), words.NewEvaluator(q), w, 6))(t)
		bitmaps := must.Have(words.NewEvaluator(q).Bitmaps(t.Context(), w, 6))(t)
		again := words.NewEvaluator(q).Repeated(w)
		for k := range 6 {
			all := slices.Repeat(w, k+1)
			want, err := words.NewEvaluator(q).Row(t.Context(), all)
			if next, _ := again.Next(t.Context()); err != nil || next != want || r.Rows[k] != want.WordRow {
				t.Errorf("%+v and %+v, want %+v (%v)", next, r.Rows[k], want, err)
			}
			signs, err := words.NewEvaluator(q).Bitmap(t.Context(), all)
			if err != nil || !slices.Equal(bitmaps[k], signs) {
				t.Errorf("%s: another bitmap (%v)", want.Word, err)
			}
		}
	}
}

// Everything that scores words ends soon after its context, and never with an answer.
func TestContextEnds(t *testing.T) {
	q := wordstest.Query(t, 11, 9, "HRD", words.ByMeanTVD, 3, "H=hindu(mean=3,sd=1)", "D=deal(piles=3)")
	w := word.Word{0, 1, 2, 0, 1, 0, 1}
	wordstest.Interrupt(t, map[string]func(ctx context.Context) error{
		"Row":       func(ctx context.Context) error { _, err := words.NewEvaluator(q).Row(ctx, w); return err },
		"Prefixes":  func(ctx context.Context) error { _, err := words.NewEvaluator(q).Prefixes(ctx, w); return err },
		"Deviation": func(ctx context.Context) error { _, err := words.NewEvaluator(q).Deviation(ctx, w); return err },
		"Bitmap":    func(ctx context.Context) error { _, err := words.NewEvaluator(q).Bitmap(ctx, w); return err },
		"Repeat": func(ctx context.Context) error {
			_, err := words.Repeat(ctx, words.NewEvaluator(q), w, 5)
			return err
		},
	})
}
