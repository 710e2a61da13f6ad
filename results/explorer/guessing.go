package explorer

import (
	"context"
	"html/template"
	"strconv"
	"strings"

	"dovetail/results"
	"dovetail/results/games"
)

// A game: a deck was dealt by a routine, and the visitor names each card before it is turned over, beside another
// player who knows the routine: the best one there can be, where one is known. What was named so far stands in the
// address, so that a game is a page like others; each name shows the next card of the record.

// guessing is the view of that game.
var guessing = &view{
	name: "guess", under: "play",
	fields: []field{
		{name: "word", byDefault: "RRR", letters: 20, word: true},
		{name: "n", byDefault: "52", lo: 2, hi: 52},
		{name: "seed", byDefault: "1", lo: 1, hi: 1 << 60},
		{name: "named", form: namedForm, apart: true},
	},
	letters: true,
	panels: []*panel{
		{name: "table", asks: one(results.WatchedSchema, func(q values) fields {
			return with(q.own(q.Text("word")), fields{"seed": q.Number("seed")})
		}), apart: true, extra: drawTable},
		{name: "average", slow: true, auto: true, asks: one(results.GuessSchema, func(q values) fields {
			return with(q.own(q.Text("word")), fields{"riffles": len(q.Text("word"))})
		}), extra: func(_ context.Context, _ *Server, _ values, all []Answer) (any, error) {
			r := all[0].Records[0].(games.Guess)
			return averages{hundredths(r.Rows[0].Complete), hundredths(r.Fair)}, nil
		}},
	},
}

// averages are how many cards are named right after a routine, "" if that is not known, and of a fair deck.
type averages struct{ Right, Fair string }

// hundredths are a number with two decimals.
func hundredths(x string) string {
	if x == "" {
		return ""
	}
	return strconv.FormatFloat(value(x), 'f', 2, 64)
}

var namedForm = form{pattern(`^[0-9]{1,2}(\.[0-9]{1,2})*$`), "form.named"}

// turned is a card that was turned over: what it was, and what was named.
type turned struct {
	card
	You, Other           string // what was named
	YouRight, OtherRight bool
	Chance               string // of what the other player named
}

// pick is a card of the deck, with the page after it is named; "" for one that was shown.
type pick struct {
	card
	URL string
}

// tabled is a game so far.
type tabled struct {
	Called     string // the other player: the best one, or an opponent
	Best       bool   // no player does better on average
	Turned     []turned
	Last       turned // the card that was turned over last
	You, Other int    // right guesses
	Expected   string // of the best player, as the cards came; "" if none is known
	Left       int
	Next       turned // what the other player names next
	Picks      []pick
	Chart      template.HTML
	Again      string
}

func drawTable(_ context.Context, _ *Server, q values, all []Answer) (any, error) {
	r := all[0].Records[0].(games.Watched)
	var named []string
	if text := q.Text("named"); text != "" {
		named = strings.Split(text, ".")
	}
	called := func(card int) string { return r.Called(card)[0] }
	t := tabled{Left: r.N - len(named), Called: q.says.Of("guess.other"), Best: r.Best}
	if r.Best {
		t.Called = q.says.Of("guess.best")
	}
	t.Again = q.address("", "named", "", "seed", strconv.FormatInt(q.Number("seed")+1, 10))
	you, other := curve{Name: q.says.Of("guess.you")}, curve{Name: t.Called}
	could := curve{Name: q.says.Of("guess.could")}
	shown, expected := map[int]bool{}, 0.0
	for i, text := range named {
		name, err := strconv.Atoi(text)
		if err != nil || name < 1 || name > r.N || shown[name] {
			return nil, wrong("guess.notleft", q.Text("named"), text, i+1)
		}
		row := r.Rows[i]
		t.Last = turned{cardsOf([]int{row.Card}, r.Named)[0], called(name), called(row.Named), name == row.Card,
			row.Right == 1, share(row.Chance)}
		if t.Last.YouRight {
			t.You++
		}
		t.Other += row.Right
		expected += value(row.Chance)
		for _, c := range []struct {
			of *curve
			y  float64
		}{{&you, float64(t.You)}, {&other, float64(t.Other)}, {&could, expected}} {
			c.of.X, c.of.Y = append(c.of.X, float64(i+1)), append(c.of.Y, c.y)
		}
		shown[row.Card], t.Turned = true, append(t.Turned, t.Last)
	}
	if t.Left > 0 {
		row := r.Rows[len(named)]
		t.Next = turned{Other: called(row.Named), Chance: share(row.Chance)}
	}
	for card := 1; card <= r.N; card++ {
		p := pick{card: cardsOf([]int{card}, r.Named)[0]}
		if !shown[card] {
			p.URL = q.address("", "named", strings.TrimPrefix(q.Text("named")+"."+strconv.Itoa(card), "."))
		}
		t.Picks = append(t.Picks, p)
	}
	curves := []curve{you, other}
	if r.Best {
		t.Expected, curves = strconv.FormatFloat(expected, 'f', 1, 64), append(curves, could)
	}
	if len(named) > 1 {
		t.Chart = chart{Across: q.says.Of("guess.across"), Up: q.says.Of("guess.up"), Curves: curves}.SVG()
	}
	return t, nil
}

// share is a probability in percent.
func share(chance string) string { return strconv.FormatFloat(100*value(chance), 'f', 0, 64) + "%" }
