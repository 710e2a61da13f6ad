package orders

import (
	"math/bits"
	"slices"

	"dovetail/perm/modular"
)

// segmentCells is the number of odd numbers that are sieved at a time.
const segmentCells = 1 << cellBits

// primeSieve finds primes, segment by segment, and the orders of 2 modulo them. Cell i of a segment is
// first + 2i. Each prime q up to the square root passes over the cells that it divides, which leaves the primes p, and
// over the cells that are 1 modulo it, which finds the q that divide p-1. What is left of p-1 is then
// one prime or nothing.
type primeSieve struct {
	totients
	first     uint64 // of the next segment
	primes    []uint64
	multiple  []int32 // by prime: the next pair of cells that it divides
	one       []int32 // by prime of large: the next pair that is 1 modulo it
	composite [segmentCells]uint8
	cell      [segmentCells]uint32 // of each prime
	number    [segmentCells]uint16 // of each cell that holds a prime: which prime
	hits      [maxHits]uint64      // the cells whose primes are 1 modulo a large q, with the place of q above cellBits
}

// cellBits is enough for a cell.
const cellBits = 17

// maxHits leaves room for all hits of one q.
const maxHits = 1 << 12

// pattern has 1 where 2i+1 is a multiple of one of the primes up to 13; it repeats after as many
// cells as their product. The sieve begins with it.
var pattern = func() []uint8 {
	p := make([]uint8, 3*5*7*11*13)
	for i := range p {
		if modular.GCD(uint64(2*i+1), uint64(len(p))) > 1 {
			p[i] = 1
		}
	}
	return p
}()

// inPattern is the number of its primes.
const inPattern = 5

// newPrimeSieve takes the odd primes up to the square root of all numbers.
func newPrimeSieve(primes []uint64) *primeSieve {
	c := &primeSieve{primes: primes}
	c.totients.init(primes)
	c.multiple, c.one = make([]int32, len(primes)), make([]int32, len(c.large))
	return c
}

// seek moves to a segment that begins with an odd number.
func (c *primeSieve) seek(first uint64) {
	if c.first == first {
		return
	}
	c.first = first
	for k, q := range c.primes {
		c.multiple[k] = firstPair(first, 0, q)
	}
	for k := range c.large {
		c.one[k] = firstPair(first, 1, c.large[k].prime)
	}
}

// firstPair is the first of two cells whose numbers are r modulo a prime q > 3. Every third such number is a multiple of 3,
// and is not visited: others are i, i+q, i+3q, i+4q, ... The result is at least -q, and below 0 if only the second cell of
// the pair is in the segment.
func firstPair(first, r, q uint64) int32 {
	i := firstCell(first, r, q)
	switch {
	case (first+2*i)%3 == 0:
		i += q
	case (first+2*i+2*q)%3 == 0:
		i -= q
	}
	return int32(i)
}

// run adds to p the primes among the next n odd numbers, all above the square root of the largest, and to order the order
// modulo each.
func (c *primeSieve) run(n int, p, order []uint64) (more, orders []uint64) {
	c.sieve(n)
	count, had := c.list(n), len(p)
	p, order = slices.Grow(p, count)[:had+count], slices.Grow(order, count)[:had+count]
	c.p, c.order = p[had:], order[had:]
	c.collect(count)
	c.takeTwo()
	c.takeSmall()
	c.sweepLarge(n)
	c.takeRest()
	c.drain()
	c.first += 2 * uint64(n)
	return p, order
}

// sieve marks the composites of n cells.
func (c *primeSieve) sieve(n int) {
	composite := c.composite[:n]
	at := int((c.first - 1) / 2 % uint64(len(pattern)))
	for done := 0; done < n; at = 0 {
		done += copy(composite[done:], pattern[at:])
	}
	for k := inPattern; k < len(c.primes); k++ {
		i, q := int(c.multiple[k]), int(c.primes[k])
		if i < 0 && i+q < n {
			composite[i+q] = 1
			i += 3 * q
		}
		for ; i+q < n; i += 3 * q {
			composite[i], composite[i+q] = 1, 1
		}
		if 0 <= i && i < n {
			composite[i] = 1
		}
		c.multiple[k] = int32(i - n)
	}
}

// listGo lists the cells of n that are not composite, and counts them.
func (c *primeSieve) listGo(n int) (count int) {
	for i, x := range c.composite[:n] {
		c.cell[count&(segmentCells-1)] = uint32(i)
		count += int(1 - x)
	}
	return count
}

// collect numbers the primes.
func (c *primeSieve) collect(count int) {
	c.begin(count)
	for k, i := range c.cell[:count] {
		c.number[i&(segmentCells-1)] = uint16(k)
		c.p[k] = c.first + 2*uint64(i)
	}
}

// sweepLarge passes over n cells. Hits are listed first, to avoid mispredicted branches.
func (c *primeSieve) sweepLarge(n int) {
	hits := 0
	for j, start := range c.one {
		i, q, place := int(start), int(c.large[j].prime), uint64(j)<<cellBits
		visit := func(i int) {
			c.hits[hits&(maxHits-1)] = place | uint64(i)
			hits += int(1 - c.composite[i&(segmentCells-1)])
		}
		if i < 0 && i+q < n {
			visit(i + q)
			i += 3 * q
		}
		for ; i+q < n; i += 3 * q {
			visit(i)
			visit(i + q)
		}
		if 0 <= i && i < n {
			visit(i)
		}
		c.one[j] = int32(i - n)
		if hits >= maxHits/2 {
			c.takeHits(hits)
			hits = 0
		}
	}
	c.takeHits(hits)
}

// takeRest computes 2^e modulo p for e = (p-1)/q, where what is left of p-1 is a prime q. As q is above all primes of the
// sieve, the exponents are so short that all go to one bucket. Those for which 2^e is less than p are left out: it is not 1.
func (c *primeSieve) takeRest() {
	if len(c.p) == 0 || c.most >= shortLimit {
		c.totients.takeRest()
		return
	}
	s, least := max(1, squarings((c.most-1)/c.primes[len(c.primes)-1])), uint64(bits.Len64(c.least))
	b := &c.buckets[s]
	for k, q := range c.rest {
		p := c.p[k]
		e := uint64(int64(float64(int64(p-1)) / float64(int64(q)))) // exact, as q divides p-1 < 2^53
		b.put(e, p, q, k)
		_, less := bits.Sub64(e, least, 0)
		_, none := bits.Sub64(q, 2, 0)
		if b.n += int(1 - (less | none)); b.n == lanes {
			c.candidates.run(s)
		}
	}
}

func (c *primeSieve) takeHits(n int) {
	for _, h := range c.hits[:n] {
		c.take(int(c.number[h%segmentCells]), &c.large[h>>cellBits])
	}
}
