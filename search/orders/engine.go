package orders

import (
	"context"
	"errors"
	"sync"

	"dovetail/perm/modular"
	"dovetail/perm/pace"
)

// cells are consecutive odd moduli with their orders, as an engine leaves
// them: cell i belongs to first + 2i. There are at most maxCells.
type cells struct {
	first  uint64
	n      int
	orders []uint64         // at least n
	primes []uint16         // the cells whose modulus is prime, rising
	listed [maxCells]uint16 // scratch of stats
}

const maxCells = 1 << 16

// engine computes the orders of n moduli from the odd first on. What it
// returns is its own and lasts until the next call. One goroutine uses it.
type engine interface {
	run(first uint64, n int) *cells
	size() int // the number of moduli it likes to be asked for
}

// modulus belongs to cell i.
func (c *cells) modulus(i int) uint64 { return c.first + 2*uint64(i) }

// clip is the range of cells with from <= m <= to.
func (c *cells) clip(from, to uint64) (lo, hi int) {
	hi = c.n
	if from > c.first {
		lo = int(min(uint64(c.n), (from-c.first+1)/2))
	}
	if to < c.modulus(c.n-1) {
		hi = int((max(to+2, c.first) - c.first) / 2)
	}
	return lo, hi
}

// firstCell is the least cell whose modulus is r modulo the odd d, r < d:
// first + 2i is r modulo d when i is (r - first)/2 modulo d.
func firstCell(first, r, d uint64) uint64 {
	i := r + d - first%d
	if i >= d {
		i -= d
	}
	if i&1 == 1 {
		i += d
	}
	return i / 2
}

// resize makes room for n numbers whose values do not matter.
func resize[T any](a []T, n int) []T {
	if cap(a) < n {
		a = make([]T, n+n/8)
	}
	return a[:n]
}

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

// errEnough ends a walk that the caller has seen enough of.
var errEnough = errors.New("enough")

// source makes engines for the moduli beyond a table that is filled.
type source struct {
	plan   Plan
	table  Table
	powers *powers
	idle   sync.Pool // of engines
}

// source takes the full table, or nil for a plan without one.
func (p Plan) source(t Table) *source {
	s := &source{plan: p, table: t}
	if p.Method == Full {
		s.powers = newPowers(p.To, t)
	}
	return s
}

// sweep shows the moduli from..to beyond the table to visit, in order.
func (s *source) sweep(ctx context.Context, from, to uint64, visit func(*cells) error) error {
	e, ok := s.idle.Get().(engine)
	if !ok {
		e = s.newEngine()
	}
	defer s.idle.Put(e)
	return sweep(ctx, e, from, to, visit)
}

func (s *source) newEngine() engine {
	switch s.plan.Method {
	case Full:
		return newSegment(s.table, s.powers)
	case Window:
		return newWindow(s.table, s.plan.To)
	}
	return newSingle(singlePiece)
}

// singlePiece keeps the single-value engine responsive.
const singlePiece = 64

// beyond is the least modulus of the range that is not in the table.
func (p Plan) beyond() uint64 {
	if p.table == 0 {
		return p.From
	}
	return max(p.From, limitOf(tableEntries(p.table))+2)
}

// Each calls yield with every odd modulus of the range and its order, in
// order, until it returns false or ctx is cancelled.
func (p Plan) Each(ctx context.Context, yield func(m, order uint64, prime bool) bool) error {
	meter, from := pace.Of(ctx), p.beyond()
	meter.Start(float64(p.table/2+(p.To+2-min(from, p.To+2))/2), 0)
	visit := func(c *cells) error {
		lo, hi := c.clip(p.From, p.To)
		primes := c.primes
		for i := lo; i < hi; i++ {
			for len(primes) > 0 && int(primes[0]) < i {
				primes = primes[1:]
			}
			if !yield(c.modulus(i), c.orders[i], len(primes) > 0 && int(primes[0]) == i) {
				return errEnough
			}
		}
		return nil
	}
	var t Table
	var err error
	if p.table > 0 {
		t = newTable(p.table)
		err = t.fill(ctx, func(c *cells) error {
			meter.Add(float64(c.n))
			if c.modulus(c.n-1) < p.From || c.first > p.To {
				return nil
			}
			return visit(c)
		})
	}
	if err == nil {
		err = p.source(t).sweep(ctx, from, p.To, func(c *cells) error {
			meter.Add(float64(c.n))
			return visit(c)
		})
	}
	if err == errEnough {
		return nil
	}
	return err
}
