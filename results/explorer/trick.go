package explorer

import (
	"context"
	"slices"
	"strings"

	"dovetail/results"
	"dovetail/results/render"
)

// trick is the view of the card trick: a spectator whose deck is riffled and cut, who notes the top card and puts
// it back, and the magician, who is told when there are cuts and to what sort of place the card goes.
var trick = &view{
	name: "trick",
	fields: []field{
		{name: "riffles", byDefault: "3", lo: 1, hi: 7, slide: true},
		{name: "cut", byDefault: "before", choices: []string{"none", "before", "after", "both"}},
		{name: "insert", byDefault: "uniform", choices: []string{"uniform", "middle", "top"}, decides: true},
		{name: "place", byDefault: "30", lo: 1, hi: 52, slide: true},
		{name: "seed", byDefault: "1", lo: 1, hi: 1 << 60},
		{name: "deck", form: cardsForm, wide: true},
	},
	panels: []*panel{
		{name: "spectator", asks: func(q values) ([]ask, error) {
			if q.Text("deck") != "" {
				return nil, nil
			}
			return spectator(q)
		}, extra: spectatorSees},
		{name: "magician", extra: magician},
		{name: "odds", slow: true, auto: true, asks: one(results.TrickSchema, func(q values) fields {
			return with(q.trick(), fields{"decks": 2000})
		}), extra: drawTrick},
	},
}

// trick is what the magician knows of the way that the deck goes.
func (q values) trick() fields { return fields{"cut": q.Text("cut"), "insert": q.Text("insert")} }

// cuts reports whether the deck is cut before or after the card is noted.
func (q values) cuts(when string) bool { return q.Text("cut") == when || q.Text("cut") == "both" }

// spectator deals a new deck that is riffled, and cut if it is before; and a new deck that is cut alone, for what
// happens to the other after the card was put back.
func spectator(q values) ([]ask, error) {
	deal := func(word string, seed int64) fields {
		return fields{"word": word, "seed": seed}
	}
	word := strings.Repeat("R", int(q.Number("riffles")))
	if q.cuts("before") {
		word += "C"
	}
	all := []fields{deal(word, q.Number("seed"))}
	if q.cuts("after") {
		all = append(all, deal("C", q.Number("seed")+1)) // which draws other numbers
	}
	return each(q, results.DeckSchema, all...)
}

// noted is what the spectator sees: the deck whose top card is noted, and the deck once it was put back and cut.
type noted struct {
	Card   card
	Before []card
	After  []card
	Place  int
	Cut    bool
}

func spectatorSees(_ context.Context, _ *Server, q values, all []Answer) (any, error) {
	r := all[0].Records[0].(results.Deck)
	sees := noted{Before: cardsOf(r.Deck, r.Named), Place: int(q.Number("place")), Cut: q.cuts("after")}
	sees.Card, sees.After = sees.Before[0], putBack(sees.Before, sees.Place)
	if sees.Cut {
		top := slices.Index(all[1].Records[0].(results.Deck).Deck, 1) // where the cut leaves the card that was on top
		sees.After = slices.Concat(sees.After[len(sees.After)-top:], sees.After[:len(sees.After)-top])
	}
	return sees, nil
}

// putBack puts the top card at a place, from 1.
func putBack(deck []card, place int) []card {
	after := slices.Clone(deck[1:])
	return slices.Insert(after, min(place, len(deck))-1, deck[0])
}

// performs is what the magician says.
type performs struct {
	Line    line
	Says    results.TrickDeckRow
	Guesses []guessed // the likeliest cards
	Text    string
}

// guessed is a card that the magician names, with its probability.
type guessed struct {
	card
	P float64
}

// magician is put the deck that was typed, or that of the spectator.
func magician(ctx context.Context, s *Server, q values, _ []Answer) (any, error) {
	names := deckOf(q.Text("deck"))
	if len(names) == 0 {
		asks, err := spectator(q)
		if err != nil {
			return nil, err
		}
		all, err := s.asking(ctx, asks...)
		if err != nil {
			return nil, err
		}
		sees, err := spectatorSees(ctx, s, q, all)
		if err != nil {
			return nil, err
		}
		for _, c := range sees.(noted).After {
			names = append(names, c.Name)
		}
	}
	deck, named, err := s.Deck(strings.Join(names, " "))
	if err != nil {
		return nil, results.Refuse(err)
	}
	ask, err := s.question(results.TrickDeckSchema, with(q.trick(), fields{"riffles": q.Number("riffles"), "CARD": deck}), How{Names: named})
	if err != nil {
		return nil, results.Refuse(err)
	}
	all, err := s.asking(ctx, ask)
	if err != nil {
		return nil, err
	}
	r := all[0].Records[0].(results.TrickDeck)
	var text strings.Builder
	if err := render.Records(&text, "text", r); err != nil {
		return nil, err
	}
	p := performs{Line: line{Text: ask.line}, Text: text.String()}
	for _, row := range r.Rows {
		for i, c := range []int{row.First, row.Second, row.Third} {
			if row.Riffles == r.Likeliest && c > 0 {
				p.Guesses = append(p.Guesses, guessed{cardsOf([]int{c}, r.Named)[0],
					[]float64{row.FirstP, row.SecondP, row.ThirdP}[i]})
			}
		}
	}
	return p, nil
}
