package views

import (
	"fmt"
	"strings"
	"testing"

	"dovetail/results"
	"dovetail/results/explorer/language"
	"dovetail/results/explorer/view"
	"dovetail/results/games"
)

// Each curve of cards named has the line of its own fair deck: 1 + 1/2 + ... + 1/n where cards are
// shown, 1 where they are not.
func TestFairLines(t *testing.T) {
	g := games.Guess{Fair: "4.5380439507", Rows: []games.GuessRow{{Shuffles: 1, Complete: "31.2", None: "7.2", Permutation: "5.7"}, {Shuffles: 2, Complete: "19.9", None: "4.2", Permutation: "2.5"}}}
	svg, err := drawGuess(t.Context(), view.Values{Says: language.English}, []view.Answer{{Records: []results.Record{g}}})
	text := fmt.Sprint(svg)
	for _, want := range []string{
		`<line class="level c0"`, `<line class="level c1"`, `<line class="level c2"`, "each card shown after the guess (fair deck: 4.54)",
		"no card shown (fair deck: 1)", "none named twice (fair deck: 1)",
	} {
		if !strings.Contains(text, want) || err != nil {
			t.Errorf("no %s in %s, %v", want, text, err)
		}
	}
	g.Rows[0].Complete, g.Rows[1].Complete = "", "" // of words for which no exact way is known
	svg, _ = drawGuess(t.Context(), view.Values{Says: language.English}, []view.Answer{{Records: []results.Record{g}}})
	if text := fmt.Sprint(svg); strings.Contains(text, "4.54") || strings.Count(text, `class="level`) != 2 {
		t.Error(text)
	}
}
