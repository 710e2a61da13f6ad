package explorer

import (
	"context"
	"slices"
	"strings"

	"dovetail/results"
	"dovetail/results/games"
)

// Decks as rows of cards.

// card is one as it is drawn: its name, and what it is like.
type card struct{ Name, Like string }

// cardsOf are the cards of a deck as a record names them.
func cardsOf(deck []int, named results.Named) (all []card) {
	for _, name := range named.Called(deck...) {
		like := ""
		if strings.HasSuffix(name, "♥") || strings.HasSuffix(name, "♦") {
			like = "red"
		}
		all = append(all, card{name, like})
	}
	return all
}

func dealtCards(_ context.Context, _ *Server, _ values, all []Answer) (any, error) {
	r := all[0].Records[0].(results.Deck)
	return map[string]any{"Before": cardsOf(slices.Sorted(slices.Values(r.Deck)), r.Named),
		"After": cardsOf(r.Deck, r.Named)}, nil
}

// move is the deck before one move of a game.
type move struct {
	At    int
	Cards []card
	Score string
}

// game is one of topswops: every deck, its cards by the roles that they play.
type game struct {
	Moves   []move
	Length  int
	Roles   []string
	Changed string // the deck with its supporting cards exchanged, which plays alike; "" for fewer than two
}

func playGame(_ context.Context, _ *Server, q values, all []Answer) (any, error) {
	r := all[0].Records[0].(games.TopswopsPlay)
	g := game{Length: r.Length, Roles: []string{"protagonist", "support", "largest", "critical"}}
	like := func(c int) string {
		switch {
		case c == r.Largest:
			return "largest"
		case c == r.Critical:
			return "critical"
		case slices.Contains(r.Protagonists, c):
			return "protagonist"
		case slices.Contains(r.Supporting, c):
			return "support"
		}
		return ""
	}
	g.Changed = exchanged(deckOf(q.Text("deck")), r)
	decks := r.Decks
	if len(decks) > 0 && len(decks) == r.Length {
		decks = append(slices.Clip(decks), r.End)
	}
	for i, deck := range decks {
		m := move{At: i}
		for k, name := range r.Called(deck...) {
			m.Cards = append(m.Cards, card{name, like(deck[k])})
		}
		if i < len(r.Scores) {
			m.Score = r.Scores[i].String()
		}
		g.Moves = append(g.Moves, m)
	}
	return g, nil
}

// exchanged is a deck, as it was typed, in which each supporting card has gone to the place of the next.
func exchanged(names []string, r games.TopswopsPlay) string {
	var places []int
	for i, card := range r.Deck {
		if slices.Contains(r.Supporting, card) {
			places = append(places, i)
		}
	}
	if len(places) < 2 || len(names) != len(r.Deck) {
		return ""
	}
	turned := slices.Clone(names)
	for k, place := range places {
		turned[places[(k+1)%len(places)]] = names[place]
	}
	return strings.Join(turned, " ")
}
