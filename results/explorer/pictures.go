package explorer

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"html/template"
	"image"
	"image/color"
	"image/png"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"dovetail/results"
	"dovetail/results/games"
	"dovetail/results/powers"
)

// Pictures of records: as SVG within the page, or as PNG where there are thousands of points.

// value is a number that a record has written out.
func value(text string) float64 {
	x, _ := strconv.ParseFloat(text, 64)
	return x
}

// drawing is a panel's extra that is one chart of the first record.
type drawing = func(context.Context, *Server, values, []Answer) (any, error)

func drawn[R results.Record](draw func(t language, q values, r R) chart) drawing {
	return func(_ context.Context, _ *Server, q values, all []Answer) (any, error) {
		return draw(q.says, q, all[0].Records[0].(R)).SVG(), nil
	}
}

var drawRiffles = func(_ context.Context, _ *Server, q values, all []Answer) (any, error) {
	t := q.says
	r := all[0].Records[0].(results.Riffles)
	tvd, sep := curve{Name: t.Of("tvd")}, curve{Name: t.Of("separation")}
	for _, row := range r.Rows {
		x := float64(row.Shuffles)
		tvd.X, tvd.Y = append(tvd.X, x), append(tvd.Y, value(row.TVD))
		sep.X, sep.Y = append(sep.X, x), append(sep.Y, value(row.Separation))
	}
	rows := r.Rows
	if len(rows) > 30 { // moves of cards from the top, by which little happens at once
		rows = nil
		for i := 0; i < len(r.Rows); i += (len(r.Rows) + 19) / 20 {
			rows = append(rows, r.Rows[i])
		}
	}
	return map[string]any{"Event": r.Event != "", "Says": t.Of(bets[r.Event]),
		"Chart": chart{Across: t.Of("shuffles.axis"), Up: t.Of("distance"), Top: 1,
			Curves: []curve{tvd, sep}}.SVG(), "Rows": rows}, nil
}

// bets are what they are called, by the events of records.
var bets = map[string]string{
	results.RisingAtMost: "fair.rising", results.CyclicAtMost: "fair.cyclic",
	results.PeaksAtMost: "fair.peaks", results.InOrderAtLeast: "fair.inorder",
}

// drawGuess has a line across for each curve: what a fair deck allows who guesses like that.
var drawGuess = drawn(func(t language, _ values, r games.Guess) chart {
	curves := []curve{}
	for _, way := range []struct {
		key, fair string
		of        func(games.GuessRow) string
	}{
		{"guess.complete", r.Fair, func(row games.GuessRow) string { return row.Complete }},
		{"guess.none", "1", func(row games.GuessRow) string { return row.None }},
		{"guess.permutation", "1", func(row games.GuessRow) string { return row.Permutation }},
	} {
		fair := value(way.fair)
		c := curve{Name: fmt.Sprintf(t.Of("guess.fair"), t.Of(way.key), label(math.Round(fair*100)/100)), Level: &fair}
		for _, row := range r.Rows {
			if text := way.of(row); text != "" {
				c.X, c.Y = append(c.X, float64(row.Shuffles)), append(c.Y, value(text))
			}
		}
		if len(c.X) > 0 {
			curves = append(curves, c)
		}
	}
	return chart{Across: t.Of("shuffles.axis"), Up: t.Of("guess.up"), Curves: curves}
})

var drawRepeated = drawn(func(t language, _ values, r results.Repeated) chart {
	tvd := curve{Name: t.Of("tvd")}
	for _, row := range r.Rows {
		tvd.X, tvd.Y = append(tvd.X, float64(row.Shuffles)), append(tvd.Y, value(row.TVDLow))
	}
	return chart{Across: t.Of("shuffles.axis"), Up: t.Of("distance"), Curves: []curve{tvd}}
})

var drawTrick = drawn(func(t language, _ values, r games.Trick) chart {
	one, three := curve{Name: t.Of("trick.one")}, curve{Name: t.Of("trick.three")}
	for _, row := range r.Rows {
		one.X, one.Y = append(one.X, float64(row.Riffles)), append(one.Y, value(row.One))
		three.X, three.Y = append(three.X, float64(row.Riffles)), append(three.Y, value(row.Three))
	}
	return chart{Across: t.Of("shuffles.axis"), Up: t.Of("trick.up"), Top: 1, Curves: []curve{one, three}}
})

func drawLongest(_ context.Context, _ *Server, q values, all []Answer) (any, error) {
	c := curve{Name: q.says.Of("topswops.moves")}
	for _, a := range all {
		r := a.Records[0].(games.TopswopsMax)
		c.X, c.Y = append(c.X, float64(r.N)), append(c.Y, float64(r.Length))
	}
	last := all[len(all)-1].Records[0].(games.TopswopsMax)
	return map[string]any{"Chart": chart{Across: q.says.Of("routine.n"), Up: c.Name, Curves: []curve{c}, Bars: true}.SVG(), "Last": last}, nil
}

func drawRecords(_ context.Context, _ *Server, q values, all []Answer) (any, error) {
	r := all[0].Records[0].(games.TopswopsRecords)
	c := curve{Name: q.says.Of("topswops.moves")}
	for _, row := range r.Rows {
		c.X, c.Y = append(c.X, float64(row.N)), append(c.Y, float64(row.Length))
	}
	return map[string]any{"Chart": chart{Across: q.says.Of("routine.n"), Up: c.Name, Curves: []curve{c}}.SVG(), "Rows": r.Rows}, nil
}

func drawScores(_ context.Context, _ *Server, q values, all []Answer) (any, error) {
	var curves []curve
	for _, a := range all {
		r := a.Records[0].(results.Score)
		c := curve{Name: r.Word}
		for i, row := range r.Prefixes {
			c.X, c.Y = append(c.X, float64(i+1)), append(c.Y, row.MeanTVD)
		}
		curves = append(curves, c)
	}
	return chart{Across: q.says.Of("words.letters"), Up: q.says.Of("words.meantvd"), Top: 1, Curves: curves}.SVG(), nil
}

// drawSteps has a line for each deck.
func drawSteps(_ context.Context, _ *Server, w http.ResponseWriter, _ values, all []Answer) error {
	r := all[0].Records[0].(powers.Faro)
	return sendPNG(w, deckRows(r.N, r.Decks))
}

// hue goes once round the colours as x goes from 0 to 1.
func hue(x float64) color.NRGBA {
	channel := func(shift float64) uint8 { return uint8(140 + 100*math.Cos(2*math.Pi*(x*0.85+shift))) }
	return color.NRGBA{channel(0), channel(-1. / 3), channel(1. / 3), 255}
}

// The size of the scatter in pixels.
const scatterW, scatterH = 1200, 600

func drawScatter(ctx context.Context, s *Server, w http.ResponseWriter, q values, _ []Answer) error {
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
	err = s.orders(ctx, from, to, func(n, out, in uint64) bool {
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
	return sendPNG(w, m)
}

func scatterRange(q values) (from, to uint64, err error) {
	from, to = uint64(q.Number("from")), uint64(q.Number("upto"))
	if from >= to {
		return 0, 0, wrong("wrong.empty", labelled("shuffles.from"), from, labelled("shuffles.upto"), to)
	}
	return from, to, nil
}

// orders yields the orders of a range in a turn to compute.
func (s *Server) orders(ctx context.Context, from, to uint64, yield func(n, out, in uint64) bool) error {
	done, err := s.files.take(ctx)
	if err != nil {
		return err
	}
	defer done()
	return s.Orders(ctx, from, to, yield)
}

// scatterFrame is what stands round the scatter.
func scatterFrame(_ context.Context, s *Server, q values, _ []Answer) (any, error) {
	from, to, err := scatterRange(q)
	if err != nil {
		return nil, err
	}
	list, err := s.question(results.OrdersSchema, fields{"N": fmt.Sprintf("%d..%d", from, to)}, How{})
	framed := chart{Across: q.says.Of("shuffles.scatterX"), Up: q.says.Of("shuffles.axis"), Top: float64(to + 1),
		Picture: q.address("scatter.png"), From: float64(from), To: float64(to)}
	return scattered{framed.SVG(), line{Text: list.line + " --format csv", CSV: q.address("list.csv")}}, err
}

// scattered is the scatter in its frame, with what prints its numbers.
type scattered struct {
	Framed template.HTML
	list   line
}

func (x scattered) technical() ([]line, []string) { return []line{x.list}, nil }

// listedAtOnce is how many decks are computed before they are written.
const listedAtOnce = 1 << 16

// listOrders is the numbers behind the scatter. It computes a block of them in one turn, and writes
// it in none.
func listOrders(ctx context.Context, s *Server, w http.ResponseWriter, q values, _ []Answer) error {
	from, to, err := scatterRange(q)
	if err != nil {
		return err
	}
	var block bytes.Buffer
	rows, err := powers.NewOrderRows(&block, "csv", "both", from, to, results.Asked{})
	if err != nil {
		return err
	}
	row := func(n, out, in uint64) bool { return rows.Row(n, out, in) == nil }
	for at := from; at <= to; at += listedAtOnce {
		if err := s.orders(ctx, at, min(to, at+listedAtOnce-1), row); err != nil {
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

func sendPNG(w http.ResponseWriter, m image.Image) error {
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		return err
	}
	_, err := b.WriteTo(w)
	return err
}

// chart draws curves over numbers as SVG, whose colours are those of the style sheet, dark or light.
type chart struct {
	Across, Up string  // what the axes are
	Top        float64 // of the vertical axis; 0 for that of the highest point
	Curves     []curve
	Bars       bool
	Picture    string  // of points, where there are no curves
	From, To   float64 // where it begins and ends
	Here       *span   // one place that stands out
}

// span is an interval of heights at one place of the horizontal axis.
type span struct {
	X, Low, High float64
	Name         string
}

type curve struct {
	Name  string
	X, Y  []float64
	Level *float64 // a line across, in the colour of the curve
}

// The size of a chart, and of what is round it, in units that the browser scales.
const (
	chartW, chartH = 640.0, 340.0
	left, right    = 62.0, 14.0
	above, below   = 46.0, 60.0
)

// SVG is the picture.
func (c chart) SVG() template.HTML {
	loX, hiX, hiY := math.Inf(1), math.Inf(-1), c.Top
	if c.Picture != "" {
		loX, hiX = c.From, c.To
	}
	for _, k := range c.Curves {
		for i, x := range k.X {
			loX, hiX = min(loX, x), max(hiX, x)
			if c.Top == 0 {
				hiY = max(hiY, k.Y[i])
			}
		}
	}
	if loX > hiX {
		return ""
	}
	if hiX == loX {
		hiX++
	}
	if hiY <= 0 {
		hiY = 1
	}
	if c.Top == 0 {
		hiY *= 1.06
	}
	if c.Bars {
		loX, hiX = loX-0.6, hiX+0.6
	}
	px := func(x float64) float64 { return left + (x-loX)/(hiX-loX)*(chartW-left-right) }
	py := func(y float64) float64 { return chartH - below - y/hiY*(chartH-above-below) }
	var b strings.Builder
	esc := template.HTMLEscapeString
	fmt.Fprintf(&b, `<svg class="chart" viewBox="0 0 %g %g" role="img" aria-label="%s, %s"`, chartW, chartH, esc(c.Up), esc(c.Across))
	if c.Picture == "" {
		fmt.Fprintf(&b, ` data-csv="%s"`, esc(c.csv()))
	}
	b.WriteString(`>`)
	for _, y := range ticks(0, hiY, 6) {
		fmt.Fprintf(&b, `<line class="grid" x1="%g" x2="%g" y1="%.1f" y2="%.1f"/>`+
			`<text class="tick" x="%g" y="%.1f" text-anchor="end">%s</text>`,
			left, chartW-right, py(y), py(y), left-6, py(y)+4, label(y))
	}
	for _, x := range ticks(loX, hiX, min(12, 24/len(label(math.Round(hiX))))) { // on a phone too
		if x != math.Round(x) {
			continue
		}
		fmt.Fprintf(&b, `<text class="tick" x="%.1f" y="%g" text-anchor="middle">%s</text>`, px(x), chartH-below+24, label(x))
	}
	fmt.Fprintf(&b, `<text class="axis" x="%g" y="%g" text-anchor="middle">%s</text>`+
		`<text class="axis" x="4" y="20">%s</text>`, (left+chartW-right)/2, chartH-8, esc(c.Across), esc(c.Up))
	for i, k := range c.Curves {
		if k.Level != nil {
			fmt.Fprintf(&b, `<line class="level c%d" x1="%g" x2="%g" y1="%.1f" y2="%.1f"/>`, i, left, chartW-right, py(*k.Level),
				py(*k.Level))
		}
		var points []string
		for j := range k.X {
			x, y := px(k.X[j]), py(k.Y[j])
			tip := fmt.Sprintf("%s %s: %s", k.Name, label(k.X[j]), strconv.FormatFloat(k.Y[j], 'g', 8, 64))
			if c.Bars {
				w := 0.7 * (px(1) - px(0))
				fmt.Fprintf(&b, `<rect class="c%d" x="%.1f" y="%.1f" width="%.1f" height="%.1f"><title>%s</title></rect>`, i, x-w/2,
					y, w, chartH-below-y, esc(tip))
				continue
			}
			points = append(points, fmt.Sprintf("%.1f,%.1f", x, y))
			if len(k.X) <= 120 {
				fmt.Fprintf(&b, `<circle class="c%d" cx="%.1f" cy="%.1f" r="3.5"><title>%s</title></circle>`, i, x, y, esc(tip))
			}
		}
		if !c.Bars {
			fmt.Fprintf(&b, `<polyline class="c%d" points="%s"/>`, i, strings.Join(points, " "))
		}
	}
	if h := c.Here; h != nil && h.X >= loX && h.X <= hiX {
		tip := fmt.Sprintf("%s: %s", h.Name, between100(h.Low, h.High))
		fmt.Fprintf(&b, `<line class="here" x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f"/>`, px(h.X), px(h.X), py(h.Low), py(h.High))
		for _, y := range slices.Compact([]float64{h.Low, h.High}) {
			fmt.Fprintf(&b, `<circle class="here" cx="%.1f" cy="%.1f" r="7"><title>%s</title></circle>`, px(h.X), py(y), esc(tip))
		}
	}
	if c.Picture != "" {
		fmt.Fprintf(&b, `<image href="%s" x="%g" y="%g" width="%g" height="%g" preserveAspectRatio="none"/></svg>%s`, esc(c.Picture),
			left, above, chartW-left-right, chartH-above-below, exports("SVG", "PNG"))
		return template.HTML(b.String())
	}
	b.WriteString(`</svg><p class="legend">`)
	for i, k := range c.Curves {
		fmt.Fprintf(&b, `<span class="c%d">%s</span> `, i, esc(k.Name))
	}
	if c.Here != nil {
		fmt.Fprintf(&b, `<span class="here">%s</span> `, esc(c.Here.Name))
	}
	b.WriteString(`</p>` + exports("SVG", "PNG", "CSV"))
	return template.HTML(b.String())
}

// exports are buttons that save a chart, each as one kind of file; charts.js shows them.
func exports(as ...string) string {
	return `<p class="exports" hidden><button type="button">` + strings.Join(as, `</button> <button type="button">`) +
		`</button></p>`
}

// csv is the numbers of the chart: a row for each point of the horizontal axis, a column for each curve.
func (c chart) csv() string {
	rows := map[float64][]string{}
	head := []string{c.Across}
	for i, k := range c.Curves {
		head = append(head, k.Name)
		for j, x := range k.X {
			if rows[x] == nil {
				rows[x] = make([]string, len(c.Curves))
			}
			rows[x][i] = strconv.FormatFloat(k.Y[j], 'g', -1, 64)
		}
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write(head)
	for _, x := range slices.Sorted(maps.Keys(rows)) {
		w.Write(append([]string{label(x)}, rows[x]...))
	}
	w.Flush()
	return b.String()
}

// ticks are round numbers from lo to hi, most at most.
func ticks(lo, hi float64, most int) (all []float64) {
	step := math.Pow(10, math.Floor(math.Log10((hi-lo)/float64(most))))
	for _, times := range []float64{1, 2, 5, 10} {
		if (hi-lo)/(step*times) <= float64(most) {
			step *= times
			break
		}
	}
	for k := math.Ceil(lo / step); k*step <= hi; k++ {
		all = append(all, k*step)
	}
	return all
}

// label is a number as an axis has it.
func label(x float64) string { return strconv.FormatFloat(math.Round(x*1e6)/1e6, 'f', -1, 64) }
