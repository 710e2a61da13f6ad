package orders

import "dovetail/perm/modular"

// single is the engine that takes one modulus after the other, below 2^63. It
// needs no table, and is what the others are tested against.
type single struct{ cells }

func newSingle(size int) *single {
	return &single{cells{orders: make([]uint64, size)}}
}

func (s *single) size() int { return len(s.orders) }

func (s *single) run(first uint64, n int) *cells {
	s.first, s.n, s.primes = first, n, s.primes[:0]
	for i := range n {
		c, err := modular.Order(2, s.modulus(i))
		if err != nil {
			panic(err) // an odd modulus in range has an order
		}
		s.orders[i] = c.Order
		if f := c.ModulusFactors; len(f) == 1 && f[0].E == 1 {
			s.primes = append(s.primes, uint16(i))
		}
	}
	return &s.cells
}
