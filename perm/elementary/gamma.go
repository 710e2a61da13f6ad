package elementary

import "math"

// Gamma is (x-1)! for whole x from 1 to 143: the product, or from 34 on by Stirling's formula.
func Gamma(x float64) float64 {
	if x <= 33 {
		product := 1.0
		for ; x > 2; x-- {
			product *= x - 1
		}
		return product
	}
	w := 1 / x
	sum := 7.87311395793093628397e-04
	for _, c := range [...]float64{-2.29549961613378126380e-04, -2.68132617805781232825e-03,
		3.47222221605458667310e-03, 8.33333333333482257126e-02, 1} {
		sum = c + float64(sum*w)
	}
	return Pow(x, x-0.5) / Exp(x) * (2.506628274631000502417 * sum)
}

// Zeta is the sum of k^-x over k = 1, 2, ..., for whole x > 1, by Euler and Maclaurin's formula from the tenth
// term on (Gradshteyn and Ryzhik, Tables of Integrals, Series, and Products, p. 1073; Cephes, zeta.c, S. Moshier).
func Zeta(x float64) float64 {
	const unit = 0x1p-53
	sum, last := 1.0, 0.0
	for k := 2.0; k <= 10; k++ {
		last = Pow(k, -x)
		sum += last
		if last/sum < unit {
			return sum
		}
	}
	sum += float64(last*10) / (x - 1)
	sum -= float64(0.5 * last)
	rising, k := 1.0, 0.0
	for _, c := range [...]float64{12, -720, 30240, -1209600, 47900160, -1.307674368e12 / 691, 7.47242496e10,
		-1.067062284288e16 / 3617, 5.109094217170944e18 / 43867, -8.028576626982912e20 / 174611,
		1.5511210043330985984e23 / 854513, -1.6938241367317436694528e27 / 236364091} {
		rising *= x + k
		last /= 10
		term := rising * last / c
		sum += term
		if math.Abs(term/sum) < unit {
			return sum
		}
		k++
		rising *= x + k
		last /= 10
		k++
	}
	return sum
}
