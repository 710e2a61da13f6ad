package routine

import (
	"context"
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
		return schemaOnly{schema: results.WatchedSchema}, nil
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
