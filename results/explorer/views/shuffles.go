package views

import (
	"bytes"
	"context"
	"fmt"
	"html/template"
	"image"
	"image/color"
	"net/http"

	"dovetail/results"
	"dovetail/results/drawing"
	"dovetail/results/explorer/language"
	"dovetail/results/explorer/picture"
	"dovetail/results/explorer/view"
	"dovetail/results/powers"
)

// shuffles is the view of perfect shuffles.
var shuffles = &view.View{
	Name: "shuffles",
	Fields: []view.Field{
		{Name: "n", Default: "52", Lo: 2, Hi: 1<<62 - 1},
		{Name: "kind", Default: "out", Choices: []string{"out", "in"}},
		{Name: "card", Default: "1", Lo: 1, Hi: 1 << 60},
		{Name: "to", Default: "13", Lo: 1, Hi: 1 << 60},
		{Name: "from", Default: "2", Lo: 2, Hi: 999_999},
		{Name: "upto", Default: "2000", Lo: 3, Hi: 1_000_000},
	},
	Panels: []*view.Panel{
		{Name: "order", Commands: view.One(results.OrdersDeckSchema, deckSize)},
		{Name: "steps", Commands: steps, File: drawSteps, Ending: "png",
			Extra: func(_ context.Context, _ view.Values, all []view.Answer) (any, error) {
				return all[0].Records[0].(powers.Faro).Decks, nil
			}},
		{Name: "move", Commands: func(q view.Values) ([]view.Command, error) {
			switch n := q.Number("n"); {
			case n%2 != 0:
				return nil, view.Without{Reason: language.Wrong("shuffles.nomove")}
			case q.Number("card") > n || q.Number("to") > n:
				return nil, view.Without{Reason: language.Wrong("shuffles.nocard", n)}
			}
			return view.Each(q, results.MoveSchema, view.With(deckSize(q), view.Given{"from": q.Number("card"), "to": q.Number("to")}))
		}},
		{Name: "scatter", File: drawScatter, Ending: "png", Extra: scatterFrame},
		{Name: "list", File: listOrders, Ending: "csv"},
		{Name: "families", Commands: view.One(results.FamiliesSchema, deckSize)},
	},
}

// deckSize is the size of the deck as the argument of a command.
func deckSize(q view.Values) view.Given { return view.Given{"N": q.Number("n")} }

// steps are the decks until the first one returns.
func steps(q view.Values) ([]view.Command, error) {
	n := int(q.Number("n"))
	if n > maxSteps {
		return nil, view.Without{Reason: language.Wrong("shuffles.toomany")}
	}
	var deck []int
	for card := range n {
		deck = append(deck, card+1)
	}
	return view.Each(q, results.FaroSchema, view.Given{"kind": q.Text("kind"), "CARD": deck})
}

// maxSteps is the largest deck whose steps are all shown.
const maxSteps = 208

// drawSteps has a line for each deck.
func drawSteps(_ context.Context, w http.ResponseWriter, _ view.Values, all []view.Answer) error {
	r := all[0].Records[0].(powers.Faro)
	return picture.PNG(w, picture.Decks(r.N, r.Decks))
}

// The size of the scatter in pixels.
const scatterW, scatterH = 1200, 600

// drawScatter has a point for each size of decks.
func drawScatter(ctx context.Context, w http.ResponseWriter, q view.Values, _ []view.Answer) error {
	from, to, err := scatterRange(q)
	if err != nil {
		return err
	}
	m := image.NewPaletted(image.Rect(0, 0, scatterW, scatterH), color.Palette{
		color.Transparent, color.NRGBA{47, 127, 209, 255}, color.NRGBA{224, 122, 31, 255},
	})
	radius := 0
	if to-from < 3000 {
		radius = 1
	}
	dot := func(n, order uint64, c uint8) {
		x := int(float64(n-from) / float64(max(1, to-from)) * (scatterW - 1))
		y := scatterH - 1 - int(float64(order)/float64(to+1)*(scatterH-1))
		for dy := -radius; dy <= radius; dy++ {
			for dx := -radius; dx <= radius; dx++ {
				if image.Pt(x+dx, y+dy).In(m.Rect) {
					m.Pix[(y+dy)*m.Stride+x+dx] = c
				}
			}
		}
	}
	err = q.Answers.EachOrder(ctx, from, to, func(n, out, in uint64) bool {
		if q.Text("kind") == "out" {
			dot(n, out, 1)
		} else {
			dot(n, in, 2)
		}
		return true
	})
	if err != nil {
		return err
	}
	return picture.PNG(w, m)
}

// scatterRange is the range of sizes, which must not be empty.
func scatterRange(q view.Values) (from, to uint64, err error) {
	from, to = uint64(q.Number("from")), uint64(q.Number("upto"))
	if from >= to {
		return 0, 0, language.Wrong("wrong.empty", language.Label("shuffles.from"), from, language.Label("shuffles.upto"), to)
	}
	return from, to, nil
}

// scatterFrame is the frame of the scatter.
func scatterFrame(_ context.Context, q view.Values, _ []view.Answer) (any, error) {
	from, to, err := scatterRange(q)
	if err != nil {
		return nil, err
	}
	list, err := q.Answers.Command(results.OrdersSchema, view.Given{"N": fmt.Sprintf("%d..%d", from, to)}, view.How{})
	framed := drawing.Chart{Across: q.Says.Of("shuffles.scatterX"), Up: q.Says.Of("shuffles.axis"), Top: float64(to + 1),
		Picture: q.Address("scatter.png"), From: float64(from), To: float64(to)}
	return scattered{framed.HTML(), view.Line{Text: list.Line + " --format csv", CSV: q.Address("list.csv")}}, err
}

// scattered is the scatter in its frame, with the function that prints its numbers.
type scattered struct {
	Framed template.HTML
	list   view.Line
}

func (x scattered) Technical() ([]view.Line, []string) { return []view.Line{x.list}, nil }

// listedAtOnce is the number of decks that are computed before they are written.
const listedAtOnce = 1 << 16

// listOrders lists the numbers behind the scatter. It holds a turn while it computes a block of
// them, and none while it writes.
func listOrders(ctx context.Context, w http.ResponseWriter, q view.Values, _ []view.Answer) error {
	from, to, err := scatterRange(q)
	if err != nil {
		return err
	}
	var block bytes.Buffer
	rows, err := powers.NewOrderRows(&block, "csv", "both", from, to, results.QuestionText{})
	if err != nil {
		return err
	}
	row := func(n, out, in uint64) bool { return rows.Row(n, out, in) == nil }
	for at := from; at <= to; at += listedAtOnce {
		if err := q.Answers.EachOrder(ctx, at, min(to, at+listedAtOnce-1), row); err != nil {
			return err
		}
		if _, err := block.WriteTo(w); err != nil {
			return err
		}
	}
	if err := rows.Close(); err != nil {
		return err
	}
	_, err = block.WriteTo(w)
	return err
}
