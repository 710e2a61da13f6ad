package orders

import "math/bits"

// powersAreOneGo answers a batch with Montgomery's multiplication, four lanes
// interleaved: one lane waits for its products, four keep the multiplier busy.
// Bit i of the result is set when 2^E[i] = 1 modulo P[i]. It is the kernel
// where there is no assembly, and what the assembly is tested against.
func powersAreOneGo(b *batch, squarings int) (ones uint64) {
	for i := 0; i < lanes; i += 4 {
		p0, p1, p2, p3 := uint64(b.P[i]), uint64(b.P[i+1]), uint64(b.P[i+2]), uint64(b.P[i+3])
		n0, n1, n2, n3 := inverse(p0), inverse(p1), inverse(p2), inverse(p3)
		x0, x1, x2, x3 := shifted(b.T[i], p0), shifted(b.T[i+1], p1), shifted(b.T[i+2], p2), shifted(b.T[i+3], p3)
		e0, e1, e2, e3 := b.Rest[i], b.Rest[i+1], b.Rest[i+2], b.Rest[i+3]
		for range squarings {
			x0, x1 = square(x0, p0, n0)<<(e0>>63), square(x1, p1, n1)<<(e1>>63)
			x2, x3 = square(x2, p2, n2)<<(e2>>63), square(x3, p3, n3)<<(e3>>63)
			e0, e1, e2, e3 = e0<<1, e1<<1, e2<<1, e3<<1
		}
		ones |= isOne(x0, p0)<<i | isOne(x1, p1)<<(i+1) | isOne(x2, p2)<<(i+2) | isOne(x3, p3)<<(i+3)
	}
	return ones
}

// inverse is 1/p mod 2^64; see modular.Inverse64.
func inverse(p uint64) uint64 {
	x := 3*p ^ 2
	x *= 2 - p*x
	x *= 2 - p*x
	x *= 2 - p*x
	return x * (2 - p*x)
}

// shifted is 2^t in Montgomery's form: 2^(64+t) mod p.
func shifted(t, p uint64) uint64 {
	_, r := bits.Div64((1<<t)%p, 0, p)
	return r
}

// square is x*x/2^64 mod p up to one p: below 2p. Since x < 4p < 2^50, the
// high word of x*x is small and no result is ever reduced.
func square(x, p, inv uint64) uint64 {
	hi, lo := bits.Mul64(x, x)
	q, _ := bits.Mul64(lo*inv, p)
	return hi + p - q
}

// isOne is 1 when x, below 4p in Montgomery's form, is the form of 1.
func isOne(x, p uint64) uint64 {
	if x%p == shifted(0, p) {
		return 1
	}
	return 0
}
