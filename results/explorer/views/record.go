package views

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"dovetail/results"
	"dovetail/results/explorer/language"
	"dovetail/results/explorer/picture"
	"dovetail/results/explorer/routine"
	"dovetail/results/explorer/view"
	"dovetail/results/games"
	"dovetail/results/powers"
)

// record is the home page of a record on file; without a name it lists all.
var record = &view.View{
	Name: "record", Key: "name",
	Picture: func(q view.Values) string {
		k, ok := onFile(q)
		if !ok {
			return ""
		}
		if deck, intervals := drawnOf(k.Record()); len(deck)+len(intervals) == 0 {
			return ""
		}
		return "shared.png"
	},
	Fields: []view.Field{{Name: "name", Form: plainName, Apart: true}},
	Has: func(q view.Values) bool {
		_, ok := onFile(q)
		return ok || q.Text("name") == ""
	},
	Panels: []*view.Panel{
		{Name: "list", When: func(q view.Values) bool { return q.Text("name") == "" }, Extra: listFiled},
		{Name: "origin", Open: true, Commands: onRecord, Extra: drawOrigin},
		{Name: "verify", Commands: verified, Slow: true, Button: "record.check"},
		{Name: "shared", File: shareRecord, Ending: "png"},
	},
}

// plainName matches names of records.
var plainName = view.Matching(`^[0-9A-Za-z][0-9A-Za-z._-]{0,120}$`, "form.name")

// onFile is the record that a page is about.
func onFile(q view.Values) (view.Known, bool) {
	for _, k := range q.Answers.Filed() {
		if k.Name == q.Text("name") {
			return k, true
		}
	}
	return view.Known{}, false
}

// onRecord is the question of the record.
func onRecord(q view.Values) ([]view.Command, error) {
	if k, ok := onFile(q); ok {
		return []view.Command{q.Answers.CommandOf(view.How{}, k.Question)}, nil
	}
	return nil, nil
}

// verified answers the question of a record again.
func verified(q view.Values) ([]view.Command, error) {
	k, ok := onFile(q)
	if !ok || q.Answers.Check == nil {
		return nil, nil
	}
	line := "dovetail verify " + k.File
	return []view.Command{{Key: line, Line: line, Compute: func(ctx context.Context, report func(results.Progress)) (view.Answer, error) {
		return q.Answers.Check(ctx, k.File, k.Text(), report)
	}}}, nil
}

// filedRecord is a record on file, which has its page.
type filedRecord struct{ Name, URL, Line, Day string }

// listFiled lists all records.
func listFiled(_ context.Context, q view.Values, _ []view.Answer) (any, error) {
	var all []filedRecord
	for _, k := range q.Answers.Filed() {
		all = append(all, filedRecord{k.Name, q.Home("record", k.Name), q.Answers.Line(nil, k.Question), k.Day})
	}
	return all, nil
}

// origin is where a record comes from, and a word or deck of it.
type origin struct {
	view.Known
	Kind             string
	What, Text, Home string // what it is, and its page; "" for none
}

// drawOrigin says where the record comes from.
func drawOrigin(_ context.Context, q view.Values, _ []view.Answer) (any, error) {
	k, _ := onFile(q)
	o := origin{Known: k}
	var said struct{ Kind string }
	if err := json.Unmarshal(k.Text(), &said); err != nil {
		return nil, err
	}
	o.Kind = said.Kind
	var deck []int
	switch r := k.Record().(type) {
	case games.TopswopsMax:
		if len(r.Decks) > 0 {
			deck = r.Decks[0]
		}
	case games.TopswopsRecords:
		if len(r.Rows) > 0 {
			deck = r.Rows[len(r.Rows)-1].Deck
		}
	case results.TVD:
		o.What, o.Text, o.Home = "words.word", r.Word, q.Away("/words", "word", r.Word)
	}
	if deck != nil {
		o.What, o.Text = "topswops.deck", deckText(deck)
		o.Home = q.Away("/topswops", "deck", o.Text)
	}
	return o, nil
}

// deckText is a deck as the text of a field.
func deckText(deck []int) string { return strings.Trim(fmt.Sprint(deck), "[]") }

// shareRecord is the first game of a record, or its rows.
func shareRecord(ctx context.Context, w http.ResponseWriter, q view.Values, _ []view.Answer) error {
	k, ok := onFile(q)
	if !ok {
		return language.Wrong("wrong.gone")
	}
	deck, intervals := drawnOf(k.Record())
	switch {
	case len(intervals) > 0:
		return picture.PNG(w, picture.Bars(intervals))
	case len(deck) == 0:
		return language.Wrong("wrong.gone")
	}
	a, err := q.Answers.Command(results.TopswopsPlaySchema, view.Given{"CARD": deck}, view.How{})
	if err != nil {
		return err
	}
	all, err := q.Answers.Download(ctx, a)
	if err != nil {
		return err
	}
	return picture.PNG(w, picture.Filling(picture.Decks(len(deck), all[0].Records[0].(games.TopswopsPlay).Decks)))
}

// drawnOf is the picture that represents a record: a game of topswops by its deck, or intervals
// from 0 to 1 side by side. A record without these has none.
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
			counts = append(counts, view.Value(count.String()))
		}
		intervals = ofMost(counts)
	case results.Hands:
		for _, row := range r.Rows {
			v := routine.Verdict{High: 1}
			v.Narrow(r, row.Shuffles)
			intervals = append(intervals, [2]float64{v.Low, v.High})
		}
	case results.BoundRank:
		for _, row := range r.Rows {
			intervals = append(intervals, [2]float64{view.Value(row.TVDLow), view.Value(row.TVDHigh)})
		}
	case results.Piles:
		for _, row := range r.Rows {
			intervals = append(intervals, [2]float64{row.Lower, row.Upper})
		}
	case results.TVD:
		intervals = [][2]float64{{r.Lower, r.Upper}}
	case results.Repeated:
		for _, row := range r.Rows {
			intervals = append(intervals, [2]float64{view.Value(row.TVDLow), view.Value(row.TVDHigh)})
		}
	case games.Guess:
		var named []float64
		for _, row := range r.Rows {
			named = append(named, view.Value(row.Complete))
		}
		intervals = ofMost(named)
	case results.Rank:
		var means []float64
		for _, row := range r.Rows {
			means = append(means, row.MeanTVD)
		}
		intervals = ofMost(means)
	case powers.OrdersStats:
		intervals = [][2]float64{{0, r.PrimitiveRootShare}}
	}
	return deck, intervals
}

// ofMost are intervals from 0 to the quotient of each number and the greatest.
func ofMost(numbers []float64) (all [][2]float64) {
	for _, x := range numbers {
		if most := slices.Max(numbers); most > 0 {
			all = append(all, [2]float64{0, x / most})
		}
	}
	return all
}
