package orders

import "dovetail/perm/modular"

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
	prime uint32 // its place in large
	next  uint32
}

// farthest is the largest s for which the sieve is worth widening; the few
// prime factors above a table that belong to larger s are factored one by one.
const farthest = 1<<17 - 1

func (b *neighbours) init(large []smallPrime, reach uint64) {
	b.large, b.reach = large, reach|1
}

// list sieves for n moduli from first on. sweeps[k] is the first of their cells
// that large[k] divides: cell i is first + 2i, and number j is
// first - 1 + 2(j - h), so q divides it when j = h + i + (q+1)/2 modulo q.
func (b *neighbours) list(first uint64, n int, sweeps []uint64) {
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

// follower is on its way through the primes of one number.
type follower struct{ k, entry uint32 }

// begin forgets all followers.
func (b *neighbours) begin() { b.open = b.open[:0] }

// follow starts candidate k, a prime r with s*r the modulus of cell i, on the
// primes of s*(r-1).
func (b *neighbours) follow(k, i int, s uint64) {
	j := b.below() + uint64(i) - (s-1)/2
	if e := b.head[j]; e != 0 {
		b.open = append(b.open, follower{uint32(k), e})
	}
}

// each visits the primes of all followers, one of each in turn: so the
// processor need not wait for one list at a time.
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

// takeFactors takes the primes of p-1 that are left by factoring.
func (c *totients) takeFactors(k int) {
	for _, q := range modular.Factor(c.rest[k]) {
		c.take(k, &smallPrime{newDivisor(q.P), q.P})
	}
}
