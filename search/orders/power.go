package orders

import "math/bits"

// lanes is the number of powers that one call of the kernel works on.
const lanes = 32

// batch holds lanes questions of one shape: is 2^E = 1 modulo P? Each E is
// T*2^squarings + rest, with 16 <= T < 64, or with P below shortLimit and any T < 64.
//
// The moduli are odd primes from kernelFrom on, below kernelLimit.
type batch struct {
	P, E [lanes + spare]uint64
	_    [3 * lanes]uint64 // scratch of the kernel
}

// spare is the number of words beyond the lanes that whole registers write.
const spare = 8

const (
	kernelFrom = 1 << 13
	// kernelLimit is the modulus from which on the error of the kernel's floating-point
	// quotients could be too large; see power_amd64.s.
	kernelLimit = 1 << 48
	// shortLimit is the modulus below which an exponent may have fewer bits.
	shortLimit = 1 << 37
)

// question asks whether 2^e = 1 modulo the candidate p. Here e*q is a known multiple of
// the order divided by other primes: if the answer is yes, q can be taken out.
type question struct {
	e, p uint64
	qk   uint64 // q << 16 | k, with q below kernelLimit and p the k-th candidate
}

func newQuestion(e, p, q uint64, k int) question { return question{e, p, q<<16 | uint64(k)} }

// bucket gathers questions with the same number of squarings.
type bucket struct {
	batch
	qk [lanes + spare]uint64
	n  int
}

// put writes a question after those that wait, where it is lost unless n counts it.
func (b *bucket) put(e, p, q uint64, k int) {
	i := b.n & (lanes - 1)
	b.P[i], b.E[i], b.qk[i] = p, e, q<<16|uint64(k)
}

// squarings is that of an exponent, and 0 if 2^e needs none.
func squarings(e uint64) int { return bits.Len64(e >> prefixBits) }

// candidates are primes whose orders are being computed: order[k] is a multiple of the
// order of 2 modulo p[k], and answers take primes out of it. The questions wait in
// buckets, one for each number of squarings.
type candidates struct {
	p       []uint64
	order   []uint64
	buckets [64 - prefixBits + 1]bucket
}

// init fills the lanes that have had no question: plain Go divides by them.
func (c *candidates) init() {
	for s := range c.buckets {
		for i := range lanes {
			c.buckets[s].P[i] = 3
		}
	}
}

// prefixBits are the top bits of an exponent that need no squaring, since
// 2^T for T < 64 is a shift.
const prefixBits = 6

// ask adds one question.
func (c *candidates) ask(a question) {
	s := squarings(a.e)
	if s == 0 {
		c.askShift(a)
		return
	}
	b := &c.buckets[s]
	i := b.n & (lanes - 1)
	b.P[i], b.E[i], b.qk[i] = a.p, a.e, a.qk
	b.n++
	if b.n == lanes {
		c.run(s)
	}
}

// askShift answers at once: 2^e fits a word.
func (c *candidates) askShift(a question) {
	if x := uint64(1) << a.e; x > a.p && x%a.p == 1 {
		c.takeOut(a)
	}
}

// run answers the questions of one bucket. A yes leads only to questions with fewer
// squarings, so the bucket does not change meanwhile. Lanes without a question repeat
// what was there.
func (c *candidates) run(squarings int) {
	b := &c.buckets[squarings]
	n := min(b.n, lanes)
	ones := powersAreOne(&b.batch, squarings) & (1<<n - 1)
	for ; ones != 0; ones &= ones - 1 {
		i := bits.TrailingZeros64(ones)
		c.takeOut(question{b.E[i], b.P[i], b.qk[i]})
	}
	for i := n; i < b.n; i++ {
		b.P[i-n], b.E[i-n], b.qk[i-n] = b.P[i], b.E[i], b.qk[i]
	}
	b.n -= n
}

// takeOut takes q out of the order and adds the question for the next power of q.
func (c *candidates) takeOut(a question) {
	k, q := a.qk&0xffff, a.qk>>16
	c.order[k] /= q
	if next := a.e / q; next*q == a.e {
		a.e = next
		c.ask(a)
	}
}

// drain answers everything. New questions go to buckets further down.
func (c *candidates) drain() {
	for s := len(c.buckets) - 1; s > 0; s-- {
		if c.buckets[s].n > 0 {
			c.run(s)
		}
	}
}

// powersAreOneGo answers a batch with Montgomery's multiplication, four lanes
// interleaved: one lane waits for its products, four keep the multiplier busy.
// Bit i of the result is set when 2^E[i] = 1 modulo P[i]. It is the kernel
// where there is no assembly, and what the assembly is tested against.
func powersAreOneGo(b *batch, squarings int) (ones uint64) {
	s := squarings & 63
	for i := 0; i < lanes; i += 4 {
		p0, p1, p2, p3 := b.P[i], b.P[i+1], b.P[i+2], b.P[i+3]
		e0, e1, e2, e3 := b.E[i], b.E[i+1], b.E[i+2], b.E[i+3]
		n0, n1, n2, n3 := inverse(p0), inverse(p1), inverse(p2), inverse(p3)
		x0, x1, x2, x3 := shifted(e0>>s, p0), shifted(e1>>s, p1), shifted(e2>>s, p2), shifted(e3>>s, p3)
		for s := s - 1; s >= 0; s-- {
			x0, x1 = square(x0, p0, n0)<<(e0>>s&1), square(x1, p1, n1)<<(e1>>s&1)
			x2, x3 = square(x2, p2, n2)<<(e2>>s&1), square(x3, p3, n3)<<(e3>>s&1)
		}
		ones |= isOne(x0, p0)<<i | isOne(x1, p1)<<(i+1) | isOne(x2, p2)<<(i+2) | isOne(x3, p3)<<(i+3)
	}
	return ones
}

// inverse is 1/p mod 2^64, by Newton's iteration: each step doubles the number of
// correct bits.
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
