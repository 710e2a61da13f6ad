package explorer

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"dovetail/results"
	"dovetail/results/explorer/markup"
)

// A game: a deck was dealt by a routine, and the visitor names each card before it is turned over, beside the best
// player, who knows the routine. What was named so far stands in the address, so that a game is a page like others;
// cards that are shown are those of the record, as far as there are names.

// guessing is the view of that game.
var guessing = &view{
	name: "guess",
	fields: []field{
		{name: "word", byDefault: "RRR", letters: 20, word: true},
		{name: "n", byDefault: "52", lo: 2, hi: 52},
		{name: "seed", byDefault: "1", lo: 1, hi: 1 << 60},
		{name: "named", form: namedForm, apart: true},
	},
	letters: true,
	panels: []*panel{
		{name: "table", asks: one(results.WatchedSchema, func(q values) fields {
			return with(q.own(q.text("word")), fields{"seed": q.number("seed")})
		}), apart: true, extra: drawTable},
		{name: "average", slow: true, auto: true, asks: one(results.GuessSchema, func(q values) fields {
			return with(q.own(q.text("word")), fields{"from": len(q.text("word"))})
		}), extra: func(_ context.Context, _ *Server, _ values, all []Answer) (any, error) {
			return all[0].Records[0].(results.Guess).Rows[0].Complete, nil
		}},
	},
}

var namedForm = form{regexp.MustCompile(`^[0-9]{1,2}(\.[0-9]{1,2})*$`), "form.named"}

// turned is a card that was turned over: what it was, and what was named.
type turned struct {
	card
	You, Best         string
	YouRight, HeRight bool
	Chance            string
}

// pick is a card of the deck, with the page after it is named; "" for one that was shown.
type pick struct {
	card
	URL string
}

// tabled is a game so far.
type tabled struct {
	Turned   []turned
	Last     turned // the card that was turned over last
	You, He  int    // right guesses
	Expected string // of his, as the cards came; "" if no best player is known
	Left     int
	Next     turned // what he would name
	Picks    []pick
	Chart    markup.HTML
	Again    string
}

func drawTable(_ context.Context, _ *Server, q values, all []Answer) (any, error) {
	r := all[0].Records[0].(results.Watched)
	var named []int
	for _, text := range strings.FieldsFunc(q.text("named"), func(c rune) bool { return c == '.' }) {
		if card, err := strconv.Atoi(text); err != nil || card < 1 || card > r.N || len(named) == r.N {
			return nil, wrong("wrong.form", labelled("guess.named"), q.text("named"), labelled(namedForm.says))
		} else {
			named = append(named, card)
		}
	}
	called := func(card int) string { return r.Called(card)[0] }
	t := tabled{Left: r.N - len(named)}
	t.Again = q.address("", "named", "", "seed", strconv.FormatInt(q.number("seed")+1, 10))
	you, he := curve{Name: q.says.of("guess.you")}, curve{Name: q.says.of("guess.he")}
	could := curve{Name: q.says.of("guess.could")}
	shown, expected := map[int]bool{}, 0.0
	for i, name := range named {
		row := r.Rows[i]
		t.Last = turned{cardsOf([]int{row.Card}, r.Named)[0], called(name), called(row.Named), name == row.Card,
			row.Right == 1, share(row.Chance)}
		if t.Last.YouRight {
			t.You++
		}
		t.He += row.Right
		expected += value(row.Chance)
		for _, c := range []struct {
			of *curve
			y  float64
		}{{&you, float64(t.You)}, {&he, float64(t.He)}, {&could, expected}} {
			c.of.X, c.of.Y = append(c.of.X, float64(i+1)), append(c.of.Y, c.y)
		}
		shown[row.Card], t.Turned = true, append(t.Turned, t.Last)
	}
	if t.Left > 0 {
		row := r.Rows[len(named)]
		t.Next = turned{Best: called(row.Named), Chance: share(row.Chance)}
	}
	for i, c := range cardsOf(slices.Sorted(slices.Values(cardsOfGame(r))), r.Named) {
		p := pick{card: c}
		if !shown[i+1] && t.Left > 0 {
			p.URL = q.address("", "named", strings.TrimPrefix(q.text("named")+"."+strconv.Itoa(i+1), "."))
		}
		t.Picks = append(t.Picks, p)
	}
	curves := []curve{you, he}
	if r.Best {
		t.Expected, curves = strconv.FormatFloat(expected, 'f', 1, 64), append(curves, could)
	}
	if len(named) > 1 {
		t.Chart = chart{Across: q.says.of("guess.across"), Up: q.says.of("guess.up"), Curves: curves}.SVG()
	}
	return t, nil
}

// cardsOfGame are the cards of a game, from the top.
func cardsOfGame(r results.Watched) (deck []int) {
	for _, row := range r.Rows {
		deck = append(deck, row.Card)
	}
	return deck
}

// share is a probability in percent.
func share(chance string) string { return strconv.FormatFloat(100*value(chance), 'f', 0, 64) + "%" }
