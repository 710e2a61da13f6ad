package explorer

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"dovetail/results"
	"dovetail/results/games"
	"dovetail/results/powers"
)

// views are the pages, in the order of the menu.
var views []*view

func init() {
	views = []*view{routine, play, shuffles, checking, findings, guessing, trick, topswops, fair, words, opening}
}

// menu are the pages that the navigation shows, in its order, as far as there are such: all others stand under More, or
// under one of these.
var menu = []string{"routine", "play", "shuffles", "check", "findings"}

// way is one of the navigation.
type way struct {
	Name, URL string
	Here      bool
}

// ways are those of the navigation, and those under More, as seen from a page.
func ways(from, lang string) (shown, more []way) {
	at := func(name string) way {
		p := way{Name: name, URL: "/" + name}
		if name == routine.name {
			p.URL = "/"
		}
		if lang != "" {
			p.URL += "?lang=" + lang
		}
		return p
	}
	here := from
	for _, v := range everything() {
		if v.name == from && v.under != "" {
			here = v.under
		}
	}
	for _, name := range menu {
		if slices.ContainsFunc(views, func(v *view) bool { return v.name == name }) {
			p := at(name)
			p.Here = name == here
			shown = append(shown, p)
		}
	}
	for _, v := range views {
		if v.under == "" && !slices.Contains(menu, v.name) {
			more = append(more, at(v.name))
		}
	}
	more = append(more, at("record"), at("glossary"))
	for i := range more {
		more[i].Here = more[i].Name == from
	}
	return shown, more
}

// play is the view with the ways to the games.
var play = &view{name: "play", panels: []*panel{{name: "games", extra: drawGames, bare: true}}}

// drawGames are the games.
func drawGames(_ context.Context, _ *Server, q values, _ []Answer) (any, error) {
	var all []way
	for _, v := range views {
		if v.under == "play" {
			all = append(all, way{Name: v.name, URL: q.Away("/" + v.name)})
		}
	}
	return all, nil
}

// The forms of what is typed. A card or letter is never a flag, or a name of a file.
var (
	cardsForm = form{pattern(`^[0-9A-Za-z♠♥♦♣]{1,12}([ ,]+[0-9A-Za-z♠♥♦♣]{1,12})*$`), "form.cards"}
	dealtForm = form{pattern(`^([a-z]+(-[a-z]+)?|[0-9]+(\^[0-9]+)?(,[0-9]+(\^[0-9]+)?)*)$`), "form.dealt"}
)

// deckOf are the cards of a field.
func deckOf(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ',' })
}

// shuffles is the view of perfect shuffles.
var shuffles = &view{
	name: "shuffles",
	fields: []field{
		{name: "n", byDefault: "52", lo: 2, hi: 1<<62 - 1},
		{name: "kind", byDefault: "out", choices: []string{"out", "in"}},
		{name: "card", byDefault: "1", lo: 1, hi: 1 << 60},
		{name: "to", byDefault: "13", lo: 1, hi: 1 << 60},
		{name: "from", byDefault: "2", lo: 2, hi: 999_999},
		{name: "upto", byDefault: "2000", lo: 3, hi: 1_000_000},
	},
	panels: []*panel{
		{name: "order", asks: one(results.OrdersDeckSchema, deckSize)},
		{name: "steps", asks: steps, file: drawSteps, as: "png",
			extra: func(_ context.Context, _ *Server, _ values, all []Answer) (any, error) {
				return all[0].Records[0].(powers.Faro).Decks, nil
			}},
		{name: "move", asks: func(q values) ([]ask, error) {
			switch n := q.Number("n"); {
			case n%2 != 0:
				return nil, without{wrong("shuffles.nomove")}
			case q.Number("card") > n || q.Number("to") > n:
				return nil, without{wrong("shuffles.nocard", n)}
			}
			return each(q, results.MoveSchema, with(deckSize(q), fields{"from": q.Number("card"), "to": q.Number("to")}))
		}},
		{name: "scatter", file: drawScatter, as: "png", extra: scatterFrame},
		{name: "list", file: listOrders, as: "csv"},
		{name: "families", asks: one(results.FamiliesSchema, deckSize)},
	},
}

func deckSize(q values) fields { return fields{"N": q.Number("n")} }

// steps asks for the decks until the first one returns.
func steps(q values) ([]ask, error) {
	n := int(q.Number("n"))
	if n > maxSteps {
		return nil, without{wrong("shuffles.toomany")}
	}
	var deck []int
	for card := range n {
		deck = append(deck, card+1)
	}
	return each(q, results.FaroSchema, fields{"kind": q.Text("kind"), "CARD": deck})
}

// maxSteps is the largest deck of which every step is shown.
const maxSteps = 208

// fair is the view of distances from a fair deck.
var fair = &view{
	name: "fair",
	fields: []field{
		{name: "n", byDefault: "52", lo: 2, hi: 160},
		{name: "upto", byDefault: "12", lo: 2, hi: 30},
		{name: "how", byDefault: "riffle", choices: []string{"riffle", "shelf", "top"}, decides: true},
		{name: "a", byDefault: "2", lo: 2, hi: 100, when: by("riffle")},
		{name: "cut", byDefault: "none", choices: []string{"none", "before", "after"}, when: by("riffle")},
		{name: "shelves", byDefault: "10", lo: 1, hi: 1000, when: by("shelf")},
		{name: "cards", byDefault: "1", lo: 1, hi: 160, when: by("top")},
		{name: "deck", byDefault: "red-black", form: dealtForm, when: by("riffle")},
	},
	panels: []*panel{
		{name: "curves", asks: one(results.RifflesSchema, func(q values) fields {
			f := fields{"cards": q.Number("n"), "riffles": upTo(q.Number("upto"))}
			switch q.Text("how") {
			case "shelf":
				return with(f, fields{"shelf": q.Number("shelves")})
			case "top":
				return with(f, fields{"riffles": upTo(10 * q.Number("n")), "top": q.Number("cards")})
			}
			return with(f, fields{"a": q.Number("a"), "cut": q.Text("cut")})
		}), extra: drawRiffles},
		{name: "bet", slow: true, auto: true, asks: func(q values) ([]ask, error) {
			letter, model := "R", "R=riffle"
			switch {
			case q.Text("how") == "shelf":
				letter, model = "S", "S=shelf(m="+q.Text("shelves")+")"
			case q.Text("how") == "top":
				return nil, nil // no closed form is known
			case q.Text("a") != "2":
				letter, model = "A", "A=ashuffle(a="+q.Text("a")+")"
			}
			word := strings.Repeat(letter, int(q.Number("upto")))
			return each(q, results.GuessSchema, fields{"cards": q.Number("n"), "model": []string{model}, "WORD": word})
		}, extra: drawGuess},
		{name: "repeated", slow: true, auto: true, asks: func(q values) ([]ask, error) {
			if q.Text("how") != "riffle" {
				return nil, nil
			}
			asks, err := each(q, results.RepeatedSchema, fields{"cards": q.Number("n"), "deck": q.Text("deck"), "a": q.Number("a"),
				"riffles": upTo(min(q.Number("upto"), 12)), "decks": 2000})
			if err != nil && q.Text("deck") == q.usual("deck") {
				return nil, without{err} // nobody has asked for it
			}
			return asks, err
		}, extra: drawRepeated},
	},
}

// upTo are the numbers of shuffles from the first on.
func upTo(last int64) string { return fmt.Sprintf("1..%d", last) }

// by says that the deck is shuffled in a way.
func by(how string) func(values) bool { return func(q values) bool { return q.Text("how") == how } }

// topswops is the view of one game and of the longest ones.
var topswops = &view{
	name: "topswops", under: "play",
	fields: []field{
		{name: "deck", byDefault: "2 9 4 5 11 12 10 1 8 13 3 6 7", form: cardsForm, wide: true},
		{name: "n", byDefault: "12", lo: 1, hi: 13},
		{name: "most", byDefault: "97", lo: 2, hi: 97},
	},
	panels: []*panel{
		{name: "game", extra: drawSwops},
		{name: "play", asks: func(q values) ([]ask, error) {
			if len(deckOf(q.Text("deck"))) > 104 {
				return nil, wrong("topswops.toomany")
			}
			deck, names, err := q.asks.Deck(q.Text("deck"))
			if err != nil {
				return nil, err
			}
			a, err := q.asks.question(results.TopswopsPlaySchema, fields{"CARD": deck}, How{Names: names})
			return []ask{a}, err
		}, extra: playGame},
		{name: "longest", slow: true, asks: func(q values) ([]ask, error) {
			var all []fields
			for n := int64(1); n <= q.Number("n"); n++ {
				all = append(all, longest(n))
			}
			return each(q, results.TopswopsMaxSchema, all...)
		}, extra: drawLongest},
		{name: "records", slow: true, asks: one(results.TopswopsRecordsSchema, func(q values) fields {
			return fields{"N": fmt.Sprintf("2..%d", q.Number("most")), "rounds": 1}
		}), extra: drawRecords},
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

func drawSwops(ctx context.Context, s *Server, q values, _ []Answer) (any, error) {
	var fill []fields
	for n := int64(leastSwops); n <= mostSwops; n++ {
		fill = append(fill, longest(n))
	}
	asks, err := each(q, results.TopswopsMaxSchema, fill...)
	if err != nil {
		return nil, err
	}
	all, err := s.asking(ctx, asks...)
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

// longest asks for the longest games of n cards.
func longest(n int64) fields { return fields{"N": n} }

// words is the view of one word, of another beside it, and of all of a length.
var words = &view{
	name: "words",
	fields: []field{
		{name: "word", byDefault: "RRRRDRR", letters: 40, word: true},
		{name: "other", byDefault: "HDHRDHH", letters: 40, word: true},
		{name: "n", byDefault: "52", lo: 2, hi: 120},
		{name: "seed", byDefault: "1", lo: 1, hi: 1 << 60},
		{name: "alphabet", byDefault: paper, letters: 15},
		{name: "m", byDefault: "7", lo: 1, hi: 12, slide: true},
		{name: "by", byDefault: "bound", choices: rankings},
	},
	letters: true,
	panels: []*panel{
		{name: "rank", slow: true, asks: func(q values) ([]ask, error) {
			return q.ranking(q.Text("alphabet"), 20, 2*time.Minute)
		}, extra: drawRanking},
		{name: "score", asks: func(q values) ([]ask, error) {
			return each(q, results.ScoreSchema, q.word("word"), q.word("other"))
		}, extra: drawScores},
		{name: "bitmap", asks: matrixOf("word"), file: drawBitmap, as: "png", apart: true, extra: bitmapFrame},
		{name: "another", asks: matrixOf("other"), file: drawBitmap, as: "png", apart: true, extra: bitmapFrame},
		{name: "dealt", asks: beside(one(results.DeckSchema, func(q values) fields {
			return with(q.dealt(q.Text("word")), fields{"seed": q.Number("seed")})
		})), extra: dealtCards},
		{name: "tvd", asks: routineAsks, slow: true, quick: true, ask: "routine.sharpen", extra: drawVerdict},
	},
}

// matrixOf asks for the position law of one of the words.
func matrixOf(name string) func(values) ([]ask, error) {
	return one(results.LawSchema, func(q values) fields { return with(q.word(name), fields{"matrix": "E"}) })
}
