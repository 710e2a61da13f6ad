// Package deals is sampling: real deals of a word, many at a time, and what
// they show beside the exact laws. Everything here is random, seeded, and the
// same for any number of threads.
package deals

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"dovetail/perm/shuffle"
	"dovetail/search/run"
	"dovetail/search/run/progress"

	"github.com/cespare/xxhash/v2"
	"golang.org/x/sync/errgroup"
)

// Options say how to deal; they do not change an answer.
type Options struct {
	Threads int             // as run.Threads reads it
	Meter   *progress.Meter // nil: silent
}

// Seconds is roughly how long the given number of runs of s deals of a word take one processor: a
// nanosecond a card for each letter and for counting.
func Seconds(n, letters int, s int64, runs int) float64 {
	return 1e-9 * float64(n) * float64(letters+1) * float64(s) * float64(runs)
}

// sample is runs repetitions of s deals each.
type sample struct {
	n       int
	s       int64
	runs    int
	seed    uint64
	purpose string
	dealers func() []shuffle.Dealer // the shuffles of one deal, for one goroutine
}

// breath is how many deals pass between looks at the context.
const breath = 256

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

// each deals all repetitions and hands finish the counts of each: those of
// start i and end j in cell j*n+i. Repetitions are finished in any order, from
// several goroutines at once. Their blocks are shared out in order, so that no
// more repetitions are open than there are threads, and one.
func (q *sample) each(ctx context.Context, o Options, finish func(run int, counts []uint64)) error {
	if err := q.check(); err != nil {
		return err
	}
	blocks := (q.s + blockDeals - 1) / blockDeals
	o.Meter.Start(float64(q.s)*float64(q.runs), 0)
	defer o.Meter.Stop()

	var next atomic.Int64
	sums := &sums{blocks: blocks, open: map[int]*sum{}}
	g, ctx := errgroup.WithContext(ctx)
	for range min(int64(run.Threads(o.Threads)), blocks*int64(q.runs)) {
		g.Go(func() error {
			t := newTable(q.n, q.dealers())
			for {
				task := next.Add(1) - 1
				again, block := int(task/blocks), task%blocks
				if again >= q.runs {
					return nil
				}
				deals := min(blockDeals, q.s-block*blockDeals)
				if err := q.block(ctx, t, again, int(block), deals, o.Meter); err != nil {
					return err
				}
				if counts := sums.add(again, t.counts); counts != nil {
					finish(again, counts)
				}
			}
		})
	}
	return g.Wait()
}

// block fills the table with one block of deals.
func (q *sample) block(ctx context.Context, t *table, run, block int, deals int64, meter *progress.Meter) error {
	clear(t.counts)
	rng := stream(q.seed, q.purpose, run, block)
	for deals > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		now := min(deals, breath)
		for k := now; k > 0; k -= batch {
			t.deal(rng, int(min(k, batch)))
		}
		deals -= now
		meter.Add(float64(now))
	}
	return nil
}

// sums adds up the blocks of the repetitions that are not finished yet.
type sums struct {
	blocks int64
	mu     sync.Mutex
	open   map[int]*sum
}

type sum struct {
	counts []uint64
	blocks int64
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

// blockDeals is the number of deals that share a random stream. It is part of
// what a seed means: another size would deal other decks.
const blockDeals = 1 << 14

// stream is the random stream of one block of one repetition of a purpose (a
// word with its models and deck size). Its ChaCha8 key is these four numbers,
// so no two blocks of a purpose share a key, whichever thread deals them and in
// whatever order. Streams of ChaCha under different keys cannot be told from
// independent ones by any known test of feasible length; two purposes meet in
// one key with probability 2^-64.
func stream(seed uint64, purpose string, repetition, block int) *rand.ChaCha8 {
	return rand.NewChaCha8(streamKey(seed, purpose, repetition, block))
}

func streamKey(seed uint64, purpose string, repetition, block int) (key [32]byte) {
	for i, x := range [4]uint64{seed, xxhash.Sum64String(purpose), uint64(repetition), uint64(block)} {
		binary.LittleEndian.PutUint64(key[8*i:], x)
	}
	return key
}

// table deals decks and counts where cards end: one goroutine's share.
//
// Decks go through the shuffles a batch at a time, letter by letter: a deck
// rests between two of its shuffles, so that none waits for the stores of the
// one before, and the counts of one position, a row of the table, take a whole
// batch while they are in the nearest cache.
type table struct {
	n        int
	dealers  []shuffle.Dealer
	start    []uint16
	from, to [batch][]uint16
	counts   []uint32 // counts[j*n+i] deals took card i to position j
}

// batch divides blockDeals, so that only a repetition's end deals less.
const batch = 16

func newTable(n int, dealers []shuffle.Dealer) *table {
	t := &table{n: n, dealers: dealers, start: shuffle.NewDeck(n), counts: make([]uint32, n*n)}
	for k := range batch {
		t.from[k], t.to[k] = shuffle.NewDeck(n), shuffle.NewDeck(n)
	}
	return t
}

// deal deals and counts some decks, at most a batch.
func (t *table) deal(rng *rand.ChaCha8, decks int) {
	row := t.counts
	dealt := t.decks(rng, decks)
	for j := range t.n {
		for _, deck := range dealt {
			row[deck[j]]++
		}
		row = row[t.n:]
	}
}

// decks deals some decks, at most a batch; the next call deals over them.
// Without dealers they are in order, as they were made.
func (t *table) decks(rng *rand.ChaCha8, decks int) [][]uint16 {
	from, to := t.from[:decks], t.to[:decks]
	for step, deal := range t.dealers {
		for k, src := range from {
			if step == 0 {
				src = t.start
			}
			deal(rng, to[k], src)
		}
		from, to = to, from
	}
	return from
}
