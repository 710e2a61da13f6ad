package orders

import "dovetail/perm/modular"

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
	multiple  []uint32 // by prime: the next cell that it divides
	one       []uint32 // by prime of large: the next cell that is 1 modulo it
	composite [segmentCells]uint8
	cell      [segmentCells]uint16 // of each prime
	number    [segmentCells]uint16 // of each cell that holds a prime: which prime
	hits      [maxHits]uint32      // the cells whose primes are 1 modulo a large q, with the place of q above cellBits
}

// cellBits is enough for a cell; there are fewer than 2^17 large q.
const cellBits = 15

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
	c.multiple, c.one = make([]uint32, len(primes)), make([]uint32, len(c.large))
	return c
}

// seek moves to a segment that begins with an odd number.
func (c *primeSieve) seek(first uint64) {
	if c.first == first {
		return
	}
	c.first = first
	for k, q := range c.primes {
		c.multiple[k] = uint32(firstCell(first, 0, q))
	}
	for k := range c.large {
		c.one[k] = uint32(firstCell(first, 1, c.large[k].prime))
	}
}

// run finds the primes p among the next n odd numbers, all above the square root of the largest, and
// the order modulo each. The result is valid until the next call.
func (c *primeSieve) run(n int) (p, order []uint64) {
	c.sieve(n)
	c.collect(n)
	c.takeTwo()
	c.takeSmall()
	c.sweepLarge(n)
	c.takeRest()
	c.drain()
	c.first += 2 * uint64(n)
	return c.p, c.order
}

// sieve marks the composites of n cells.
func (c *primeSieve) sieve(n int) {
	composite := c.composite[:n]
	at := int((c.first - 1) / 2 % uint64(len(pattern)))
	for done := 0; done < n; at = 0 {
		done += copy(composite[done:], pattern[at:])
	}
	for k := inPattern; k < len(c.primes); k++ {
		i, q := uint(c.multiple[k]), uint(c.primes[k])
		for ; i < uint(len(composite)); i += q {
			composite[i] = 1
		}
		c.multiple[k] = uint32(i - uint(n))
	}
}

// collect numbers the primes.
func (c *primeSieve) collect(n int) {
	count := 0
	for i, x := range c.composite[:n] {
		c.cell[count&(segmentCells-1)] = uint16(i)
		count += int(1 - x)
	}
	c.begin(count)
	for k, i := range c.cell[:count] {
		c.number[i&(segmentCells-1)] = uint16(k)
		c.p[k] = c.first + 2*uint64(i)
	}
}

// sweepLarge passes over n cells. Hits are listed first, to avoid mispredicted branches.
func (c *primeSieve) sweepLarge(n int) {
	composite, hits := c.composite[:n], 0
	for j, start := range c.one {
		i, q, place := uint(start), uint(c.large[j].prime), uint32(j)<<cellBits
		for ; i < uint(len(composite)); i += q {
			c.hits[hits&(maxHits-1)] = place | uint32(i)
			hits += int(1 - composite[i])
		}
		c.one[j] = uint32(i - uint(n))
		if hits >= maxHits/2 {
			c.takeHits(hits)
			hits = 0
		}
	}
	c.takeHits(hits)
}

func (c *primeSieve) takeHits(n int) {
	for _, h := range c.hits[:n] {
		c.take(int(c.number[h%segmentCells]), &c.large[h>>cellBits])
	}
}
