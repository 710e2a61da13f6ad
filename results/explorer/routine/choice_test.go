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
