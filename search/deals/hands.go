package deals

import (
	"context"
	"math/rand/v2"
	"sync"

	"dovetail/exact/statistic"
	"dovetail/perm/shuffle"
)

// Decks of any size, dealt one by one, each from a random stream of its own.

// dealing is decks of n cards dealt by a word.
type dealing struct {
	n       int
	letters []shuffle.Letter
	word    string
	purpose string // names the word with all that its deals depend on
	seed    uint64
}

func byLetters(n int, seed uint64, letters []shuffle.Letter, word string) dealing {
	d := dealing{n, letters, word, "sample", seed}
	for _, name := range []byte(word) {
		d.purpose += " " + d.model(name).String()
	}
	return d
}

// fairly deals fair decks.
func fairly(n int, seed uint64) dealing {
	wash, err := shuffle.ParseLetter("W=wash")
	if err != nil {
		panic(err)
	}
	return dealing{n, []shuffle.Letter{wash}, "W", "fair", seed}
}

func (d dealing) model(name byte) shuffle.Model { return shuffle.Find(d.letters, name) }

// hand deals decks and measures them, in memory of its own: it serves one goroutine.
type hand struct {
	dealing
	steps       []shuffle.DealerOf[uint32]
	known       map[string]shuffle.DealerOf[uint32] // by their models
	order, a, b []uint32
	rng         *rand.ChaCha8
	measurer    *statistic.Measurer
	line        []byte // what is written of the last deck
}

func newHand(n int) *hand {
	deck := shuffle.Deck[uint32]
	return &hand{
		known: map[string]shuffle.DealerOf[uint32]{},
		order: deck(n), a: deck(n), b: deck(n),
		rng:      rand.NewChaCha8([32]byte{}),
		measurer: statistic.NewMeasurer(n),
	}
}

// take has the hand deal decks of the same size by another word.
func (h *hand) take(d dealing) *hand {
	h.dealing, h.steps = d, nil
	for _, name := range []byte(d.word) {
		m := d.model(name)
		if h.known[m.String()] == nil {
			h.known[m.String()] = shuffle.DealerFor[uint32](m, d.n)
		}
		h.steps = append(h.steps, h.known[m.String()])
	}
	return h
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

// each has so many decks dealt and seen, in any order, by several hands at once; then, in
// order, what is to be done after each.
func (d dealing) each(ctx context.Context, o Options, decks int, see func(h *hand, k int, deck []uint32) error,
	after func(h *hand) error) error {
	turn := newTurn()
	return o.share(ctx, decks, func(ctx context.Context) func(int) error {
		h := newHand(d.n).take(d)
		context.AfterFunc(ctx, turn.wake)
		return func(k int) error {
			deck, err := h.deck(ctx, k)
			if err == nil {
				err = see(h, k, deck)
			}
			if err == nil && after != nil {
				err = turn.take(ctx, k, func() error { return after(h) })
			}
			if err == nil {
				o.Meter.Add(1)
			}
			return err
		}
	})
}

// turn lets goroutines do something one after the other, in the order of their numbers.
type turn struct {
	sync.Mutex
	changed *sync.Cond
	next    int
}

func newTurn() *turn {
	t := &turn{}
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
	return all, d.each(ctx, o, decks, func(h *hand, k int, deck []uint32) (err error) {
		all[k], err = h.measurer.Measure(ctx, deck)
		return err
	}, nil)
}
