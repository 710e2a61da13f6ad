package orders

import (
	"context"
	"errors"
	"sync"

	"dovetail/perm/pace"
)

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
// order, until it returns false or ctx ends.
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
