package position

import "math"

// Product sets dst = a b. Cell (i, j) is the chain
//
//	fma(a_in, b_nj, ... fma(a_i2, b_2j, a_i1 b_1j))
//
// in ascending order, one rounding a step, whichever kernel computes it: the
// assembly and this file agree bit for bit, so answers do not depend on the
// machine. dst must not overlap a or b.
func Product(dst, a, b *Matrix) {
	if kernel != nil {
		kernel(dst, a, b)
		return
	}
	productGo(dst, a, b)
}

// kernel is a faster product, where the machine has one.
var kernel func(dst, a, b *Matrix)

// productGo is the oracle of every other kernel.
func productGo(dst, a, b *Matrix) {
	n := a.N
	for i := range n {
		out := dst.Row(i)
		clear(out)
		for k, x := range a.Row(i) {
			for j, y := range b.Row(k) {
				out[j] = math.FMA(x, y, out[j])
			}
		}
	}
}
