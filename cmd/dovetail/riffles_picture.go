package main

import (
	"fmt"
	"math"
	"math/big"

	"dovetail/exact/riffle"
	"dovetail/results/figure"
)

// rifflesCurve is what a picture shows of one kind of cut.
type rifflesCurve struct {
	cut             riffle.Cut
	tvd, separation []float64
}

func (c *rifflesCurve) add(tvd, separation *big.Rat) {
	x, _ := tvd.Float64()
	y, _ := separation.Float64()
	c.tvd, c.separation = append(c.tvd, x), append(c.separation, y)
}

// blocks are the cutoff curves: total variation and separation, or for several
// cuts total variation alone.
func (f *rifflesFlags) blocks(curves []rifflesCurve) []figure.Block {
	shuffles := "riffles"
	if f.Packets != 2 {
		shuffles = fmt.Sprintf("%d-shuffles", f.Packets)
	}
	title := fmt.Sprintf("%d cards after %s", f.N, shuffles)
	curve := figure.Curve{XLabel: shuffles, YLabel: "distance from uniform", YMax: 1}
	for _, c := range curves {
		curve.Series = append(curve.Series, figure.Series{Name: "total variation" + label(c.cut), First: f.From, Y: c.tvd})
	}
	if len(curves) == 1 {
		c := curves[0]
		title += label(c.cut)
		curve.Series[0].Name = "total variation"
		curve.Series = append(curve.Series, figure.Series{Name: "separation", First: f.From, Y: c.separation})
	}
	if at := cutoff(f.N, f.Packets); at > float64(f.From) && at < float64(f.To) {
		curve.Markers = []figure.Marker{{Name: fmt.Sprintf("(3/2) log n / log %d = %.2f", f.Packets, at), At: at, Vertical: true}}
	}
	return []figure.Block{figure.Title(title), curve}
}

// label is what a cut adds to a name.
func label(cut riffle.Cut) string {
	if cut == riffle.None {
		return ""
	}
	return ", cut " + string(cut)
}

// cutoff is the number of shuffles round which the total variation falls
// (Bayer and Diaconis, theorem 4).
func cutoff(n int, packets int64) float64 {
	return 1.5 * math.Log(float64(n)) / math.Log(float64(packets))
}
