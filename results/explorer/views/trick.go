package views

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"dovetail/results"
	"dovetail/results/explorer/picture"
	"dovetail/results/explorer/view"
	"dovetail/results/games"
	"dovetail/results/render"
)

// trick is the view of the card trick. There are a spectator, whose deck is riffled and cut, who
// notes the top card and puts it back, and the magician, who knows when there are cuts and to what
// sort of place the card goes.
var trick = &view.View{
	Name: "trick", Under: "play",
	Fields: []view.Field{
		{Name: "riffles", Default: "3", Lo: 1, Hi: 7, Slide: true},
		{Name: "cut", Default: "before", Choices: []string{"none", "before", "after", "both"}},
		{Name: "insert", Default: "uniform", Choices: []string{"uniform", "middle", "top"}, Decides: true},
		{Name: "place", Default: "30", Lo: 1, Hi: 52, Slide: true},
		{Name: "seed", Default: "1", Lo: 1, Hi: 1 << 60},
		{Name: "deck", Form: cardsForm, Wide: true},
		{Name: "pick", Default: "0", Lo: 0, Hi: 52, Apart: true},
	},
	Panels: []*view.Panel{
		{Name: "spectator", Commands: func(q view.Values) ([]view.Command, error) {
			if q.Text("deck") != "" {
				return nil, nil
			}
			return spectator(q)
		}, Extra: spectatorSees},
		{Name: "magician", Extra: magician},
		{Name: "odds", Slow: true, Auto: true, Commands: view.One(results.TrickSchema, func(q view.Values) view.Given {
			return view.With(known(q), view.Given{"decks": 2000})
		}), Chart: true},
	},
}

// known is what the magician knows about the handling of the deck.
func known(q view.Values) view.Given {
	return view.Given{"cut": q.Text("cut"), "insert": q.Text("insert")}
}

// cuts reports whether the deck is cut before or after the card is noted.
func cuts(q view.Values, when string) bool { return q.Text("cut") == when || q.Text("cut") == "both" }

// spectator deals a new deck that is riffled, and one that is only cut, for the cut after the card
// was put back.
func spectator(q view.Values) ([]view.Command, error) {
	all := []view.Given{{"word": strings.Repeat("R", int(q.Number("riffles"))), "seed": q.Number("seed")}}
	if cuts(q, "after") {
		all = append(all, view.Given{"word": "C", "seed": q.Number("seed") + 1}) // draws other numbers
	}
	return view.Each(q, results.DeckSchema, all...)
}

// spectatorView is what the spectator sees: cards to take one from, or the deck after that card was put
// back and the deck cut.
type spectatorView struct {
	Picks []pick
	Top   bool // only the top card can be taken, as the deck is not cut before
	Card  picture.Card
	Faces []picture.Face
}

// spectatorSees cuts the deck at the card that is taken, so that this is its top card: taking any
// card is a cut at any place.
func spectatorSees(_ context.Context, q view.Values, all []view.Answer) (any, error) {
	r := all[0].Records[0].(results.Deck)
	sees, at := spectatorView{Top: !cuts(q, "before")}, int(q.Number("pick"))
	if at == 0 {
		for i, c := range picture.Cards(r.Deck, r.Named) {
			place := strconv.FormatInt(5+(int64(i)*31+q.Number("seed")%1000*17)%43, 10) // some place
			if q.Text("place") != q.Usual("place") {
				place = q.Text("place")
			}
			sees.Picks = append(sees.Picks, pick{c, q.Address("", "pick", strconv.Itoa(i+1), "place", place)})
			if sees.Top {
				break
			}
		}
		return sees, nil
	}
	deck := slices.Concat(r.Deck[at-1:], r.Deck[:at-1])
	sees.Card = picture.Cards(deck[:1], r.Named)[0]
	deck = putBack(deck, int(q.Number("place")))
	if cuts(q, "after") {
		top := slices.Index(all[1].Records[0].(results.Deck).Deck, 1) // where the cut leaves the card that was on top
		deck = slices.Concat(deck[len(deck)-top:], deck[:len(deck)-top])
	}
	sees.Faces = picture.Faces(deck, r.Named)
	return sees, nil
}

// putBack puts the top card at a place, from 1.
func putBack(deck []int, place int) []int {
	after := slices.Clone(deck[1:])
	return slices.Insert(after, min(place, len(deck))-1, deck[0])
}

// performance is the magician's answer.
type performance struct {
	Line    view.Line
	Guesses []namedCard // the likeliest cards
	Text    string
	Typed   bool  // the deck was typed
	Riffles int64 // and the greatest number of rising sequences
	Most    int
}

func (p performance) Technical() ([]view.Line, []string) {
	return []view.Line{p.Line}, []string{p.Text}
}

// namedCard is a card that the magician names, with its probability.
type namedCard struct {
	picture.Card
	P float64
}

// magician uses the deck that was typed, or that of the spectator.
func magician(ctx context.Context, q view.Values, _ []view.Answer) (any, error) {
	names := deckOf(q.Text("deck"))
	if len(names) == 0 && q.Number("pick") == 0 {
		return nil, nil
	}
	if len(names) == 0 {
		commands, err := spectator(q)
		if err != nil {
			return nil, err
		}
		all, err := q.Answers.Answer(ctx, commands...)
		if err != nil {
			return nil, err
		}
		sees, err := spectatorSees(ctx, q, all)
		if err != nil {
			return nil, err
		}
		for _, f := range sees.(spectatorView).Faces {
			names = append(names, f.Rank+f.Suit)
		}
	}
	deck, named, err := q.Answers.Deck(strings.Join(names, " "))
	if err != nil {
		return nil, results.Refuse(err)
	}
	c, err := q.Answers.Command(results.TrickDeckSchema, view.With(known(q), view.Given{"riffles": q.Number("riffles"), "CARD": deck}), view.How{Names: named})
	if err != nil {
		return nil, results.Refuse(err)
	}
	all, err := q.Answers.Answer(ctx, c)
	if err != nil {
		return nil, err
	}
	r := all[0].Records[0].(games.TrickDeck)
	var text strings.Builder
	if err := render.Records(&text, "text", r); err != nil {
		return nil, err
	}
	p := performance{Line: view.Line{Text: c.Line}, Text: text.String(), Typed: q.Text("deck") != "", Riffles: q.Number("riffles"),
		Most: 1 << q.Number("riffles")}
	for _, row := range r.Rows {
		if row.Riffles != r.Likeliest {
			continue
		}
		for _, g := range row.Guesses() {
			p.Guesses = append(p.Guesses, namedCard{picture.Cards([]int{g.Card}, r.Named)[0], g.P})
		}
	}
	return p, nil
}
