package copies

import (
	"fmt"
	"strconv"

	"dovetail/results"
	"dovetail/results/figure"
)

// Picture is the curves of a record: total variation, or what is sampled of it, the first
// order, and separation.
func Picture(r results.Repeated) []figure.Block {
	shuffles := "riffles"
	if r.A != 2 {
		shuffles = fmt.Sprintf("%d-shuffles", r.A)
	}
	of := func(name string, value func(row results.RepeatedRow) string) (s figure.Series) {
		s.Name = name
		for _, row := range r.Rows {
			y, err := strconv.ParseFloat(value(row), 64)
			if err != nil {
				return figure.Series{}
			}
			if len(s.Y) == 0 {
				s.First = row.Shuffles
			}
			s.Y = append(s.Y, min(1, y))
		}
		return s
	}
	name := "total variation"
	if r.Rows[0].TVDHigh == "" {
		name = "total variation, lower bound, sampled"
	}
	curve := figure.Curve{XLabel: shuffles, YLabel: "distance from fair", YMax: 1}
	for _, s := range []figure.Series{
		of(name, func(row results.RepeatedRow) string { return row.TVDLow }),
		of("separation", func(row results.RepeatedRow) string { return row.Separation }),
		of("c/a, at most 1", func(row results.RepeatedRow) string { return row.FirstOrder }),
	} {
		if s.Name != "" {
			curve.Series = append(curve.Series, s)
		}
	}
	title := fmt.Sprintf("%s equal cards after %s: fixed %s, %s", r.Copies(), shuffles, r.Fixed, r.Order)
	return []figure.Block{figure.Title(title), curve}
}
