package views

import (
	"context"
	"html/template"
	"strconv"
	"strings"

	"dovetail/results"
	"dovetail/results/drawing"
	"dovetail/results/explorer/language"
	"dovetail/results/explorer/picture"
	"dovetail/results/explorer/routine"
	"dovetail/results/explorer/view"
	"dovetail/results/games"
)

// A game: a deck was dealt by a routine, and the visitor names each card before it is turned over.
// Another player who knows the routine plays too: the best possible one, if it is known. The cards
// named so far are in the address, so that a game is a page like others. Each name shows the next
// card of the record.

// guessing is the view of that game.
var guessing = &view.View{
	Name: "guess", Under: "play",
	Fields: []view.Field{
		{Name: "word", Default: "RRR", Letters: 20, Word: true},
		{Name: "n", Default: "52", Lo: 2, Hi: 52},
		{Name: "seed", Default: "1", Lo: 1, Hi: 1 << 60},
		{Name: "named", Form: namedForm, Apart: true},
	},
	Letters: true,
	Panels: []*view.Panel{
		{Name: "table", Commands: view.One(results.WatchedSchema, func(q view.Values) view.Given {
			return view.With(q.Own(q.Text("word")), view.Given{"seed": q.Number("seed")})
		}), Apart: true, Extra: drawTable},
		{Name: "average", Slow: true, Auto: true, Commands: view.One(results.GuessSchema, func(q view.Values) view.Given {
			return view.With(q.Own(q.Text("word")), view.Given{"riffles": len(q.Text("word"))})
		}), Extra: func(_ context.Context, _ view.Values, all []view.Answer) (any, error) {
			r := all[0].Records[0].(games.Guess)
			return averages{hundredths(r.Rows[0].Complete), hundredths(r.Fair)}, nil
		}},
	},
}

// averages are the mean numbers of cards named right after a routine, "" if not known, and for a
// fair deck.
type averages struct{ Right, Fair string }

// hundredths are a number with two decimals.
func hundredths(x string) string {
	if x == "" {
		return ""
	}
	return strconv.FormatFloat(view.Value(x), 'f', 2, 64)
}

// namedForm matches the list of cards named so far.
var namedForm = view.Matching(`^[0-9]{1,2}(\.[0-9]{1,2})*$`, "form.named")

// turned is a card that was turned over: what it was, and what was named.
type turned struct {
	picture.Card
	You, Other           string // what was named
	YouRight, OtherRight bool
	Chance               string // of the card that the other player named
}

// pick is a card of the deck, with the page after it is named; "" for one that was shown.
type pick struct {
	picture.Card
	URL string
}

// tabled is a game so far.
type tabled struct {
	Routine    string // what was done to the deck
	Called     string // the other player: the best one, or an opponent
	Best       bool   // no player does better on average
	Turned     []turned
	Last       turned // the card that was turned over last
	You, Other int    // right guesses
	Expected   string // of the best player, for these cards; "" if none is known
	Left       int
	Next       turned // the next card that the other player names
	Picks      []pick
	Chart      template.HTML
	Again      string
}

// drawTable is the game after the cards that were named.
func drawTable(_ context.Context, q view.Values, all []view.Answer) (any, error) {
	r := all[0].Records[0].(games.Watched)
	var named []string
	if text := q.Text("named"); text != "" {
		named = strings.Split(text, ".")
	}
	called := func(card int) string { return r.Called(card)[0] }
	t := tabled{Routine: routine.Spoken(q, q.Text("word")), Left: r.N - len(named), Called: q.Says.Of("guess.other"), Best: r.Best}
	if r.Best {
		t.Called = q.Says.Of("guess.best")
	}
	t.Again = q.Address("", "named", "", "seed", strconv.FormatInt(q.Number("seed")+1, 10))
	you, other := drawing.Curve{Name: q.Says.Of("guess.you")}, drawing.Curve{Name: t.Called}
	could := drawing.Curve{Name: q.Says.Of("guess.could")}
	shown, expected := map[int]bool{}, 0.0
	for i, text := range named {
		name, err := strconv.Atoi(text)
		if err != nil || name < 1 || name > r.N || shown[name] {
			return nil, language.Wrong("guess.notleft", q.Text("named"), text, i+1)
		}
		row := r.Rows[i]
		t.Last = turned{picture.Cards([]int{row.Card}, r.Named)[0], called(name), called(row.Named), name == row.Card,
			row.Right == 1, share(row.Chance)}
		if t.Last.YouRight {
			t.You++
		}
		t.Other += row.Right
		expected += view.Value(row.Chance)
		for _, c := range []struct {
			of *drawing.Curve
			y  float64
		}{{&you, float64(t.You)}, {&other, float64(t.Other)}, {&could, expected}} {
			c.of.Add(i+1, c.y)
		}
		shown[row.Card], t.Turned = true, append(t.Turned, t.Last)
	}
	if t.Left > 0 {
		row := r.Rows[len(named)]
		t.Next = turned{Other: called(row.Named), Chance: share(row.Chance)}
	}
	for card := 1; card <= r.N; card++ {
		p := pick{Card: picture.Cards([]int{card}, r.Named)[0]}
		if !shown[card] {
			p.URL = q.Address("", "named", strings.TrimPrefix(q.Text("named")+"."+strconv.Itoa(card), "."))
		}
		t.Picks = append(t.Picks, p)
	}
	curves := []drawing.Curve{you, other}
	if r.Best {
		t.Expected, curves = strconv.FormatFloat(expected, 'f', 1, 64), append(curves, could)
	}
	if len(named) > 1 {
		t.Chart = drawing.Chart{Across: q.Says.Of("guess.across"), Up: q.Says.Of("guess.up"), Curves: curves}.HTML()
	}
	return t, nil
}

// share is a probability in percent.
func share(chance string) string {
	return strconv.FormatFloat(100*view.Value(chance), 'f', 0, 64) + "%"
}
