package orders

import "math/bits"

// lanes is the number of powers that one call of the kernel works on.
const lanes = 32

// batch holds lanes questions of one shape: is 2^E = 1 modulo P? The top bits
// of each E are T < 64, the squarings bits after them are left-aligned in Rest,
// so that E = T*2^squarings + rest.
//
// The moduli are odd primes from kernelFrom on, below KernelLimit.
type batch struct {
	P    [lanes]float64
	T    [lanes]uint64
	Rest [lanes]uint64
	inv  [lanes]float64 // scratch of the kernel: 1/P
}

const (
	kernelFrom = 1 << 13
	// KernelLimit is where the kernel's floating-point quotients could be off
	// by more than it can absorb; see power_amd64.s.
	KernelLimit = 1 << 48
)

// question asks whether 2^e = 1 modulo the k-th of the candidates, where e*q
// divides what its order is known to divide: if so, q can be taken out.
type question struct {
	e  uint64
	qk uint64 // q << 16 | k, with q below KernelLimit
}

func newQuestion(e, q uint64, k int) question { return question{e, q<<16 | uint64(k)} }

func (a question) q() uint64 { return a.qk >> 16 }
func (a question) k() int    { return int(a.qk & 0xffff) }

// bucket gathers questions with the same number of squarings.
type bucket struct {
	n   int
	ask [lanes]question
}

// candidates are primes on the way to their orders: order[k] is a multiple of
// the order of 2 modulo p[k], from which the answers take out primes. The
// questions wait in buckets, one for each number of squarings.
type candidates struct {
	p       []uint64
	order   []uint64
	buckets [64 - prefixBits + 1]bucket
	batch   batch
}

// prefixBits are the top bits of an exponent that need no squaring, since
// 2^T for T < 64 is a shift.
const prefixBits = 6

// ask takes in one question with e >= 2^prefixBits/2.
func (c *candidates) ask(a question) {
	squarings := bits.Len64(a.e >> prefixBits)
	b := &c.buckets[squarings]
	b.ask[b.n&(lanes-1)] = a
	b.n++
	if b.n == lanes {
		c.run(squarings)
	}
}

// askUnlessSmall skips the question when 2^e is below the prime, so not 1.
func (c *candidates) askUnlessSmall(a question) {
	if a.e >= uint64(bits.Len64(c.p[a.k()])) {
		c.ask(a)
	}
}

// run answers the questions of one bucket and empties it first, so that the
// answers may fill it again. Lanes without a question repeat what was there.
func (c *candidates) run(squarings int) {
	b := &c.buckets[squarings]
	ask, n := b.ask, b.n
	b.n = 0
	for i := range n {
		a := ask[i]
		c.batch.P[i] = float64(c.p[a.k()])
		c.batch.T[i] = a.e >> squarings
		c.batch.Rest[i] = a.e << (64 - squarings)
	}
	ones := powersAreOne(&c.batch, squarings) & (1<<n - 1)
	for ; ones != 0; ones &= ones - 1 {
		c.yes(ask[bits.TrailingZeros64(ones)])
	}
}

// yes takes q out of the order and asks for the next power of q.
func (c *candidates) yes(a question) {
	q := a.q()
	c.order[a.k()] /= q
	if a.e%q == 0 {
		c.askUnlessSmall(newQuestion(a.e/q, q, a.k()))
	}
}

// drain answers everything, new questions included: a yes only ever asks with
// fewer squarings, or as many.
func (c *candidates) drain() {
	for s := len(c.buckets) - 1; s >= 0; s-- {
		for c.buckets[s].n > 0 {
			c.run(s)
		}
	}
}
