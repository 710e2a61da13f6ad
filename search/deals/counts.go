package deals

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
)

// sample is runs repetitions of s deals each.
type sample struct {
	Source
	s    int64
	runs int
}

// checkInterval is how many deals pass between looks at the context.
const checkInterval = 256

// blockDeals is the number of deals that share a random stream. It is part of
// what a seed means: another size would deal other decks.
const blockDeals = 1 << 14

func (q *sample) check() error {
	switch {
	case q.n < 1 || q.n > 1<<16:
		return fmt.Errorf("n=%d: want a deck of 1..65536 cards", q.n)
	case q.s < 1:
		return fmt.Errorf("%d deals: want at least 1", q.s)
	case q.runs < 1:
		return fmt.Errorf("%d repetitions: want at least 1", q.runs)
	}
	return nil
}

// count deals all repetitions and hands finish the counts of each: those of
// start i and end j in cell j*n+i. Repetitions are finished in any order, from
// several goroutines at once. Their blocks are shared out in order, so that no
// more repetitions are open than there are threads, and one.
func (q *sample) count(ctx context.Context, o Options, finish func(run int, counts []uint64)) error {
	if err := q.check(); err != nil {
		return err
	}
	blocks := int((q.s + blockDeals - 1) / blockDeals)
	o.Meter.Start(float64(q.s)*float64(q.runs), 0)
	defer o.Meter.Stop()
	sums := &sums{blocks: blocks, open: map[int]*sum{}}
	return o.share(ctx, blocks*q.runs, func(ctx context.Context) func(int) error {
		t := &counter{newTable(q.n, q.dealers()), make([]uint32, q.n*q.n)}
		return func(task int) error {
			run, block := task/blocks, task%blocks
			clear(t.counts)
			rng := stream(q.seed, q.purpose, run, block)
			for left := min(blockDeals, q.s-int64(block)*blockDeals); left > 0; left -= checkInterval {
				if err := ctx.Err(); err != nil {
					return err
				}
				now := int(min(left, checkInterval))
				for k := now; k > 0; k -= batch {
					t.deal(rng, min(k, batch))
				}
				o.Meter.Add(float64(now))
			}
			if counts := sums.add(run, t.counts); counts != nil {
				finish(run, counts)
			}
			return nil
		}
	})
}

// counter deals decks and counts where cards end: the counts of one position, a row of the
// table, take a whole batch while they are in the nearest cache.
type counter struct {
	*table
	counts []uint32 // counts[j*n+i] deals took card i to position j
}

// deal deals and counts some decks, at most a batch.
func (t *counter) deal(rng *rand.ChaCha8, decks int) {
	row, n := t.counts, len(t.start)
	dealt := t.decks(rng, decks)
	for j := range n {
		for _, deck := range dealt {
			row[deck[j]]++
		}
		row = row[n:]
	}
}

// sums adds up the blocks of the repetitions that are not finished yet.
type sums struct {
	blocks int
	mu     sync.Mutex
	open   map[int]*sum
}

type sum struct {
	counts []uint64
	blocks int
}

// add returns the repetition's counts when this was its last block.
func (a *sums) add(run int, counts []uint32) []uint64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	s := a.open[run]
	if s == nil {
		s = &sum{counts: make([]uint64, len(counts))}
		a.open[run] = s
	}
	for c, k := range counts {
		s.counts[c] += uint64(k)
	}
	if s.blocks++; s.blocks < a.blocks {
		return nil
	}
	delete(a.open, run)
	return s.counts
}
