package routine

import (
	"strings"
	"testing"

	"dovetail/results"
	"dovetail/results/explorer/view"
)

// What one shuffle does after the other is their composition: each deck says which card of the one before comes
// to each place.
func TestFollowed(t *testing.T) {
	q := view.Values{View: View, Fields: View.Fields, Of: map[string]string{"n": "4", "card": "2", "seed": "5"}}
	shuffled := func(deck ...int) view.Answer { return view.Answer{Records: []results.Record{results.Deck{Deck: deck}}} }
	got, err := drawFollowed(t.Context(), q, []view.Answer{shuffled(3, 1, 4, 2), shuffled(2, 1, 4, 3)})
	f := got.(followed)
	if want := `[[1,2,3,4],[3,1,4,2],[1,3,2,4]]`; err != nil || !strings.Contains(f.Decks, want) || f.Seed != 7 {
		t.Errorf("%+v, %v; want %s", f, err, want)
	}
}
