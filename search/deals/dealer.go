// Package deals samples: real deals of a word, many at a time, and what they show beside the exact
// laws. Everything here is random, seeded, and the same for any number of threads.
package deals

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"dovetail/exact/position"
	"dovetail/exact/statistic"
	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/pace"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/notation"
	"dovetail/search/run"
	"dovetail/search/run/progress"
)

// Options say how to deal; they do not change an answer.
type Options struct {
	Threads int             // as run.Threads reads it
	Meter   *progress.Meter // nil: silent
}

// options are the options of the deals for an answer.
func options(o run.Options) Options {
	return Options{Threads: o.Threads, Meter: o.Meter.For("deals")}
}

// share distributes tasks over the threads.
func (o Options) share(ctx context.Context, tasks int, worker func(ctx context.Context) func(task int) error) error {
	return pace.Share(ctx, run.Threads(o.Threads), tasks,
		func(ctx context.Context, _ int) func(int) error { return worker(ctx) })
}

// Seconds is roughly the time of the given number of runs of s deals of a word on one processor: a
// nanosecond a card for each letter and for counting.
func Seconds(n, letters int, s int64, runs int) float64 {
	return float64(float64(1e-9*float64(n)) * float64(letters+1) * float64(s) * float64(runs))
}

// Source deals decks in blocks with a random stream each, so that they do not depend on the
// goroutine that deals them.
type Source struct {
	n       int
	seed    uint64
	purpose string                  // all that the deals depend on
	dealers func() []shuffle.Dealer // the shuffles of one deal, for one goroutine
}

// OfWord deals a word for a purpose that has its own streams: two purposes of one seed deal
// practically independent decks.
func OfWord(a *position.Laws, w word.Word, use string, seed uint64) Source {
	return Source{a.N, seed, use + " " + purpose(a, w), func() []shuffle.Dealer { return dealers(a, w) }}
}

// ofCore deals the word's core. Deterministic letters at the ends of the word only rename cells.
func ofCore(a *position.Laws, w word.Word, purpose string, seed uint64) Source {
	_, core, _ := a.Split(w)
	return Source{a.N, seed, purpose, func() []shuffle.Dealer { return dealers(a, core) }}
}

// OfModel deals a shuffle repeated a number of times, for a purpose that has its own streams.
func OfModel(n int, m shuffle.Model, times int, use string, seed uint64) Source {
	dealers := func() []shuffle.Dealer { return slices.Repeat([]shuffle.Dealer{m.Dealer(n)}, times) }
	return Source{n, seed, fmt.Sprintf("%s %s^%d %d", use, m, times, n), dealers}
}

// OfUniform deals uniform decks.
func OfUniform(n int, use string, seed uint64) Source {
	return uniform(n, fmt.Sprintf("%s uniform %d", use, n), seed)
}

func uniform(n int, purpose string, seed uint64) Source {
	return Source{n, seed, purpose, func() []shuffle.Dealer { return []shuffle.Dealer{shuffle.Uniform(n)} }}
}

// dealers performs the letters of a word. Successive deterministic letters are one dealer.
func dealers(a *position.Laws, w word.Word) []shuffle.Dealer {
	var steps []shuffle.Dealer
	var run perm.Perm
	for _, k := range w {
		l := a.Letters[k]
		if l.Perm != nil {
			run = run.Append(l.Perm)
			continue
		}
		if run != nil {
			steps = append(steps, shuffle.Fixed(run))
			run = nil
		}
		steps = append(steps, l.Model.Dealer(a.N))
	}
	if run != nil {
		steps = append(steps, shuffle.Fixed(run))
	}
	return steps
}

// purpose names a word with everything that its deals depend on.
func purpose(a *position.Laws, w word.Word) string {
	s := fmt.Sprint("spread ", a.N)
	for _, k := range w {
		s += " " + a.Letters[k].Model.String()
	}
	return s
}

// SourceBlock is the number of decks of a block; the last one may have fewer.
const SourceBlock = 1 << 11

// EachDecks is the number of decks that [Source.Each] shows at once, in whole blocks. Parts of
// large tables that all of them look up then stay in the nearest memory for longer.
const EachDecks = 4 * SourceBlock

// Each deals the decks from one, which begins a block, to another. worker makes a function for
// every goroutine. This is called with up to EachDecks decks at a time and the number of the first,
// in their order. The decks are valid until it returns.
func (s Source) Each(ctx context.Context, o Options, from, to int64,
	worker func() func(first int, deal func(yield func(deck []uint16) bool))) error {
	return o.share(ctx, int((to-from+EachDecks-1)/EachDecks), func(ctx context.Context) func(int) error {
		t, show := newTable(s.n, s.dealers()), worker()
		return func(task int) error {
			first := from + int64(task)*EachDecks
			end := min(first+EachDecks, to)
			show(int(first), func(yield func(deck []uint16) bool) {
				for at := first; at < end; at += SourceBlock {
					for deck := range s.block(t, int(at/SourceBlock), int(min(SourceBlock, end-at))) {
						if ctx.Err() != nil || !yield(deck) {
							return
						}
					}
				}
			})
			o.Meter.Add(float64(end - first))
			return ctx.Err() // of decks that may have been left
		}
	})
}

// Block deals the decks of one block, for callers that distribute the blocks themselves. Each deck
// is valid until the next.
func (s Source) Block(block, decks int) func(yield func(deck []uint16) bool) {
	return s.block(newTable(s.n, s.dealers()), block, decks)
}

// Stream is random numbers for another purpose of a block's decks.
func (s Source) Stream(use string, block int) *draw.Stream {
	return draw.Keyed(s.seed, use+" "+s.purpose, 0, block)
}

// block deals some decks of a block's stream.
func (s Source) block(t *table, block, decks int) func(yield func(deck []uint16) bool) {
	return func(yield func(deck []uint16) bool) {
		rng := draw.Keyed(s.seed, s.purpose, 0, block)
		for left := decks; left > 0; left -= batch {
			for _, deck := range t.decks(rng, min(left, batch)) {
				if !yield(deck) {
					return
				}
			}
		}
	}
}

// table deals decks for one goroutine.
//
// Decks go through the shuffles a batch at a time, letter by letter. The other decks are shuffled
// between two shuffles of a deck, so that none waits for the stores of the one before.
type table struct {
	dealers  []shuffle.Dealer
	start    []uint16
	from, to [batch][]uint16
}

// batch divides blockDeals, so that only the end of a repetition deals fewer.
const batch = 16

func newTable(n int, dealers []shuffle.Dealer) *table {
	t := &table{dealers: dealers, start: shuffle.NewDeck(n)}
	for k := range batch {
		t.from[k], t.to[k] = shuffle.NewDeck(n), shuffle.NewDeck(n)
	}
	return t
}

// decks deals some decks, at most a batch, which the next call overwrites. Without dealers they are
// in order, as they were made.
func (t *table) decks(rng *draw.Stream, decks int) [][]uint16 {
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

// Decks of any size are dealt one by one, each from a random stream of its own.

// dealing is decks of n cards dealt by a word.
type dealing struct {
	n       int
	letters []notation.Letter
	word    string
	purpose string // names the word with all that its deals depend on
	seed    uint64
}

func byLetters(n int, seed uint64, letters []notation.Letter, word string) dealing {
	d := dealing{n, letters, word, "sample", seed}
	for _, name := range []byte(word) {
		d.purpose += " " + d.model(name).String()
	}
	return d
}

// fairly deals fair decks.
func fairly(n int, seed uint64) dealing {
	wash, err := notation.ParseLetter("W=wash")
	if err != nil {
		panic(err)
	}
	return dealing{n, []notation.Letter{wash}, "W", "fair", seed}
}

// with deals other decks, for a purpose that must not share them.
func (d dealing) with(purpose string) dealing {
	d.purpose = purpose + " " + d.purpose
	return d
}

func (d dealing) model(name byte) shuffle.Model { return notation.Find(d.letters, name) }

// hand deals decks and measures them, in memory of its own. It is for one goroutine.
type hand struct {
	dealing
	steps       []shuffle.DealerOf[uint32]
	known       map[string]shuffle.DealerOf[uint32] // by their models
	order, a, b []uint32
	rng         *draw.Stream
	measurer    *statistic.Measurer
	line        []byte // the text of the last deck
}

func newHand(n int) *hand {
	deck := shuffle.Deck[uint32]
	return &hand{
		known: map[string]shuffle.DealerOf[uint32]{},
		order: deck(n), a: deck(n), b: deck(n),
		rng:      draw.NewStream([32]byte{}),
		measurer: statistic.NewMeasurer(n),
	}
}

// take lets the hand deal decks of the same size by another word.
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
	h.rng.Seed(draw.Key(h.seed, h.purpose, h.n, k))
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

// each deals and measures a number of decks, in any order, with several hands at once. It
// calls see for each deck, and then after, in order.
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

// turn lets goroutines act one after the other, in the order of their numbers.
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

// wake makes waiting goroutines check whether the context is over.
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

// measured is the statistics of a number of decks.
func (d dealing) measured(ctx context.Context, o Options, decks int) ([]statistic.Values, error) {
	all := make([]statistic.Values, decks)
	return all, d.each(ctx, o, decks, func(h *hand, k int, deck []uint32) (err error) {
		all[k], err = h.measurer.Measure(ctx, deck)
		return err
	}, nil)
}
