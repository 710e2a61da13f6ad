package views

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"dovetail/results"
	"dovetail/results/explorer/language"
	"dovetail/results/explorer/picture"
	"dovetail/results/explorer/view"
	"dovetail/results/games"
)

// topswops is the view of one game and of the longest ones.
var topswops = &view.View{
	Name: "topswops", Under: "play",
	Fields: []view.Field{
		{Name: "deck", Default: "2 9 4 5 11 12 10 1 8 13 3 6 7", Form: cardsForm, Wide: true},
		{Name: "n", Default: "12", Lo: 1, Hi: 13},
		{Name: "most", Default: "97", Lo: 2, Hi: 97},
	},
	Panels: []*view.Panel{
		{Name: "game", Extra: drawSwops},
		{Name: "play", Commands: func(q view.Values) ([]view.Command, error) {
			if len(deckOf(q.Text("deck"))) > 104 {
				return nil, language.Wrong("topswops.toomany")
			}
			deck, names, err := q.Answers.Deck(q.Text("deck"))
			if err != nil {
				return nil, err
			}
			a, err := q.Answers.Command(results.TopswopsPlaySchema, view.Given{"CARD": deck}, view.How{Names: names})
			return []view.Command{a}, err
		}, Extra: playGame},
		{Name: "longest", Slow: true, Commands: view.One(results.TopswopsTableSchema, func(q view.Values) view.Given {
			return view.Given{"N": fmt.Sprintf("1..%d", q.Number("n"))}
		})},
		{Name: "records", Slow: true, Chart: true, Commands: view.One(results.TopswopsRecordsSchema, func(q view.Values) view.Given {
			return view.Given{"N": fmt.Sprintf("2..%d", q.Number("most")), "rounds": 1}
		})},
	},
}

// The game is played with this many cards.
const leastSwops, mostSwops = 4, 9

// swops are the longest games by their numbers of cards, for the script that plays.
type swops struct {
	N     int   `json:"n"`
	Moves int   `json:"moves"`
	Deck  []int `json:"deck"`
}

// drawSwops has the longest games for the game that the visitor plays.
func drawSwops(ctx context.Context, q view.Values, _ []view.Answer) (any, error) {
	var fill []view.Given
	for n := int64(leastSwops); n <= mostSwops; n++ {
		fill = append(fill, view.Given{"N": n})
	}
	commands, err := view.Each(q, results.TopswopsMaxSchema, fill...)
	if err != nil {
		return nil, err
	}
	all, err := q.Answers.Answer(ctx, commands...)
	if err != nil {
		return nil, err
	}
	var found []swops
	for _, a := range all {
		if r, ok := a.Records[0].(games.TopswopsMax); ok && len(r.Decks) > 0 {
			found = append(found, swops{r.N, r.Length, r.Decks[0]})
		}
	}
	text, err := json.Marshal(found)
	return string(text), err
}

// move is the deck before one move of a game.
type move struct {
	At    int
	Cards []picture.Card
	Score string
}

// game is one of topswops: every deck, its cards by their roles.
type game struct {
	Moves   []move
	Length  int
	Roles   []string
	Changed string // the deck with its supporting cards exchanged, which plays alike; "" for fewer than two
}

// playGame is the game of a record.
func playGame(_ context.Context, q view.Values, all []view.Answer) (any, error) {
	r := all[0].Records[0].(games.TopswopsPlay)
	g := game{Length: r.Length, Roles: []string{"protagonist", "support", "largest", "critical"}}
	roleOf := func(c int) string {
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
			m.Cards = append(m.Cards, picture.Card{Name: name, Like: roleOf(deck[k])})
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
