package orders

import "math/bits"

// divisor divides by a fixed odd d without a division: x is a multiple of d
// exactly when x/d mod 2^64 is at most (2^64-1)/d, and is then the quotient
// (T. Granlund and P. L. Montgomery, Division by invariant integers using
// multiplication, 1994).
type divisor struct{ inv, last uint64 }

func newDivisor(d uint64) divisor { return divisor{inverse(d), ^uint64(0) / d} }

// exact is x/d; ok tells whether d divides x.
func (d divisor) exact(x uint64) (q uint64, ok bool) {
	q = x * d.inv
	return q, q <= d.last
}

// remainder is a mod b for 32-bit a and b, with magic = magicFor(b): the
// fraction a/b in 64 bits, times b (D. Lemire, O. Kaser and N. Kurz, Faster
// remainder by direct computation, 2019).
func remainder(a uint32, b, magic uint64) uint64 {
	r, _ := bits.Mul64(magic*uint64(a), b)
	return r
}

// magicFor is 2^64/b rounded up, b >= 2.
func magicFor(b uint64) uint64 { return ^uint64(0)/b + 1 }
