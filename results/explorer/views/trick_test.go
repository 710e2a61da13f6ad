package views

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"dovetail/results"
	"dovetail/results/explorer/view"
)

// What the spectator has in hand is the deck that was dealt, cut at the card that is taken; that is put back, and the deck
// then cut as the second record says. Where the deck is not cut before, only the top card can be taken.
func TestSpectator(t *testing.T) {
	dealt := func(deck ...int) view.Answer { return view.Answer{Records: []results.Record{results.Deck{Deck: deck}}} }
	for _, c := range []struct {
		cut, pick string
		card      string
		want      string
	}{
		{"none", "1", "3", "1 4 3 2 5"}, {"before", "1", "3", "1 4 3 2 5"}, {"before", "4", "2", "5 3 2 1 4"},
		{"after", "1", "3", "2 5 1 4 3"}, {"both", "1", "3", "2 5 1 4 3"},
		{"none", "0", "", "1"}, {"before", "0", "", "5"},
	} {
		q := view.Values{View: trick, Of: map[string]string{"cut": c.cut, "place": "3", "pick": c.pick, "seed": "1"}}
		all := []view.Answer{dealt(3, 1, 4, 2, 5)}
		if cuts(q, "after") {
			all = append(all, dealt(4, 5, 1, 2, 3))
		}
		extra, err := spectatorSees(context.Background(), q, all)
		if err != nil {
			t.Fatal(err)
		}
		sees := extra.(spectatorView)
		if c.pick == "0" {
			if fmt.Sprint(len(sees.Picks)) != c.want || sees.Faces != nil || sees.Picks[0].URL == "" {
				t.Errorf("cut %s: %+v", c.cut, sees)
			}
			continue
		}
		var names []string
		for _, card := range sees.Faces {
			names = append(names, card.Rank+card.Suit)
		}
		if !slices.Equal(names, deckOf(c.want)) || sees.Card.Name != c.card || sees.Picks != nil {
			t.Errorf("cut %s, card %s: %v, want %s", c.cut, c.pick, names, c.want)
		}
	}
}
