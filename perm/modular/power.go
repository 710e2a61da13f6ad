package modular

import "math/bits"

// Mul is a*b mod m, for a < m.
func Mul(a, b, m uint64) uint64 {
	hi, lo := bits.Mul64(a, b%m)
	_, r := bits.Div64(hi, lo, m)
	return r
}

// Power is a^e mod m by repeated squaring; Power(a, 0, 1) is 0.
func Power(a, e, m uint64) uint64 {
	a %= m
	r := 1 % m
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			r = Mul(r, a, m)
		}
		a = Mul(a, a, m)
	}
	return r
}

// GCD is the greatest common divisor; GCD(a, 0) is a.
func GCD(a, b uint64) uint64 {
	if a == 0 || b == 0 {
		return a | b
	}
	if a < b {
		a, b = b, a
	}
	if a %= b; a == 0 { // one step of Euclid's brings them to one size
		return b
	}
	shift := bits.TrailingZeros64(a | b)
	a >>= bits.TrailingZeros64(a)
	for b != 0 {
		b >>= bits.TrailingZeros64(b)
		less := min(a, b)
		a, b = less, max(a, b)-less
	}
	return a << shift
}

// LCM is the least common multiple, which must fit 64 bits.
func LCM(a, b uint64) uint64 { return a / GCD(a, b) * b }
