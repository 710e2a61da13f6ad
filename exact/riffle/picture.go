package riffle

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/number"
)

// Records are the answers for each of the cuts, and a picture of them: total variation
// and separation over the number of shuffles, or for several cuts total variation alone.
func (q Question) Records(ctx context.Context, cuts []Cut) (records []results.Riffles, picture []figure.Block, err error) {
	q.Cut = None
	title := fmt.Sprintf("%s after %s", number.Count(q.N, "card"), q.shuffles())
	curve := figure.Curve{XLabel: q.shuffles().Name(), YLabel: "distance from uniform", YMax: 1}
	for _, q.Cut = range cuts {
		tvd := figure.Series{Name: "total variation" + q.Cut.label(), First: q.From}
		separation := figure.Series{Name: "separation", First: q.From}
		record, err := q.Record(ctx, func(t, s *big.Rat) {
			x, _ := t.Float64()
			y, _ := s.Float64()
			tvd.Y, separation.Y = append(tvd.Y, x), append(separation.Y, y)
		})
		if err != nil {
			return nil, nil, err
		}
		records = append(records, record)
		if len(cuts) == 1 {
			title += q.Cut.label()
			tvd.Name = "total variation"
			curve.Series = []figure.Series{tvd, separation}
		} else {
			curve.Series = append(curve.Series, tvd)
		}
	}
	if at, name := q.cutoff(); at > float64(q.From) && at < float64(q.To) {
		curve.Markers = []figure.Marker{{Name: fmt.Sprintf("%s = %.2f", name, at), At: at, Vertical: true}}
	}
	return records, []figure.Block{figure.Title(title), curve}, nil
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
