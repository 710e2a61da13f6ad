package orders

import (
	"context"

	"dovetail/perm/modular"
)

// The window engine computes orders far from 1. A table reaches the square
// root of the moduli and somewhat further. A sieve over the window takes the
// primes up to the square root out of each modulus: m = s*r with s smooth and
// r either 1 or prime, and
//
//	ord(m) = lcm(ord(s), ord(r)),
//
// where s is a product of a few parts that are in the table. A large r needs the primes
// of r-1. They divide s*(r-1) = m-s, an even number not far below m, so a second sieve
// over such numbers lists them (neighbours). A divisor of m-s need not divide r-1, so
// each is tried.
type window struct {
	cells
	table   Table
	primes0 []smallPrime // odd primes up to the square root
	sweeps  []uint64     // by prime: the next cell it divides
	next    uint64       // the modulus of cell 0 for which the sweeps are
	part    []uint64     // of each cell: the smooth part not yet looked up
	rest    []uint64     // of each cell: the modulus without the primes found
	last    []uint32     // of each cell: the order modulo what is left, if the table has it
	big     totients     // the large r
	at      []uint16     // of each large r: its cell
	below   neighbours
}

// windowCells is the number of odd moduli sieved at a time.
const windowCells = 1 << 16

// leastRoot is enough for the primes tried on every p.
const leastRoot = 23

// newWindow prepares for moduli up to limit < kernelLimit, whose square root the table must reach.
func newWindow(table Table, limit uint64) *window {
	primes := oddPrimes(max(isqrt(limit), leastRoot))
	w := &window{table: table, sweeps: make([]uint64, len(primes))}
	for _, p := range primes {
		w.primes0 = append(w.primes0, smallPrime{newDivisor(p), p})
	}
	w.orders = make([]uint64, windowCells)
	w.part, w.rest = make([]uint64, windowCells), make([]uint64, windowCells)
	w.last = make([]uint32, windowCells)
	w.big.init(primes)
	w.below.init(w.big.large, min(limit/table.Limit(), farthest))
	return w
}

func (w *window) size() int { return windowCells }

// run requires n <= windowCells.
func (w *window) run(first uint64, n int) *cells {
	if first+2*uint64(n-1) <= w.table.Limit() {
		w.read(first, n)
		return &w.cells
	}
	if first != w.next {
		for k, p := range w.primes0 {
			w.sweeps[k] = firstCell(first, 0, p.prime)
		}
	}
	w.first, w.n, w.next = first, n, first+2*uint64(n)
	w.below.list(n, w.sweeps[triedPrimes:])
	w.smoothParts()
	w.gather()
	w.totients()
	for k, i := range w.at {
		w.orders[i] = modular.LCM(w.big.order[k], w.orders[i])
	}
	return &w.cells
}

// read takes cells that are in the table.
func (w *window) read(first uint64, n int) {
	w.first, w.n, w.primes = first, n, w.primes[:0]
	for i := range n {
		m := w.modulus(i)
		w.orders[i] = w.table.At(m)
		if w.table.isPrime(m) {
			w.primes = append(w.primes, uint16(i))
		}
	}
}

// smoothParts takes the full power of every small prime out of each modulus. The order
// modulo a power of 3 is known. The other powers are multiplied together as long as the
// product is in the table. The order of the product then goes into the order of the
// modulus.
func (w *window) smoothParts() {
	n := uint64(w.n)
	for i := range n {
		w.part[i], w.orders[i], w.rest[i] = 1, 1, w.modulus(int(i))
	}
	limit := w.table.Limit()
	for k, i := range w.sweeps {
		p := w.primes0[k]
		for ; i < n; i += p.prime {
			power := p.prime
			rest := w.rest[i] * p.inv
			for next := rest * p.inv; next <= p.last; next *= p.inv {
				rest = next
				power *= p.prime
			}
			w.rest[i] = rest
			if p.prime == 3 {
				w.orders[i] = power / 3 * 2
				continue
			}
			if part := w.part[i] * power; part <= limit {
				w.part[i] = part
			} else {
				w.lookUp(i, power)
			}
		}
		w.sweeps[k] = i - n
	}
}

// lookUp moves the part of cell i into its order and begins a new part. A
// power beyond the table, which only a few moduli have, goes straight in.
func (w *window) lookUp(i, power uint64) {
	w.orders[i] = modular.LCM(w.orders[i], w.table.At(w.part[i]))
	w.part[i] = power
	if power > w.table.Limit() {
		c, err := modular.Order(2, power)
		if err != nil {
			panic(err) // an odd modulus in range has an order
		}
		w.orders[i] = modular.LCM(w.orders[i], c.Order)
		w.part[i] = 1
	}
}

// gather looks up the last parts and the small primes, and collects the large primes.
// This is a separate loop, so that many reads wait together.
func (w *window) gather() {
	w.at, w.primes = w.at[:0], w.primes[:0]
	w.big.p = w.big.p[:0]
	limit, last := w.table.Limit(), w.last[:w.n]
	for i, part := range w.part[:w.n] {
		w.part[i] = uint64(w.table[part/3] &^ primeMark)
		rest := w.rest[i]
		if rest > limit {
			rest = 1
		}
		last[i] = w.table[rest/3] &^ primeMark
	}
	for i := range w.n {
		order, rest := w.part[i], w.rest[i]
		if w.orders[i] != 1 {
			order = modular.LCM(w.orders[i], order)
		}
		if last[i] > 1 {
			order = modular.LCM(order, uint64(last[i]))
		}
		if rest > limit {
			w.at = append(w.at, uint16(i))
			w.big.p = append(w.big.p, rest)
		}
		m := w.modulus(i)
		if m > limit && rest == m || m <= limit && w.table.isPrime(m) {
			w.primes = append(w.primes, uint16(i))
		}
		w.orders[i] = order
	}
}

// totients finds the orders of the large primes.
func (w *window) totients() {
	c := &w.big
	c.begin(len(c.p))
	c.takeTwo()
	c.takeSmall()
	w.below.begin()
	for k, r := range c.p {
		if s := w.modulus(int(w.at[k])) / r; s <= w.below.reach {
			w.below.follow(k, int(w.at[k]), s)
		} else {
			c.takeFactors(k)
		}
	}
	w.below.each(func(k int, q *smallPrime) {
		if _, ok := q.exact(c.rest[k]); ok {
			c.take(k, q)
		}
	})
	c.takeRest()
	c.drain()
}

// neighbours lists the larger primes of the even numbers around and below a
// run of odd moduli: of m - s for all of them and all odd s <= reach. Number j
// is base + 2j, and its primes are a linked list through entries.
type neighbours struct {
	reach   uint64 // odd
	large   []smallPrime
	head    []uint32 // of number j: its last entry, or 0
	entries []entry
	open    []follower
}

type entry struct {
	prime uint32 // its index in large
	next  uint32
}

// farthest is the largest s for which the sieve is worth widening; the few
// prime factors above a table that belong to larger s are factored one by one.
const farthest = 1<<17 - 1

func (b *neighbours) init(large []smallPrime, reach uint64) {
	b.large, b.reach = large, reach|1
}

// list sieves for n moduli from a first one on. sweeps[k] is the first of their cells
// that large[k] divides: cell i is first + 2i, and number j is
// first - 1 + 2(j - h), so q divides it when j = h + i + (q+1)/2 modulo q.
func (b *neighbours) list(n int, sweeps []uint64) {
	h := b.below()
	size := h + uint64(n)
	b.head = resize(b.head, int(size))
	clear(b.head)
	b.entries = append(b.entries[:0], entry{})
	for k, q := range b.large {
		p := q.prime
		for j := (h + sweeps[k] + (p+1)/2) % p; j < size; j += p {
			b.entries = append(b.entries, entry{uint32(k), b.head[j]})
			b.head[j] = uint32(len(b.entries) - 1)
		}
	}
}

// below is h, the number of even numbers listed below first - 1.
func (b *neighbours) below() uint64 { return (b.reach - 1) / 2 }

// follower goes through the primes of one number.
type follower struct{ k, entry uint32 }

// begin clears all followers.
func (b *neighbours) begin() { b.open = b.open[:0] }

// follow starts candidate k, a prime r with s*r the modulus of cell i, on the
// primes of s*(r-1).
func (b *neighbours) follow(k, i int, s uint64) {
	j := b.below() + uint64(i) - (s-1)/2
	if e := b.head[j]; e != 0 {
		b.open = append(b.open, follower{uint32(k), e})
	}
}

// each visits the primes of all followers, one of each in turn, so that the processor
// need not wait for one list at a time.
func (b *neighbours) each(visit func(k int, q *smallPrime)) {
	for open := b.open; len(open) > 0; {
		left := open[:0]
		for _, f := range open {
			e := b.entries[f.entry]
			visit(int(f.k), &b.large[e.prime])
			if e.next != 0 {
				left = append(left, follower{f.k, e.next})
			}
		}
		open = left
	}
}

// takeFactors takes the remaining primes of p-1 by factoring.
func (c *totients) takeFactors(k int) {
	for _, q := range modular.Factor(c.rest[k]) {
		c.take(k, &smallPrime{newDivisor(q.P), q.P})
	}
}

// Table holds the orders of 2 modulo the numbers 1, 5, 7, 11, 13, ... without a factor 2 or 3:
// entry i belongs to 3i+1 or 3i+2, whichever is odd, so that m is found at m/3, rounded down. A
// window never looks up a multiple of 3. Orders below 2^31 fit, so the moduli do. Entries of primes have a mark.
type Table []uint32

const primeMark = 1 << 31

// newTable reaches at least up to limit, which is below 2^31.
func newTable(limit uint64) Table {
	t := make(Table, max(limit, kernelFrom)/3+1)
	t[0] = 1
	w := newStreams(3, t.Limit()).walker()
	for _, p := range streamParts(3, t.Limit()) {
		if err := w.visit(context.Background(), p.from, p.to, t); err != nil {
			panic(err) // nothing cancels it
		}
	}
	return t
}

// Limit is the largest modulus in the table: the largest odd m with an entry m/3.
func (t Table) Limit() uint64 { return 3*uint64(len(t)) - 2 | 1 }

// At is the order of 2 modulo the odd m <= Limit. It is slower for multiples
// of 3, which modulo 3^k have order 2*3^(k-1).
func (t Table) At(m uint64) uint64 {
	three := uint64(1)
	for m%3 == 0 {
		m /= 3
		three *= 3
	}
	order := uint64(t[m/3] &^ primeMark)
	if three > 1 {
		order = modular.LCM(order, three/3*2)
	}
	return order
}

// isPrime reports whether m is prime, 1 <= m <= Limit and odd.
func (t Table) isPrime(m uint64) bool { return m == 3 || m%3 != 0 && t[m/3]&primeMark != 0 }

func (t Table) prime(p, order uint64) { t.composite(p, order|primeMark) }

func (t Table) composite(m, order uint64) {
	if m%3 != 0 {
		t[m/3] = uint32(order)
	}
}

func (t Table) run(b *block, s uint64, first, last int) {
	if s%3 == 0 {
		return
	}
	for i := first; i < last; i++ {
		t[s*b.p[i]/3] = uint32(b.order[i] * b.factor[b.class[i]])
	}
}

func (t Table) change(b *block, s uint64, member int, factor uint64) {
	t.composite(s*b.p[member], b.order[member]*factor)
}

func (t Table) pseudoprime() {}
