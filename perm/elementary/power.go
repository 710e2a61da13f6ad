package elementary

import "math"

// Pow is x^y for a finite x > 0 and a finite y, |y| < 2^63: x^(y's fraction) by Exp and Log, and the rest by
// squares, each with its power of two apart.
func Pow(x, y float64) float64 {
	switch y {
	case 0.5:
		return math.Sqrt(x)
	case -0.5:
		return 1 / math.Sqrt(x)
	}
	whole, fraction := math.Modf(math.Abs(y))
	product, twos := 1.0, 0
	if fraction != 0 {
		if fraction > 0.5 {
			fraction--
			whole++
		}
		product = Exp(fraction * Log(x))
	}
	square, exponent := math.Frexp(x)
	for i := int64(whole); i != 0; i >>= 1 {
		if exponent < -1<<12 || exponent > 1<<12 {
			twos += exponent // far beyond all finite numbers
			break
		}
		if i&1 == 1 {
			product *= square
			twos += exponent
		}
		square = float64(square * square)
		exponent *= 2
		if square < 0.5 {
			square *= 2
			exponent--
		}
	}
	if y < 0 {
		product, twos = 1/product, -twos
	}
	return math.Ldexp(product, twos)
}

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
