package explorer

import (
	"context"
	"slices"
	"testing"

	"dovetail/results"
)

// What the spectator has in hand is the deck that was dealt, its top card put back and then cut as the second
// record says.
func TestSpectator(t *testing.T) {
	dealt := func(deck ...int) Answer { return Answer{Records: []results.Record{results.Deck{Deck: deck}}} }
	for _, c := range []struct {
		cut  string
		want string
	}{
		{"none", "1 4 3 2 5"}, {"before", "1 4 3 2 5"}, {"after", "2 5 1 4 3"}, {"both", "2 5 1 4 3"},
	} {
		q := values{of: map[string]string{"cut": c.cut, "place": "3"}}
		all := []Answer{dealt(3, 1, 4, 2, 5)}
		if q.cuts("after") {
			all = append(all, dealt(4, 5, 1, 2, 3))
		}
		extra, err := spectatorSees(context.Background(), nil, q, all)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, card := range extra.(noted).After {
			names = append(names, card.Name)
		}
		if !slices.Equal(names, deckOf(c.want)) || extra.(noted).Card.Name != "3" {
			t.Errorf("cut %s: %v, want %s", c.cut, names, c.want)
		}
	}
}
