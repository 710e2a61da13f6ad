package dense

import (
	"math"
	"runtime"
)

// wasm has no fused multiply-add, and math.FMA takes a hundred times as long there: products round twice.
const wasm = runtime.GOARCH == "wasm"

// addTermsGo adds some terms to the first columns of some rows of dst, or sets these to them unless
// add is set. With twice, a step rounds its term, and then the sum. It processes a row of dst four
// terms at a time.
func addTermsGo(dst, a, b *Matrix, row, rows, columns, from, terms int, add, twice bool) {
	one, four := addTerm, addFour
	if twice || wasm {
		one, four = addRoundedTerm, addRoundedFour
	}
	right := b.Data[from*b.Stride:]
	for i := row; i < row+rows; i++ {
		y := dst.Data[i*dst.Stride:][:columns]
		if !add {
			clear(y)
		}
		left := a.Data[i*a.Stride+from:][:terms]
		for k := 0; k < terms; {
			at := right[k*b.Stride:]
			if k+4 <= terms {
				four(y, (*[4]float64)(left[k:]), at, b.Stride)
				k += 4
			} else {
				one(y, left[k], at)
				k++
			}
		}
	}
}

// addTerm adds a term to a row.
func addTerm(y []float64, x float64, b []float64) {
	b = b[:len(y)]
	for j, s := range y {
		y[j] = math.FMA(x, b[j], s)
	}
}

func addRoundedTerm(y []float64, x float64, b []float64) {
	b = b[:len(y)]
	for j, s := range y {
		y[j] = s + float64(x*b[j])
	}
}

// addFour adds four terms, of rows that are a stride apart. Variables with a longer life would be
// stored before each math.FMA, which may be a call.
func addFour(y []float64, x *[4]float64, b []float64, stride int) {
	x0, x1, x2, x3 := x[0], x[1], x[2], x[3]
	b0, b1, b2, b3 := fourRows(b, stride, len(y))
	for j, s := range y {
		s = math.FMA(x0, b0[j], s)
		s = math.FMA(x1, b1[j], s)
		s = math.FMA(x2, b2[j], s)
		y[j] = math.FMA(x3, b3[j], s)
	}
}

func addRoundedFour(y []float64, x *[4]float64, b []float64, stride int) {
	x0, x1, x2, x3 := x[0], x[1], x[2], x[3]
	b0, b1, b2, b3 := fourRows(b, stride, len(y))
	for j, s := range y {
		s += float64(x0 * b0[j])
		s += float64(x1 * b1[j])
		s += float64(x2 * b2[j])
		y[j] = s + float64(x3*b3[j])
	}
}

func fourRows(b []float64, stride, columns int) (b0, b1, b2, b3 []float64) {
	return b[:columns], b[stride:][:columns], b[2*stride:][:columns], b[3*stride:][:columns]
}
