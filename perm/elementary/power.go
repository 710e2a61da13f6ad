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
