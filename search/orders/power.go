package orders

import (
	"math/bits"

	"dovetail/perm/modular"
)

// lanes is the number of powers that one call of the kernel works on.
const lanes = 32

// batch holds lanes questions of one shape: is 2^E = 1 modulo P? Each E is
// T*2^squarings + rest, with 32 <= T < 64.
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

// powersOf are all powers, up to a limit, of the odd primes up to its square root.
// Larger primes come first and the powers of one prime rise. When each in turn marks
// its multiples, the last mark on a number is the full power of its least prime. Place
// 0 stands for primes, whose mark is 0.
type primePowers struct {
	primes []uint64 // rising
	value  []uint64 // the powers; value[0] divides nothing
	inv    []uint64 // 1/power mod 2^64; inv[0] is 0
	order  []uint64 // of 2 modulo each power
	list   []primePower
	parts  [][parts]multiplier // of the hard orders, where they can be split
	lists  multipliers
}

// primePower is the multiplier of the order of 2 modulo a power, or that of 1
// when the order is hard: too large for a single list.
type primePower struct {
	b, magic uint64
	list     uint32
	hard     uint32 // 0 or 1
}

// newPowers lists the powers for moduli up to limit; the table must reach the
// square root of limit.
func newPowers(limit uint64, table Table) *primePowers {
	ps := &primePowers{primes: oddPrimes(isqrt(limit)), lists: newMultipliers()}
	ps.place(1<<62+1, 0, 1)
	for i := len(ps.primes) - 1; i >= 0; i-- {
		p := ps.primes[i]
		order := table.At(p)
		ps.place(p, inverse(p), order)
		for power := p; power <= limit/p; {
			power *= p
			if modular.Power(2, order, power) != 1 {
				order *= p
			}
			ps.place(power, inverse(power), order)
		}
	}
	return ps
}

// place appends one power.
func (ps *primePowers) place(power, inv, order uint64) {
	split := [parts]multiplier{}
	entry := primePower{hard: 1}
	if order <= listLimit {
		m := ps.lists.get(order)
		entry = primePower{b: m.b, magic: m.magic, list: m.list}
	} else {
		split, _ = ps.lists.split(order)
	}
	ps.value = append(ps.value, power)
	ps.inv = append(ps.inv, inv)
	ps.order = append(ps.order, order)
	ps.list = append(ps.list, entry)
	ps.parts = append(ps.parts, split)
}

// multiplier gives lcm(a, b)/a for a number b and any a < 2^32. This is b/gcd(a, b). It
// depends on a modulo b alone and is looked up.
//
// A large b is split into up to three coprime parts that are looked up one by one, as
// lists for the whole b would not fit the caches. A large prime needs no list, only
// whether it divides a: its index stops at 1.
type multiplier struct {
	b, magic  uint64 // magic is 0 where b is 1: then the index is 0
	list, cap uint32 // the answers begin at list; the index is at most cap
}

// multipliers holds the lists, one for each b.
type multipliers struct {
	values []uint32
	known  map[uint64]multiplier
}

// listLimit bounds a part that has other primes in it.
const listLimit = 256

// parts is enough lists for nearly all orders: two parts that do not fit one
// list multiply to more than listLimit = 2^8.
const parts = 3

func newMultipliers() multipliers {
	return multipliers{values: []uint32{1}, known: map[uint64]multiplier{1: {b: 1}}}
}

// longestList bounds the list of a prime power, which cannot be split.
const longestList = 1 << 12

// split covers b. ok is false for the few b that would need too long a list.
func (ms *multipliers) split(b uint64) (out [parts]multiplier, ok bool) {
	size := [parts]uint64{1, 1, 1}
	factors := modular.Factor(b)
	for i := len(factors) - 1; i >= 0; i-- {
		power := modular.Factors{factors[i]}.Product()
		k := 0
		for k < parts && size[k] > 1 && size[k]*power > listLimit {
			k++
		}
		if k == parts || power > longestList && factors[i].E > 1 {
			return out, false
		}
		size[k] *= power
	}
	for k, b := range size {
		out[k] = ms.get(b)
	}
	return out, true
}

// get is the multiplier of b itself.
func (ms *multipliers) get(b uint64) multiplier {
	if m, ok := ms.known[b]; ok {
		return m
	}
	m := multiplier{b: b, magic: magicFor(b), list: uint32(len(ms.values)), cap: uint32(b - 1)}
	if b > listLimit && modular.IsPrime(b) {
		m.cap = 1
	}
	for r := range uint64(m.cap) + 1 {
		ms.values = append(ms.values, uint32(b/modular.GCD(r, b)))
	}
	ms.known[b] = m
	return m
}
