package routine

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"dovetail/results"
	"dovetail/results/explorer/view"
	"dovetail/results/games"
)

// The deck on the felt is the one that is guessed, and each deck before it is of the same deal.
func TestFollowed(t *testing.T) {
	q := view.Values{View: View, Fields: View.Fields, Of: map[string]string{"n": "4", "card": "2", "seed": "5", "word": "RR"}}
	q.Answers = view.NewAnswers(view.Program{Fill: func(string, map[string]any) (results.Question, error) {
		return formed{schema: results.WatchedSchema}, nil
	},
		Line: func([]string, results.Question) string { return "" },
		Steps: func(context.Context, results.Question) ([][]int, error) {
			return [][]int{{1, 2, 3, 4}, {3, 1, 4, 2}, {1, 3, 2, 4}}, nil
		}})
	got, err := drawFollowed(t.Context(), q, []view.Answer{{Records: []results.Record{games.Watched{}}}})
	f := got.(followed)
	if want := `[[1,2,3,4],[3,1,4,2],[1,3,2,4]]`; err != nil || !strings.Contains(f.Decks, want) || f.Seed != 6 || f.Times != 2 {
		t.Errorf("%+v, %v; want %s", f, err, want)
	}
}

// A pass picks up the next cards in their old order as far as they lie behind each other; two passes are enough after a riffle.
func TestPasses(t *testing.T) {
	for deck, want := range map[string]string{"[1 2 3 4]": "[[1 2 3 4]]", "[3 1 4 2]": "[[1 2] [3 4]]", "[4 3 2 1]": "[[1] [2] [3] [4]]", "[1 3 2 4]": "[[1 2] [3 4]]"} {
		var cards [4]int
		if _, err := fmt.Sscanf(deck, "[%d %d %d %d]", &cards[0], &cards[1], &cards[2], &cards[3]); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(passes(cards[:])); got != want {
			t.Errorf("%s: %s, want %s", deck, got, want)
		}
	}
}
