package explorer

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"net/http"
	"slices"

	"dovetail/results"
	"dovetail/results/games"
	"dovetail/results/powers"
)

// The pictures that stand for pages where others link to them (og:image): of a word its bitmap, of a size of decks
// every deck until the first is back, of a record what it says, as intervals or as a game, and of a routine its cards with
// what is known of it in words (poster.go). They are as large as such pictures are shown.

const sharedW, sharedH = 1200, 630

var (
	sharedPaper = color.NRGBA{251, 250, 247, 255}
	sharedLine  = color.NRGBA{217, 214, 205, 255}
	sharedBar   = color.NRGBA{27, 102, 179, 255}
)

// deckRows has a line for each deck, a cell for each card, coloured by its place in the new deck.
func deckRows(n int, decks [][]int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, n, len(decks)))
	for y, deck := range decks {
		for x, card := range deck {
			m.SetNRGBA(x, y, hue(float64(card-1)/float64(n)))
		}
	}
	return m
}

// filling is a picture as large as those that are shared, each of its pixels a rectangle.
func filling(m *image.NRGBA) *image.NRGBA {
	to, size := image.NewNRGBA(image.Rect(0, 0, sharedW, sharedH)), m.Rect.Size()
	for y := range sharedH {
		for x := range sharedW {
			to.SetNRGBA(x, y, m.NRGBAAt(x*size.X/sharedW, y*size.Y/sharedH))
		}
	}
	return to
}

// bars are intervals from 0 to 1 side by side, upwards, over lines at each quarter.
func bars(intervals [][2]float64) *image.NRGBA {
	const side, least = 60, 8
	m := image.NewNRGBA(image.Rect(0, 0, sharedW, sharedH))
	fill := func(x0, y0, x1, y1 int, c color.NRGBA) {
		for y := y0; y < y1; y++ {
			for x := x0; x < x1; x++ {
				m.SetNRGBA(x, y, c)
			}
		}
	}
	fill(0, 0, sharedW, sharedH, sharedPaper)
	at := func(y float64) int { return sharedH - side - int(y*(sharedH-2*side)) }
	for quarter := range 5 {
		fill(side, at(float64(quarter)/4)-1, sharedW-side, at(float64(quarter)/4)+1, sharedLine)
	}
	wide := float64(sharedW-2*side) / float64(len(intervals))
	for i, b := range intervals {
		x := float64(side) + float64(i)*wide
		low, high := at(b[0]), at(b[1])
		if low-high < least {
			low, high = (low+high+least)/2, (low+high-least)/2
		}
		fill(int(x+wide*0.1), high, max(int(x+wide*0.9), int(x+wide*0.1)+1), low, sharedBar)
	}
	return m
}

// shareDeck is every deck until the first one is back.
func shareDeck(ctx context.Context, s *Server, w http.ResponseWriter, q values, _ []Answer) error {
	q.of["kind"] = "out"
	asks, err := steps(q)
	if err != nil {
		return err
	}
	all, err := s.download(ctx, asks...)
	if err != nil {
		return err
	}
	r := all[0].Records[0].(powers.Faro)
	return sendPNG(w, filling(deckRows(r.N, r.Decks)))
}

// shared is what somebody sends who shares a routine.
type shared struct{ Title, Text, URL, Picture, File string }

// sharing is what is sent of a routine: its address, which is the same for everybody, and its picture in the language of
// the page.
func (s *Server) sharing(q values, v verdict) shared {
	word := q.Text("word")
	lang := []string{"lang", string(q.says), "packets", "", "seed", "1", "card", "1"}
	return shared{Title: q.spoken(word) + ": " + v.Says(), Text: v.Wins() + " " + q.says.Of("share.beat"),
		URL: q.address("", lang...), Picture: q.address("shared.png", lang...), File: "dovetail-" + word + ".png"}
}

// shareRoutine draws a routine as cards, with what is known of it in figures and in a sentence.
func shareRoutine(ctx context.Context, s *Server, w http.ResponseWriter, q values, _ []Answer) error {
	v, err := s.judged(ctx, q)
	if err != nil {
		return err
	}
	p := newPoster()
	p.text(64, 74, 34, posterSoft, q.says.Of("routine.title"))
	groups := q.groups()
	const wide, high, between, most = 118, 160, 16, 5
	for i, g := range groups[:min(len(groups), most)] {
		x := 64 + i*(wide+between)
		p.round(x, 104, wide, high, 12, posterLine)
		p.round(x+2, 106, wide-4, high-4, 10, posterCard)
		p.fitted(x+wide/2, 182, wide-24, 44, posterInk, fmt.Sprintf("× %d", g.Times))
		p.fitted(x+wide/2, 236, wide-12, 26, posterSoft, q.called(g.Letter))
	}
	if len(groups) > most {
		p.text(64+most*(wide+between), 196, 44, posterSoft, "…")
	}
	x := 64 + min(len(groups), most+1)*(wide+between) + between
	p.within(sharedW-64, 190, sharedW-64-x, 110, posterBlue, v.Figure)
	p.within(sharedW-64, 236, sharedW-64-x, 26, posterSoft, v.Won())
	y := p.wrapped(64, 338, sharedW-128, 50, posterInk, v.Says())
	p.wrapped(64, y, sharedW-128, 29, posterSoft, v.Wins())
	p.bar(64, sharedH-84, sharedW-128, 18, v.Low, v.High)
	p.text(64, sharedH-26, 30, posterRed, q.says.Of("share.beat"))
	p.within(sharedW-64, sharedH-26, 400, 28, posterSoft, "dovetail ♠♥♣♦")
	return sendPNG(w, p.m)
}

// shareRecord is the first game of a record, or what it has by rows.
func shareRecord(ctx context.Context, s *Server, w http.ResponseWriter, q values, _ []Answer) error {
	k, ok := q.onFile()
	if !ok {
		return wrong("wrong.gone")
	}
	deck, intervals := drawnOf(k.Record())
	switch {
	case len(intervals) > 0:
		return sendPNG(w, bars(intervals))
	case len(deck) == 0:
		return wrong("wrong.gone")
	}
	a, err := s.question(results.TopswopsPlaySchema, fields{"CARD": deck}, How{})
	if err != nil {
		return err
	}
	all, err := s.download(ctx, a)
	if err != nil {
		return err
	}
	return sendPNG(w, filling(deckRows(len(deck), all[0].Records[0].(games.TopswopsPlay).Decks)))
}

// drawnOf is what stands for a record: a game of topswops by its deck, or intervals from 0 to 1 side by side; neither
// where it has none of them.
func drawnOf(r results.Record) (deck []int, intervals [][2]float64) {
	switch r := r.(type) {
	case games.TopswopsMax:
		if len(r.Decks) > 0 {
			deck = r.Decks[0]
		}
	case games.TopswopsRecords:
		var lengths []float64
		for _, row := range r.Rows {
			lengths = append(lengths, float64(row.Length))
		}
		intervals = ofMost(lengths)
	case games.TopswopsCensus:
		var counts []float64
		for _, count := range r.Counts {
			counts = append(counts, value(count.String()))
		}
		intervals = ofMost(counts)
	case results.Hands:
		for _, row := range r.Rows {
			v := verdict{High: 1}
			v.narrow(r, row.Shuffles)
			intervals = append(intervals, [2]float64{v.Low, v.High})
		}
	case results.BoundRank:
		for _, row := range r.Rows {
			intervals = append(intervals, [2]float64{value(row.TVDLow), value(row.TVDHigh)})
		}
	case results.TVD:
		intervals = [][2]float64{{r.Lower, r.Upper}}
	}
	return deck, intervals
}

// ofMost are intervals from 0 to the share that each number has of the greatest.
func ofMost(numbers []float64) (all [][2]float64) {
	for _, x := range numbers {
		if most := slices.Max(numbers); most > 0 {
			all = append(all, [2]float64{0, x / most})
		}
	}
	return all
}
