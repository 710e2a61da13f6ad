package riffle

import (
	"fmt"
	"math"
	"strconv"

	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/number"
)

// Picture draws the answers to a question with one cut or several: total variation and separation over the
// number of shuffles, or of several answers total variation alone.
func Picture(q Question, records []results.Record) []figure.Block {
	q.Cut = None
	title := fmt.Sprintf("%s after %s", number.Count(q.N, "card"), q.shuffles())
	curve := figure.Curve{XLabel: q.shuffles().Name(), YLabel: "distance from uniform", YMax: 1}
	column := func(name string, r results.Riffles, of func(results.RifflesRow) string) figure.Series {
		s := figure.Series{Name: name, First: q.From}
		for _, row := range r.Rows {
			y, err := strconv.ParseFloat(of(row), 64)
			if err != nil {
				panic(err) // number.Decimal wrote it
			}
			s.Y = append(s.Y, y)
		}
		return s
	}
	tvd := func(row results.RifflesRow) string { return row.TVD }
	for _, r := range records {
		r := r.(results.Riffles)
		cut := Cut(r.Cut).label()
		if len(records) > 1 {
			curve.Series = append(curve.Series, column("total variation"+cut, r, tvd))
			continue
		}
		title += cut
		curve.Series = []figure.Series{column("total variation", r, tvd),
			column("separation", r, func(row results.RifflesRow) string { return row.Separation })}
	}
	if at, name := q.cutoff(); at > float64(q.From) && at < float64(q.To) {
		curve.Markers = []figure.Marker{{Name: fmt.Sprintf("%s = %.2f", name, at), At: at, Vertical: true}}
	}
	return []figure.Block{figure.Title(title), curve}
}

// label is what a cut adds to a name.
func (c Cut) label() string {
	if c == None {
		return ""
	}
	return ", cut " + string(c)
}

// cutoff is the number of shuffles round which the total variation falls: Bayer and
// Diaconis, theorem 4; G. Chen and A. Ottolini, arXiv 2410.17345; Diaconis, Fill and
// Pitman.
func (q Question) cutoff() (at float64, name string) {
	log := math.Log(float64(q.N))
	switch {
	case q.Shelves > 0:
		return 1.25 * log / math.Log(float64(q.packets())), fmt.Sprintf("(5/4) log n / log %d", q.packets())
	case q.Top == 1:
		return float64(q.N) * log, "n log n"
	case q.Top > 1:
		return float64(q.N) * log / float64(q.Top), fmt.Sprintf("(n/%d) log n", q.Top)
	}
	return 1.5 * log / math.Log(float64(q.Packets)), fmt.Sprintf("(3/2) log n / log %d", q.Packets)
}
