package dense

import (
	"math"
	"runtime"
)

// multiplyAdd is x y + z as the processor has it at hand.
func multiplyAdd(x, y, z float64) float64 {
	if runtime.GOARCH == "wasm" {
		return float64(x*y) + z // math.FMA takes a hundred times as long
	}
	return math.FMA(x, y, z)
}

// addTermsGo adds some terms to the first columns of some rows of dst, or sets these to them unless add. It
// goes through a row of dst four terms at a time: whatever lives longer would be stored before each math.FMA,
// which may be a call.
func addTermsGo(dst, a, b *Matrix, row, rows, columns, from, terms int, add bool) {
	right := b.Data[from*b.Stride:]
	for i := row; i < row+rows; i++ {
		y := dst.Data[i*dst.Stride:][:columns]
		if !add {
			clear(y)
		}
		left := a.Data[i*a.Stride+from:][:terms]
		for k := 0; k < terms; k += 4 {
			at := right[k*b.Stride:]
			if k+4 > terms {
				for _, x := range left[k:] {
					for j, r := range at[:len(y)] {
						y[j] = multiplyAdd(x, r, y[j])
					}
					at = at[min(b.Stride, len(at)):]
				}
				break
			}
			x := (*[4]float64)(left[k:])
			x0, x1, x2, x3 := x[0], x[1], x[2], x[3]
			b0, b1 := at[:len(y)], at[b.Stride:][:len(y)]
			b2, b3 := at[2*b.Stride:][:len(y)], at[3*b.Stride:][:len(y)]
			for j, s := range y {
				s = multiplyAdd(x0, b0[j], s)
				s = multiplyAdd(x1, b1[j], s)
				s = multiplyAdd(x2, b2[j], s)
				y[j] = multiplyAdd(x3, b3[j], s)
			}
		}
	}
}
