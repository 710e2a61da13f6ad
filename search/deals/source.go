package deals

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm/shuffle"
	"dovetail/search/run"

	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Source deals decks in blocks with a stream each, so that they are the same whoever
// deals them.
type Source struct {
	n       int
	seed    uint64
	purpose string
	dealers func() []shuffle.Dealer
}

// OfWord deals a word, for a use that has its own streams: two uses of a seed deal decks
// as good as independent.
func OfWord(a *position.Laws, w word.Word, use string, seed uint64) Source {
	return Source{a.N, seed, use + " " + purpose(a, w), func() []shuffle.Dealer { return dealers(a, w) }}
}

// OfModel deals a shuffle made some times over, for a use that has its own streams.
func OfModel(n int, m shuffle.Model, times int, use string, seed uint64) Source {
	dealers := func() []shuffle.Dealer { return slices.Repeat([]shuffle.Dealer{m.Dealer(n)}, times) }
	return Source{n, seed, fmt.Sprintf("%s %s^%d %d", use, m, times, n), dealers}
}

// OfUniform deals uniform decks.
func OfUniform(n int, use string, seed uint64) Source {
	dealers := func() []shuffle.Dealer { return []shuffle.Dealer{shuffle.Uniform(n)} }
	return Source{n, seed, fmt.Sprintf("%s uniform %d", use, n), dealers}
}

// SourceBlock is the number of decks of a block; the last one may have fewer.
const SourceBlock = 1 << 11

// Each deals that many decks. Every goroutine has a function of its own made, which is
// shown block after block, the decks of one in their order and good until it returns.
func (s Source) Each(ctx context.Context, o Options, decks int64, worker func() func(block int, deal func(yield func(deck []uint16) bool))) error {
	blocks := (decks + SourceBlock - 1) / SourceBlock
	var next atomic.Int64
	g, ctx := errgroup.WithContext(ctx)
	for range min(int64(run.Threads(o.Threads)), blocks) {
		g.Go(func() error {
			t, show := newTable(s.n, s.dealers()), worker()
			for b := next.Add(1) - 1; b < blocks; b = next.Add(1) - 1 {
				some := min(SourceBlock, decks-b*SourceBlock)
				deal := s.block(t, int(b), int(some))
				show(int(b), func(yield func(deck []uint16) bool) {
					deal(func(deck []uint16) bool { return ctx.Err() == nil && yield(deck) })
				})
				if err := ctx.Err(); err != nil {
					return err // of a block that may have been left
				}
				o.Meter.Add(float64(some))
			}
			return nil
		})
	}
	return g.Wait()
}

// Block deals the decks of one block, for those who share the blocks out themselves; each is
// good until the next.
func (s Source) Block(block, decks int) func(yield func(deck []uint16) bool) {
	return s.block(newTable(s.n, s.dealers()), block, decks)
}

// Stream is random numbers for another use of a block's decks.
func (s Source) Stream(use string, block int) *rand.ChaCha8 {
	return stream(s.seed, use+" "+s.purpose, 0, block)
}

// block deals some decks of a block's stream.
func (s Source) block(t *table, block, decks int) func(yield func(deck []uint16) bool) {
	return func(yield func(deck []uint16) bool) {
		rng := stream(s.seed, s.purpose, 0, block)
		for left := decks; left > 0; left -= batch {
			for _, deck := range t.decks(rng, min(left, batch)) {
				if !yield(deck) {
					return
				}
			}
		}
	}
}
