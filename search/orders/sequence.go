package orders

import (
	"context"
	"errors"
	"sync"

	"dovetail/perm/pace"
)

// part is odd numbers from..to, both included, with their weight in nanoseconds.
type part struct {
	from, to uint64
	weight   float64
}

// maxPieces keeps the list of tasks short for the widest ranges.
const maxPieces = 1 << 16

// pieces cuts the moduli of the plan into parts of equal length.
func (p Plan) pieces() (pieces []part) {
	length, count := uint64(windowCells), p.moduli()
	if p.Method == Single {
		length = singlePiece
	}
	for count/length > maxPieces {
		length *= 2
	}
	for done := uint64(0); done < count; done += length {
		n := min(length, count-done)
		pieces = append(pieces, part{p.From + 2*done, p.From + 2*(done+n-1), float64(n)})
	}
	return pieces
}

// sequence is the moduli of a plan one after the other, for any number of goroutines.
type sequence struct{ engines sync.Pool }

func (p Plan) sequence() *sequence {
	s := &sequence{}
	table := sync.OnceValue(func() Table { return newTable(p.table) })
	s.engines.New = func() any {
		if p.Method == Single {
			return newSingle(singlePiece)
		}
		return newWindow(table(), p.To)
	}
	return s
}

// cells passes the cells of a piece to visit, in order.
func (s *sequence) cells(ctx context.Context, piece part, visit func(*cells) error) error {
	e := s.engines.Get().(engine)
	defer s.engines.Put(e)
	for first := piece.from; first <= piece.to; first += 2 * uint64(e.size()) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := visit(e.run(first, int(min(uint64(e.size()), (piece.to-first)/2+1)))); err != nil {
			return err
		}
	}
	return nil
}

// errStop ends a walk that the caller has seen enough of.
var errStop = errors.New("stop")

// Each calls yield with every odd modulus of the range and its order, in
// order, until it returns false or ctx is cancelled.
func (p Plan) Each(ctx context.Context, yield func(m, order uint64) bool) error {
	s, meter := p.sequence(), p.meter(ctx)
	for _, piece := range p.pieces() {
		err := s.cells(ctx, piece, func(c *cells) error {
			meter.Add(float64(c.n))
			for i, order := range c.orders[:c.n] {
				if !yield(c.modulus(i), order) {
					return errStop
				}
			}
			return nil
		})
		if err == errStop {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// meter counts the moduli of the plan.
func (p Plan) meter(ctx context.Context) pace.Listener {
	meter := pace.Of(ctx)
	meter.Start(float64(p.moduli()), 0)
	return meter
}

// Decks calls yield with every deck size n in [from, to], 2 <= from <= to <
// 2^63, and the orders of its out- and in-shuffle, in order, until it returns
// false or ctx is cancelled. An even n needs the orders of n-1 and of n+1.
func (p Plan) Decks(ctx context.Context, from, to uint64, yield func(n, out, in uint64) bool) error {
	var before uint64
	return p.Each(ctx, func(m, order uint64) bool {
		if n := m - 1; from <= n && n <= to && !yield(n, before, order) {
			return false
		}
		before = order
		return m < from || m > to || yield(m, order, order)
	})
}
