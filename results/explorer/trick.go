package explorer

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"dovetail/results"
	"dovetail/results/games"
	"dovetail/results/render"
)

// trick is the view of the card trick: a spectator whose deck is riffled and cut, who notes the top card and puts
// it back, and the magician, who is told when there are cuts and to what sort of place the card goes.
var trick = &view{
	name: "trick", under: "play",
	fields: []field{
		{name: "riffles", byDefault: "3", lo: 1, hi: 7, slide: true},
		{name: "cut", byDefault: "before", choices: []string{"none", "before", "after", "both"}},
		{name: "insert", byDefault: "uniform", choices: []string{"uniform", "middle", "top"}, decides: true},
		{name: "place", byDefault: "30", lo: 1, hi: 52, slide: true},
		{name: "seed", byDefault: "1", lo: 1, hi: 1 << 60},
		{name: "deck", form: cardsForm, wide: true},
		{name: "pick", byDefault: "0", lo: 0, hi: 52, apart: true},
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

// spectator deals a new deck that is riffled; and one that is cut alone, for what happens to the other after the card was
// put back.
func spectator(q values) ([]ask, error) {
	all := []fields{{"word": strings.Repeat("R", int(q.Number("riffles"))), "seed": q.Number("seed")}}
	if q.cuts("after") {
		all = append(all, fields{"word": "C", "seed": q.Number("seed") + 1}) // which draws other numbers
	}
	return each(q, results.DeckSchema, all...)
}

// noted is what the spectator sees: cards to take one from, or the deck once that was put back and the deck cut.
type noted struct {
	Picks []pick
	Top   bool // only the top card can be taken, as the deck is not cut before
	Card  card
	Faces []face
}

// spectatorSees has the deck that is cut at the card that is taken, so that this is its top card: who takes any card
// cuts anywhere.
func spectatorSees(_ context.Context, _ *Server, q values, all []Answer) (any, error) {
	r := all[0].Records[0].(results.Deck)
	sees, at := noted{Top: !q.cuts("before")}, int(q.Number("pick"))
	if at == 0 {
		for i, c := range cardsOf(r.Deck, r.Named) {
			place := strconv.FormatInt(5+(int64(i)*31+q.Number("seed")%1000*17)%43, 10) // somewhere
			if q.Text("place") != q.usual("place") {
				place = q.Text("place")
			}
			sees.Picks = append(sees.Picks, pick{c, q.address("", "pick", strconv.Itoa(i+1), "place", place)})
			if sees.Top {
				break
			}
		}
		return sees, nil
	}
	deck := slices.Concat(r.Deck[at-1:], r.Deck[:at-1])
	sees.Card = cardsOf(deck[:1], r.Named)[0]
	deck = putBack(deck, int(q.Number("place")))
	if q.cuts("after") {
		top := slices.Index(all[1].Records[0].(results.Deck).Deck, 1) // where the cut leaves the card that was on top
		deck = slices.Concat(deck[len(deck)-top:], deck[:len(deck)-top])
	}
	sees.Faces = facesOf(deck, r.Named)
	return sees, nil
}

// putBack puts the top card at a place, from 1.
func putBack(deck []int, place int) []int {
	after := slices.Clone(deck[1:])
	return slices.Insert(after, min(place, len(deck))-1, deck[0])
}

// performs is what the magician says.
type performs struct {
	Line    line
	Guesses []guessed // the likeliest cards
	Text    string
	Typed   bool  // the deck was typed
	Riffles int64 // and the greatest number of rising sequences
	Most    int
}

func (p performs) technical() ([]line, []string) { return []line{p.Line}, []string{p.Text} }

// guessed is a card that the magician names, with its probability.
type guessed struct {
	card
	P float64
}

// magician is put the deck that was typed, or that of the spectator.
func magician(ctx context.Context, s *Server, q values, _ []Answer) (any, error) {
	names := deckOf(q.Text("deck"))
	if len(names) == 0 && q.Number("pick") == 0 {
		return nil, nil
	}
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
		for _, f := range sees.(noted).Faces {
			names = append(names, f.Rank+f.Suit)
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
	r := all[0].Records[0].(games.TrickDeck)
	var text strings.Builder
	if err := render.Records(&text, "text", r); err != nil {
		return nil, err
	}
	p := performs{Line: line{Text: ask.line}, Text: text.String(), Typed: q.Text("deck") != "", Riffles: q.Number("riffles"),
		Most: 1 << q.Number("riffles")}
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
