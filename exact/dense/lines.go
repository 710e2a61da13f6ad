package dense

import "math"

// LineWidth is the number of cells of a line in AddLines.
const LineWidth = 24

// AddLines adds two neighbouring lines of src to each line of dst, or sets it to them. The lines
// are multiplied by the line's two factors a and b times scale:
//
//	dst[y] = fma(scale b, src[y+1], fma(scale a, src[y], dst[y])),
//
// where dst[y] is 0 unless add is set. Lines lie one after the other. There are half as many as
// factors, and src has one more. dst must not overlap src.
func AddLines(dst, src, factors []float64, scale float64, add bool) {
	lines := len(factors) / 2
	if lines > 0 {
		addLines(dst[:lines*LineWidth], src[:(lines+1)*LineWidth], factors, scale, add)
	}
}

// addLinesGo is AddLines in Go.
func addLinesGo(dst, src, factors []float64, scale float64, add bool) {
	for y := range len(factors) / 2 {
		a, b := scale*factors[2*y], scale*factors[2*y+1]
		to, upper, lower := dst[y*LineWidth:][:LineWidth], src[y*LineWidth:][:LineWidth], src[(y+1)*LineWidth:][:LineWidth]
		for c, s := range to {
			if !add {
				s = 0
			}
			to[c] = math.FMA(b, lower[c], math.FMA(a, upper[c], s))
		}
	}
}
