package orders

import (
	"math"
	"math/bits"

	"dovetail/perm/modular"
)

// segmentCells is the number of odd moduli worked on at a time: their marks
// and orders stay in the second-level cache.
const segmentCells = 1 << 15

// segment is the full-range engine for consecutive odd moduli. It reads the orders of
// smaller moduli in the table.
type segment struct {
	cells
	table  Table
	powers *primePowers
	mark   [segmentCells]uint16 // 0 for a prime, else a place in powers
	sweeps []uint64             // by power: the next cell it divides
	hard   [segmentCells]uint16 // cells whose least common multiple takes more steps
	found  primeCells
}

// newSegment prepares for moduli up to the limit of ps and above its square
// root. The table must reach a third of the limit.
func newSegment(table Table, ps *primePowers) *segment {
	s := &segment{table: table, powers: ps, sweeps: make([]uint64, len(ps.value))}
	s.orders = make([]uint64, segmentCells)
	s.found.init(ps.primes)
	return s
}

func (s *segment) size() int { return segmentCells }

// run requires first >= seedLimit and n <= segmentCells.
func (s *segment) run(first uint64, n int) *cells {
	if s.n == 0 || first != s.modulus(s.n) {
		s.seek(first)
	}
	s.first, s.n = first, n
	s.walk()
	s.composites()
	s.primeOrders()
	return &s.cells
}

// seek sets the sweeps for a segment that does not follow the last one.
func (s *segment) seek(first uint64) {
	for k, power := range s.powers.value {
		s.sweeps[k] = firstCell(first, 0, power)
	}
	for k, q := range s.found.large {
		s.found.sweeps[k] = firstCell(first, 1, q.prime)
	}
}

// walk marks every composite of the segment with the full power of its least prime,
// which the order of the sweeps ensures. Primes keep 0.
func (s *segment) walk() {
	mark := s.mark[:s.n]
	clear(mark)
	n := uint64(len(mark))
	for k, i := range s.sweeps {
		power := s.powers.value[k]
		for ; i < n; i += power {
			mark[i] = uint16(k)
		}
		s.sweeps[k] = i - n
	}
}

// composites writes the orders of the composite moduli: with the power P of the least
// prime of m, ord(m) = lcm(ord(m/P), ord(P)), and ord(m/P) is in the table. For one P
// the quotients m/P are consecutive, so the table is read in as many streams as there
// are small primes. It is read in a separate loop, so that the processor waits for many
// cells at a time.
func (s *segment) composites() {
	s.readTable()
	hard := 0
	list, values := s.powers.list, s.powers.lists.values
	orders := s.orders[:s.n]
	for i, k := range s.mark[:len(orders)] {
		p := &list[k]
		a := orders[i]
		r := remainder(uint32(a), p.b, p.magic)
		orders[i] = a * uint64(values[uint64(p.list)+r])
		s.hard[hard&(segmentCells-1)] = uint16(i)
		hard += int(p.hard)
	}
	for _, i := range s.hard[:hard] {
		orders[i] = s.powers.hardLCM(int(s.mark[i]), orders[i])
	}
}

// hardLCM is lcm(a, order of the k-th power), part by part where it has parts.
func (ps *primePowers) hardLCM(k int, a uint64) uint64 {
	if ps.parts[k][0].b == 0 {
		return modular.LCM(a, ps.order[k])
	}
	lcm := a
	for _, part := range &ps.parts[k] {
		r := min(remainder(uint32(a), part.b, part.magic), uint64(part.cap))
		lcm *= uint64(ps.lists.values[uint64(part.list)+r])
	}
	return lcm
}

// readTableGo puts ord(m/P) in place of ord(m), from a cell on.
func (s *segment) readTableGo(from int) {
	inv, table := s.powers.inv, s.table
	orders, marks := s.orders[from:s.n], s.mark[from:s.n]
	m := s.modulus(from)
	for i, k := range marks[:len(orders)] {
		orders[i] = uint64(table[uint32(m*inv[k])/3])
		m += 2
	}
}

// primeCells are the primes p of a segment. Each prime q up to the square root sweeps
// over the cells that are 1 modulo it, which finds the q that divide p-1. What is left
// of p-1 is then one prime or nothing.
type primeCells struct {
	totients
	sweeps []uint64                  // by large q: the next cell that is 1 modulo it
	cell   [segmentCells]uint16      // of each prime
	isSet  [segmentCells / 64]uint64 // a bit for each cell that holds a prime
	number [segmentCells]uint16      // of each such cell: which prime
	hits   [maxHits]hit
}

// hit is a cell whose prime is 1 modulo a large q, the q-th.
type hit struct{ cell, q uint16 }

// maxHits leaves room for all hits of one q.
const maxHits = 1 << 12

func (c *primeCells) init(primes []uint64) {
	c.totients.init(primes)
	c.sweeps = make([]uint64, len(c.large))
}

// primeOrders writes the orders of the primes of the segment.
func (s *segment) primeOrders() {
	c := &s.found
	s.collect()
	c.takeTwo()
	c.takeSmall()
	c.sweepLarge(s.n)
	c.takeRest()
	c.drain()
	for k, o := range c.order {
		s.orders[c.cell[k]] = o
	}
	s.primes = c.cell[:len(c.p)]
}

// collect numbers the primes.
func (s *segment) collect() {
	c := &s.found
	n := 0
	for i, k := range s.mark[:s.n] {
		c.cell[n&(segmentCells-1)] = uint16(i)
		n += int((uint32(k) - 1) >> 31)
	}
	c.begin(n)
	clear(c.isSet[:])
	for k, i := range c.cell[:n] {
		c.p[k] = s.modulus(int(i))
		c.number[i&(segmentCells-1)] = uint16(k)
		c.isSet[i/64%(segmentCells/64)] |= 1 << (i % 64)
	}
}

// sweepLarge passes over n cells. Hits are listed first, to avoid mispredicted
// branches.
func (c *primeCells) sweepLarge(cells int) {
	n, hits := uint64(cells), 0
	for j, i := range c.sweeps {
		q := c.large[j].prime
		for ; i < n; i += q {
			c.hits[hits&(maxHits-1)] = hit{uint16(i), uint16(j)}
			hits += int(c.isSet[i/64%(segmentCells/64)] >> (i % 64) & 1)
		}
		c.sweeps[j] = i - n
		if hits >= maxHits/2 {
			c.takeHits(hits)
			hits = 0
		}
	}
	c.takeHits(hits)
}

func (c *primeCells) takeHits(n int) {
	for _, h := range c.hits[:n] {
		c.take(int(c.number[h.cell%segmentCells]), &c.large[h.q])
	}
}

// totients find the orders of candidates p. The order divides p-1. It is what remains
// of p-1 when every prime q of p-1 is taken out as long as 2 to the power of the
// quotient is still 1.
//
// The prime 2 needs a test in one case of four only: 2 is a square modulo p
// exactly when p = 1 or 7 modulo 8. For p = 3 or 5 the order keeps the whole
// power of 2 in p-1; for p = 7 it is odd; for p = 1 it divides (p-1)/2.
type totients struct {
	candidates
	small  []smallPrime // primes q tried on every p
	large  []smallPrime // the others, found by a sieve
	rest   []uint64     // odd part of p-1 without the primes found
	listed []uint16
	least  uint64 // of the candidates
	most   uint64
}

type smallPrime struct {
	divisor
	prime uint64
}

// triedPrimes is how many small q are tried on each p rather than found by a
// sieve. Its exact value matters little.
const triedPrimes = 8

func (c *totients) init(primes []uint64) {
	c.candidates.init()
	for i, q := range primes {
		s := smallPrime{newDivisor(q), q}
		if i < triedPrimes {
			c.small = append(c.small, s)
		} else {
			c.large = append(c.large, s)
		}
	}
}

// begin makes room for n candidates, at most 2^16.
func (c *totients) begin(n int) {
	c.p, c.order = resize(c.p, n), resize(c.order, n)
	c.rest, c.listed = resize(c.rest, n), resize(c.listed, n+1)
}

// takeTwo decides the prime 2, as far as p modulo 8 does, and begins with the odd part
// of p-1.
func (c *totients) takeTwo() {
	order, rest := c.order[:len(c.p)], c.rest[:len(c.p)]
	c.least, c.most = ^uint64(0), 0
	for k, p := range c.p {
		c.least, c.most = min(c.least, p), max(c.most, p)
		rest[k] = (p - 1) >> bits.TrailingZeros64(p-1)
		halved := (p>>1 ^ p>>2 ^ 1) & 1 // 1 when p is 1 or 7 modulo 8
		order[k] = (p - 1) >> halved
		if p&7 == 1 {
			c.ask(newQuestion((p-1)/4, p, 2, k))
		}
	}
}

// takeSmall divides each p-1 by the smallest odd primes.
func (c *totients) takeSmall() {
	for j := range c.small {
		c.takeEach(&c.small[j])
	}
}

// takeEachGo divides each p-1 by q. Candidates that q divides are listed first, to
// avoid mispredicted branches.
func (c *totients) takeEachGo(q *smallPrime) {
	n := 0
	for k, rest := range c.rest {
		c.listed[n] = uint16(k)
		_, short := bits.Sub64(q.last, rest*q.inv, 0)
		n += int(1 - short)
	}
	for _, k := range c.listed[:n] {
		c.take(int(k), q)
	}
}

// take removes q from what is left of p-1 and asks whether the order has it.
func (c *totients) take(k int, q *smallPrime) {
	rest := c.rest[k] * q.inv
	for next := rest * q.inv; next <= q.last; next *= q.inv {
		rest = next
	}
	c.rest[k] = rest
	p := c.p[k]
	c.ask(newQuestion((p-1)*q.inv, p, q.prime, k))
}

// takeRest adds the question for what is left of p-1 when it is one prime.
func (c *totients) takeRest() {
	for k, q := range c.rest {
		if q > 1 {
			p := c.p[k]
			c.ask(newQuestion((p-1)/q, p, q, k))
		}
	}
}

// divisor divides by a fixed odd d without a division: x is a multiple of d
// exactly when x/d mod 2^64 is at most (2^64-1)/d, and is then the quotient
// (T. Granlund and P. L. Montgomery, Division by invariant integers using
// multiplication, 1994).
type divisor struct{ inv, last uint64 }

func newDivisor(d uint64) divisor { return divisor{inverse(d), ^uint64(0) / d} }

// exact is x/d; ok reports whether d divides x.
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

// oddPrimes are the odd primes up to n, rising.
func oddPrimes(n uint64) []uint64 { return modular.Primes(max(2, n))[1:] }

// isqrt is the integer part of the square root of n < 2^63.
func isqrt(n uint64) uint64 {
	r := uint64(math.Sqrt(float64(n)))
	for r*r > n {
		r--
	}
	for (r+1)*(r+1) <= n {
		r++
	}
	return r
}
