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
	_    [lanes]float64 // scratch of the kernel: 1/P
}

const (
	kernelFrom = 1 << 13
	// KernelLimit is where the kernel's floating-point quotients could be off
	// by more than it can absorb; see power_amd64.s.
	KernelLimit = 1 << 48
)

// question asks whether 2^e = 1 modulo the candidate p, where e*q divides what
// its order is known to divide: if so, q can be taken out.
type question struct {
	e, p uint64
	qk   uint64 // q << 16 | k, with q below KernelLimit and p the k-th candidate
}

func newQuestion(e, p, q uint64, k int) question { return question{e, p, q<<16 | uint64(k)} }

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

// ask takes in one question.
func (c *candidates) ask(a question) {
	squarings := bits.Len64(a.e >> prefixBits)
	if squarings == 0 {
		c.askShift(a)
		return
	}
	b := &c.buckets[squarings]
	b.ask[b.n&(lanes-1)] = a
	b.n++
	if b.n == lanes {
		c.run(squarings)
	}
}

// askShift answers at once: 2^e fits a word.
func (c *candidates) askShift(a question) {
	if x := uint64(1) << a.e; x > a.p && x%a.p == 1 {
		c.yes(a)
	}
}

// run answers the questions of one bucket. A yes only ever asks with fewer
// squarings, so the bucket stays as it is meanwhile. Lanes without a question
// repeat what was there.
func (c *candidates) run(squarings int) {
	b := &c.buckets[squarings]
	for i := range b.ask[:b.n] {
		a := &b.ask[i]
		c.batch.P[i] = float64(int64(a.p))
		c.batch.T[i] = a.e >> squarings
		c.batch.Rest[i] = a.e << (64 - squarings)
	}
	ones := powersAreOne(&c.batch, squarings) & (1<<b.n - 1)
	for ; ones != 0; ones &= ones - 1 {
		c.yes(b.ask[bits.TrailingZeros64(ones)])
	}
	b.n = 0
}

// yes takes q out of the order and asks for the next power of q.
func (c *candidates) yes(a question) {
	k, q := a.qk&0xffff, a.qk>>16
	c.order[k] /= q
	if next := a.e / q; next*q == a.e {
		a.e = next
		c.ask(a)
	}
}

// drain answers everything: new questions go to buckets further down.
func (c *candidates) drain() {
	for s := len(c.buckets) - 1; s > 0; s-- {
		if c.buckets[s].n > 0 {
			c.run(s)
		}
	}
}
