package modular

import "math/bits"

// montgomery multiplies modulo an odd m below 2^63 without dividing: x is
// held as x*2^64 mod m, and Mul(x, y) is x*y/2^64 mod m (P. L. Montgomery,
// Modular multiplication without trial division, 1985).
type montgomery struct {
	M   uint64 // the modulus
	Inv uint64 // 1/M mod 2^64
	One uint64 // 2^64 mod M, the form of 1
	sq  uint64 // 2^128 mod M, which brings numbers into the form
}

// newMontgomery prepares the odd modulus m, 1 < m < 2^63.
func newMontgomery(m uint64) montgomery {
	one := -m % m
	return montgomery{M: m, Inv: inverse64(m), One: one, sq: Mul(one, one, m)}
}

// inverse64 is 1/m mod 2^64 for odd m. Newton's step doubles the number of
// right bits, and 3m xor 2 has five of them.
func inverse64(m uint64) uint64 {
	x := 3*m ^ 2
	for range 4 {
		x *= 2 - m*x
	}
	return x
}

// Mul is the product of two numbers in the form, below M.
func (g montgomery) Mul(x, y uint64) uint64 {
	hi, lo := bits.Mul64(x, y)
	q, _ := bits.Mul64(lo*g.Inv, g.M)
	r := hi - q
	if hi < q {
		r += g.M
	}
	return r
}

// In brings x into the form.
func (g montgomery) In(x uint64) uint64 { return g.Mul(x%g.M, g.sq) }

// Power is x^e, with x and the result in the form.
func (g montgomery) Power(x, e uint64) uint64 {
	r := g.One
	for i := bits.Len64(e) - 1; i >= 0; i-- {
		r = g.Mul(r, r)
		if e>>i&1 == 1 {
			r = g.Mul(r, x)
		}
	}
	return r
}
