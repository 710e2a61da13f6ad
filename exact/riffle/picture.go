package riffle

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"dovetail/results"
	"dovetail/results/figure"
)

// Records are the answers for each of the cuts, and a picture of them: total variation
// and separation over the number of shuffles, or for several cuts total variation alone.
func (q Question) Records(ctx context.Context, cuts []Cut) (records []results.Riffles, picture []figure.Block, err error) {
	shuffles := "riffles"
	if q.Packets != 2 {
		shuffles = fmt.Sprintf("%d-shuffles", q.Packets)
	}
	title := fmt.Sprintf("%d cards after %s", q.N, shuffles)
	curve := figure.Curve{XLabel: shuffles, YLabel: "distance from uniform", YMax: 1}
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
	if at := q.cutoff(); at > float64(q.From) && at < float64(q.To) {
		name := fmt.Sprintf("(3/2) log n / log %d = %.2f", q.Packets, at)
		curve.Markers = []figure.Marker{{Name: name, At: at, Vertical: true}}
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

// cutoff is the number of shuffles round which the total variation falls
// (Bayer and Diaconis, theorem 4).
func (q Question) cutoff() float64 {
	return 1.5 * math.Log(float64(q.N)) / math.Log(float64(q.Packets))
}
