package orders

import (
	"context"

	"golang.org/x/sync/errgroup"
)

// The full-range engine computes the orders of all odd moduli from 3 on. Once
// those up to X are in the table, the moduli from X to 3X need nothing from
// one another: a composite asks for a quotient of at most a third, a prime for
// the factors of p-1 only. So the table grows in waves, threefold each.

// fill computes the whole table with the given number of workers. The cells of
// every piece are shown to visit, by several workers at once unless there is
// only one: then in order.
func (t Table) fill(ctx context.Context, threads int, visit func(*cells) error) error {
	if err := visit(t.seed()); err != nil {
		return err
	}
	for from := uint64(seedLimit + 1); from <= t.Limit(); {
		to := min(3*from-2, t.Limit())
		if err := t.wave(ctx, from, to, threads, visit); err != nil {
			return err
		}
		from = to + 2
	}
	return nil
}

// wavePiece is the number of moduli that a worker takes at a time.
const wavePiece = 16 * segmentCells

// wave computes the moduli from..to, to < 3*from, and stores them.
func (t Table) wave(ctx context.Context, from, to uint64, threads int, visit func(*cells) error) error {
	ps := newPowers(to, t)
	pieces := make(chan uint64)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(pieces)
		for first := from; first <= to; first += 2 * wavePiece {
			select {
			case pieces <- first:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	for range threads {
		group.Go(func() error {
			s := newSegment(t, ps)
			for first := range pieces {
				err := sweep(ctx, s, first, min(to, first+2*wavePiece-2), func(c *cells) error {
					t.store(c)
					return visit(c)
				})
				if err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// sweep shows the odd moduli from..to to visit, in order.
func sweep(ctx context.Context, e engine, from, to uint64, visit func(*cells) error) error {
	for first := from; first <= to; first += 2 * uint64(e.size()) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := visit(e.run(first, int(min(uint64(e.size()), (to-first)/2+1)))); err != nil {
			return err
		}
	}
	return nil
}
