package orders

// primeCells are the primes p of a segment. The primes q of p-1 up to the
// square root are found by letting each q sweep over the cells that are 1
// modulo it; what is left of p-1 is then one prime or nothing.
type primeCells struct {
	totients
	sweeps []uint64                  // by large q: the next cell that is 1 modulo it
	cell   [segmentCells]uint16      // of each prime
	isSet  [segmentCells / 64]uint64 // a bit for each cell that holds a prime
	number [segmentCells]uint16      // of each cell that does: which prime
}

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

// sweepLarge passes over n cells.
func (c *primeCells) sweepLarge(cells int) {
	n := uint64(cells)
	for j, i := range c.sweeps {
		q := &c.large[j]
		for ; i < n; i += q.prime {
			if c.isSet[i/64%(segmentCells/64)]>>(i%64)&1 == 1 {
				c.take(int(c.number[i%segmentCells]), q)
			}
		}
		c.sweeps[j] = i - n
	}
}
