package orders

import "math/bits"

// lanes is the number of powers that one call of the kernel works on.
const lanes = 32

// batch holds lanes questions of one shape: is 2^E = 1 modulo p? The top bits
// of each E are T < 64, the squarings bits after them are left-aligned in Rest,
// so that E = T*2^squarings + rest.
//
// The moduli are odd primes in [kernelFrom, KernelLimit).
type batch struct {
	P    [lanes]float64
	T    [lanes]uint64
	Rest [lanes]uint64
	inv  [lanes]float64 // scratch of the kernel: 1/P
}

const (
	kernelFrom = 1 << 13
	// KernelLimit is where the kernel's floating-point quotients could be off
	// by more than it can absorb; see power.go.
	KernelLimit = 1 << 48
)

// question is what a lane asks about: whether the prime Q can be taken out of
// the order of the K-th prime of the segment, where e = exponent.
type question struct {
	e uint64
	q uint64
	k uint32
}

// bucket gathers questions with the same number of squarings.
type bucket struct {
	batch
	n   int
	ask [lanes]question
}

// tester runs questions through buckets, one for each number of squarings.
// Answers that are yes go to yes, which may ask again.
type tester struct {
	buckets [64 - prefixBits + 1]bucket
	yes     func(question)
}

// prefixBits are the top bits of an exponent that need no squaring, since
// 2^T for T < 64 is a shift.
const prefixBits = 6

// push asks whether 2^e = 1 modulo p.
func (t *tester) push(p float64, a question) {
	squarings := max(bits.Len64(a.e)-prefixBits, 0)
	b := &t.buckets[squarings]
	i := b.n & (lanes - 1)
	b.P[i] = p
	b.T[i] = a.e >> squarings
	b.Rest[i] = a.e << (64 - squarings)
	b.ask[i] = a
	b.n = i + 1
	if b.n == lanes {
		t.run(squarings)
	}
}

// run answers the questions of one bucket and empties it first, so that the
// answers may fill it again.
func (t *tester) run(squarings int) {
	b := &t.buckets[squarings]
	n := b.n
	for i := n; i < lanes; i++ {
		b.P[i], b.T[i], b.Rest[i] = b.P[0], b.T[0], b.Rest[0]
	}
	ones := powersAreOne(&b.batch, squarings) & (1<<n - 1)
	b.n = 0
	if ones == 0 {
		return
	}
	ask := b.ask
	for ; ones != 0; ones &= ones - 1 {
		t.yes(ask[bits.TrailingZeros64(ones)])
	}
}

// drain answers everything, new questions included: a yes only ever asks with
// fewer squarings, or as many.
func (t *tester) drain() {
	for s := len(t.buckets) - 1; s >= 0; s-- {
		for t.buckets[s].n > 0 {
			t.run(s)
		}
	}
}
