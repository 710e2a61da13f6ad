package deals

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"dovetail/perm/shuffle"
	"dovetail/perm/statistic"
	"dovetail/search/run"
)

// Decks of any size, dealt one by one, each from a random stream of its own.

// dealing is decks of n cards dealt by one word.
type dealing struct {
	n       int
	purpose string // names the word with all that its deals depend on
	seed    uint64
	dealers func() []shuffle.DealerOf[uint32] // of the letters, for one goroutine
}

// byLetters deals the letters of a word one after the other.
func byLetters(n int, seed uint64, letters []shuffle.Letter, word string) dealing {
	models := map[byte]shuffle.Model{}
	for _, l := range letters {
		models[l.Name] = l.Model
	}
	d := dealing{n: n, seed: seed, purpose: "sample"}
	for _, name := range []byte(word) {
		d.purpose += " " + models[name].String()
	}
	d.dealers = func() (all []shuffle.DealerOf[uint32]) {
		once := map[byte]shuffle.DealerOf[uint32]{}
		for _, name := range []byte(word) {
			if once[name] == nil {
				once[name] = shuffle.DealerFor[uint32](models[name], n)
			}
			all = append(all, once[name])
		}
		return all
	}
	return d
}

// fairly deals fair decks.
func fairly(n int, seed uint64) dealing {
	return dealing{n, "fair", seed, func() []shuffle.DealerOf[uint32] {
		return []shuffle.DealerOf[uint32]{shuffle.UniformOf[uint32](n)}
	}}
}

// hand deals decks and measures them, in memory of its own: it serves one goroutine.
type hand struct {
	dealing
	steps       []shuffle.DealerOf[uint32]
	order, a, b []uint32
	rng         *rand.ChaCha8
	gauge       *statistic.Gauge
	line        []byte // what is written of the last deck
}

func (d dealing) hand() *hand {
	deck := shuffle.Deck[uint32]
	return &hand{
		dealing: d,
		steps:   d.dealers(),
		order:   deck(d.n), a: deck(d.n), b: deck(d.n),
		rng:   rand.NewChaCha8([32]byte{}),
		gauge: statistic.NewGauge(d.n),
	}
}

// deck deals the k-th deck. It fails only if ctx is over.
func (h *hand) deck(ctx context.Context, k int) ([]uint32, error) {
	h.rng.Seed(streamKey(h.seed, h.purpose, h.n, k))
	from, to, next := h.order, h.a, h.b
	for _, step := range h.steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		step(h.rng, to, from)
		from, to, next = to, next, to
	}
	return from, ctx.Err()
}

// each has every deck of a range dealt and seen, in any order, by several hands at once;
// then, in order, what the hand has to hand over after each.
func (d dealing) each(ctx context.Context, o Options, from, to int, see func(h *hand, k int, deck []uint32) error, after func(h *hand) error) error {
	var next atomic.Int64
	next.Store(int64(from))
	turn := newTurn(from)
	g, ctx := errgroup.WithContext(ctx)
	defer context.AfterFunc(ctx, turn.wake)()
	for range min(run.Threads(o.Threads), to-from) {
		g.Go(func() error {
			h := d.hand()
			for {
				k := int(next.Add(1)) - 1
				if k >= to {
					return nil
				}
				deck, err := h.deck(ctx, k)
				if err == nil {
					err = see(h, k, deck)
				}
				if err == nil && after != nil {
					err = turn.take(ctx, k, func() error { return after(h) })
				}
				if err != nil {
					return err
				}
				o.Meter.Add(1)
			}
		})
	}
	return g.Wait()
}

// turn lets goroutines do something one after the other, in the order of their numbers.
type turn struct {
	sync.Mutex
	changed *sync.Cond
	next    int
}

func newTurn(first int) *turn {
	t := &turn{next: first}
	t.changed = sync.NewCond(t)
	return t
}

// wake has those who wait look whether the context is over.
func (t *turn) wake() {
	t.Lock()
	defer t.Unlock()
	t.changed.Broadcast()
}

func (t *turn) take(ctx context.Context, k int, do func() error) error {
	t.Lock()
	defer t.Unlock()
	for t.next != k {
		if err := ctx.Err(); err != nil {
			return err
		}
		t.changed.Wait()
	}
	t.next++
	defer t.changed.Broadcast()
	return do()
}

// measured is the statistics of so many decks.
func (d dealing) measured(ctx context.Context, o Options, decks int) ([]statistic.Values, error) {
	all := make([]statistic.Values, decks)
	return all, d.each(ctx, o, 0, decks, func(h *hand, k int, deck []uint32) (err error) {
		all[k], err = h.gauge.Measure(ctx, deck)
		return err
	}, nil)
}
