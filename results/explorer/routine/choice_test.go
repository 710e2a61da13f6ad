package routine

import (
	"strings"
	"testing"

	"dovetail/results/explorer/language"
	"dovetail/results/explorer/view"
)

// Where a routine takes no more shuffles, the page says so.
func TestFull(t *testing.T) {
	for m, want := range map[int]int{19: 0, 20: 20} {
		q := view.Values{View: View, Fields: View.Fields, Of: map[string]string{"word": strings.Repeat("R", m), "n": "52"}, Says: language.English}
		got, err := drawChoice(t.Context(), q, nil)
		if said := got.(map[string]any)["Full"]; said != want || err != nil {
			t.Errorf("%d shuffles: %v, %v", m, said, err)
		}
	}
}

// A routine is described by its shuffles, each with how often in a row.
func TestSpoken(t *testing.T) {
	kind := []view.Field{{Name: "F.kind", Default: "out"}}
	q := view.Values{Says: language.English, Letters: []view.Letter{{Name: "S", Model: "shelf"}, {Name: "F", Model: "faro", Fields: kind},
		{Name: "I", Model: "faro", Fields: []view.Field{{Name: "I.kind", Default: "in"}}}}, Of: map[string]string{"word": "RRLLXOQ", "F.kind": "out", "I.kind": "out"}}
	for word, want := range map[string]string{"R": "riffle", "RRRRDRR": "riffle × 4, deal into piles, riffle × 2", "LLXO": "riffle × 2, riffle, overhand",
		"SS": "shelf machine × 2", "FFI": "perfect out-shuffle × 2, perfect shuffle"} {
		if got := Spoken(q, word); got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
}

// What is offered says whose hands riffle, where nobody riffles on the page as they do.
func TestSpokenByOthers(t *testing.T) {
	letters := []view.Letter{{Name: "R", Model: "riffle"}, {Name: "L", Model: "clumpy"}, {Name: "O", Model: "overhand"}}
	for _, c := range []struct {
		says             language.Language
		word, said, want string
	}{
		{language.English, "OOOOOO", "LLLLLL", "riffle × 6 by neat hands"}, {language.English, "OOO", "RRO", "riffle × 2 by the textbook, overhand"},
		{language.English, "LLLLLO", "LLLLLL", "riffle × 6"}, {language.Japanese, "OOOOOO", "LLLLLL", "リフル × 6(きれいな手さばきで)"},
	} {
		q := view.Values{Says: c.says, Letters: letters, View: View, Fields: View.Fields, Of: map[string]string{"word": c.word}}
		if got := Spoken(q, c.said); got != c.want {
			t.Errorf("%s on the page of %s: %q, want %q", c.said, c.word, got, c.want)
		}
	}
}
