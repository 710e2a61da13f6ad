package pairs

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"

	"dovetail/exact/position"
	"dovetail/perm/pace"
)

// block is how many start pairs go through a word together.
const block = 192

// Whole is what the rows of all start pairs of a core say together. Start pairs have
// nothing to do with one another, so they go through the core a block at a time, and
// no more of the law is in memory than a block for each worker.
type Whole struct {
	Starts, Ends []float64 // distances, as Rows has them
	Slack        float64   // bounds the error of each, see errors.go
}

// NewWhole follows every start pair through a core with at least one letter, with the
// given number of workers. It shows the blocks to visit, one at a time and in any
// order: rows of the start pairs from first on, good until visit returns. It fails only
// if ctx is over.
func NewWhole(ctx context.Context, a *Alphabet, core position.Word, workers int, visit func(first int, r *Rows)) (*Whole, error) {
	every := a.Every()
	blocks := (a.pairs + block - 1) / block
	meter := pace.Of(ctx)
	meter.Start(float64(blocks), 0)
	w := &Whole{Starts: make([]float64, 0, a.pairs), Ends: make([]float64, a.pairs)}
	starts, ends := make([][]float64, blocks), make([][]float64, blocks)
	next := make(chan int, blocks)
	for b := range blocks {
		next <- b
	}
	close(next)
	var mu sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	for range min(workers, blocks) {
		group.Go(func() error {
			var c *Chain
			for b := range next {
				first := b * block
				follow := every[first:min(first+block, a.pairs)]
				if c == nil || len(follow) != len(c.starts) {
					c = NewChain(a, follow, 1)
					c.brief = true
				}
				c.starts = follow
				r, err := c.Core(ctx, core)
				if err != nil {
					return err
				}
				starts[b], ends[b] = r.Starts(), r.Ends()
				mu.Lock()
				w.Slack = r.Slack
				visit(first, r)
				mu.Unlock()
				meter.Add(1)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	for b := range blocks {
		w.Starts = append(w.Starts, starts[b]...)
		for y, d := range ends[b] {
			w.Ends[y] += d
		}
	}
	return w, nil
}
