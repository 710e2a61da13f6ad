package views

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"math"
	"slices"

	"dovetail/results"
	"dovetail/results/explorer/language"
	"dovetail/results/explorer/routine"
	"dovetail/results/explorer/view"
)

// word is the home page of a word.
var word = &view.View{
	Name: "word", Key: "word", Picture: func(view.Values) string { return "bitmap.png" },
	Fields: []view.Field{
		{Name: "word", Default: "RRRRDRR", Letters: 20, Word: true},
		{Name: "n", Default: "52", Lo: 2, Hi: 64},
	},
	Letters: true,
	Panels: []*view.Panel{
		{Name: "interval", Commands: routine.Commands, Slow: true, Quick: true, Extra: routine.DrawVerdict, Button: "routine.sharpen"},
		{Name: "bitmap", Commands: matrixOf("word"), File: drawBitmap, Ending: "png", Apart: true, Extra: bitmapFrame},
		{Name: "score", Commands: view.One(results.ScoreSchema, func(q view.Values) view.Given { return q.Word("word") }), Extra: drawScores},
		{Name: "rank", Commands: rankOf, Slow: true, Auto: true, Extra: drawRankOf},
		{Name: "neighbours", Commands: neighbours, Slow: true, Auto: true, Extra: drawNeighbours},
	},
}

// maxRanked is the most words that are ranked to find the place of one.
const maxRanked = 6561

// rankOf ranks all words of the length of a word, if they are few enough.
func rankOf(q view.Values) ([]view.Command, error) {
	names := view.Distinct(view.Paper + q.Text("word"))
	words := math.Pow(float64(len(names)), float64(len(q.Text("word"))))
	if words > maxRanked {
		return nil, nil
	}
	return view.Each(q, results.RankSchema, view.With(q.Scored(names), view.Given{"length": len(q.Text("word")), "by": "tvd",
		"top": int(words)}))
}

// placed is a word among all of its length.
type placed struct {
	Rank, Of int
	Length   int
	Table    *view.Table
}

// drawRankOf shows the best words, and those around the word.
func drawRankOf(_ context.Context, q view.Values, all []view.Answer) (any, error) {
	r := all[0].Records[0].(results.Rank)
	at := slices.IndexFunc(r.Rows, func(row results.RankRow) bool { return row.Word == q.Text("word") })
	if at < 0 {
		return nil, fmt.Errorf("%s is not among %d words", q.Text("word"), len(r.Rows))
	}
	p := placed{r.Rows[at].Rank, len(r.Rows), len(q.Text("word")), view.NewTable("", "", meanHeads(q.Says))}
	last := -1
	for i, row := range r.Rows {
		if i > 2 && (i < at-2 || i > at+2) {
			continue
		}
		if i > last+1 {
			p.Table.Add("", view.Left("⋮"), "", "")
		}
		p.Table.Add(row.Rank, view.To(q.Plain("word", row.Word), row.Word), row.C, mean(row.WordRow)).Now = i == at
		last = i
	}
	return p, nil
}

// around are the words that differ from a word in one letter.
func around(word, alphabet string) (all []string) {
	for i := range word {
		for _, c := range alphabet {
			if other := word[:i] + string(c) + word[i+1:]; other != word {
				all = append(all, other)
			}
		}
	}
	return all
}

// neighbours scores a word and those around it.
func neighbours(q view.Values) ([]view.Command, error) {
	names := view.Distinct(view.Paper + q.Text("word"))
	var all []view.Given
	for _, w := range append(around(q.Text("word"), names), q.Text("word")) {
		all = append(all, view.With(q.Scored(names), view.Given{"WORD": w}))
	}
	return view.Each(q, results.ScoreSchema, all...)
}

// drawNeighbours has the word, and those around it with the differing letter, the best first.
func drawNeighbours(_ context.Context, q view.Values, all []view.Answer) (any, error) {
	esc := template.HTMLEscapeString
	var rows []results.WordRow
	for _, a := range all {
		prefixes := a.Records[0].(results.Score).Prefixes
		rows = append(rows, prefixes[len(prefixes)-1])
	}
	own, others := rows[len(rows)-1], rows[:len(rows)-1]
	slices.SortStableFunc(others, func(a, b results.WordRow) int { return cmp.Compare(a.MeanTVD, b.MeanTVD) })
	table, better := view.NewTable("", meanHeads(q.Says)), 0
	table.Add(view.Left(own.Word), own.C, mean(own)).Now = true
	for _, row := range others {
		i, distance := 0, mean(row)
		for i < len(row.Word)-1 && row.Word[i] == own.Word[i] {
			i++
		}
		if row.MeanTVD < own.MeanTVD {
			distance += " ▼"
			better++
		}
		word := template.HTML(esc(row.Word[:i]) + "<b>" + esc(row.Word[i:i+1]) + "</b>" + esc(row.Word[i+1:]))
		table.Add(view.To(q.Plain("word", row.Word), word), row.C, distance)
	}
	return map[string]any{"All": len(others), "Better": better, "Table": table}, nil
}

// meanHeads are the headings of C and of the mean distance of a card.
func meanHeads(t language.Language) []any {
	all := scoreHeads(t)
	return []any{all[1], all[4]}
}
