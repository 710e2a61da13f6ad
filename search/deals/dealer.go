// Package deals samples: real deals of a word, many at a time, and what they show beside the exact
// laws. Everything here is random, seeded, and the same for any number of threads.
package deals

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/pace"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/notation"
	"dovetail/search/run"
)

// Seconds is roughly the time of the given number of runs of s deals of a word on one processor: a
// nanosecond a card for each letter and for counting.
func Seconds(n, letters int, s int64, runs int) float64 {
	return float64(float64(1e-9*float64(n)) * float64(letters+1) * float64(s) * float64(runs))
}

// Source deals decks of n cards, which are numbered. Those of a block share a random stream, so
// that no deck depends on the goroutine that deals it.
type Source[C shuffle.Card] struct {
	n       int
	seed    uint64
	purpose string                                                                 // what the deals are for, and all that they depend on
	key     int                                                                    // of all streams, beside the purpose
	block   int64                                                                  // decks that share a stream
	task    int64                                                                  // decks that a goroutine deals at once, in whole blocks
	dealers func(of func(shuffle.Model) shuffle.DealerOf[C]) []shuffle.DealerOf[C] // the shuffles of one deal
}

// SourceBlock is the number of decks of a block; the last one may have fewer. EachDecks are dealt
// at once. Parts of large tables that all of them look up then stay in the nearest memory for
// longer.
const (
	SourceBlock = 1 << 11
	EachDecks   = 4 * SourceBlock
)

// OfWord deals a word for a purpose that has its own streams: two purposes of one seed deal
// practically independent decks.
func OfWord(a *position.Laws, w word.Word, use string, seed uint64) Source[uint16] {
	return OfPart(a, w, len(w), use, seed)
}

// OfPart deals the first letters of a word, as many as that, with the random numbers of the whole word: the first
// deck of a block is that of [OfWord] before its other letters.
func OfPart(a *position.Laws, w word.Word, letters int, use string, seed uint64) Source[uint16] {
	return ofWord(a, w, w[:letters], seed).with(use)
}

// ofCore deals the word's core. Deterministic letters at the ends of the word only rename cells.
func ofCore(a *position.Laws, w word.Word, seed uint64) Source[uint16] {
	_, core, _ := a.Split(w)
	return ofWord(a, w, core, seed)
}

// ofWord deals some letters of a word. Successive deterministic letters are one dealer.
func ofWord(a *position.Laws, w, dealt word.Word, seed uint64) Source[uint16] {
	purpose := fmt.Sprint("spread ", a.N)
	for _, k := range w {
		purpose += " " + a.Letters[k].Model.String()
	}
	return small(a.N, purpose, seed, func(of func(shuffle.Model) shuffle.Dealer) (steps []shuffle.Dealer) {
		var run perm.Perm
		for _, k := range dealt {
			l := a.Letters[k]
			if l.Perm != nil {
				run = run.Append(l.Perm)
				continue
			}
			if run != nil {
				steps, run = append(steps, shuffle.Fixed(run)), nil
			}
			steps = append(steps, of(l.Model))
		}
		if run != nil {
			steps = append(steps, shuffle.Fixed(run))
		}
		return steps
	})
}

// OfModel deals a shuffle repeated a number of times.
func OfModel(n int, m shuffle.Model, times int, use string, seed uint64) Source[uint16] {
	return small(n, fmt.Sprintf("%s^%d %d", m, times, n), seed, func(of func(shuffle.Model) shuffle.Dealer) []shuffle.Dealer {
		return slices.Repeat([]shuffle.Dealer{of(m)}, times)
	}).with(use)
}

// OfUniform deals uniform decks.
func OfUniform(n int, use string, seed uint64) Source[uint16] {
	return uniform(n, fmt.Sprintf("%s uniform %d", use, n), seed)
}

func uniform(n int, purpose string, seed uint64) Source[uint16] {
	return small(n, purpose, seed, func(func(shuffle.Model) shuffle.Dealer) []shuffle.Dealer {
		return []shuffle.Dealer{shuffle.Uniform(n)}
	})
}

func small(n int, purpose string, seed uint64, dealers func(func(shuffle.Model) shuffle.Dealer) []shuffle.Dealer) Source[uint16] {
	return Source[uint16]{n: n, seed: seed, purpose: purpose, block: SourceBlock, task: EachDecks, dealers: dealers}
}

// byLetters deals decks of any size, each with a stream of its own.
func byLetters(n int, seed uint64, letters []notation.Letter, word string) Source[uint32] {
	purpose := "sample"
	for _, name := range []byte(word) {
		purpose += " " + notation.Find(letters, name).String()
	}
	return Source[uint32]{n: n, seed: seed, purpose: purpose, key: n, block: 1, task: 1,
		dealers: func(of func(shuffle.Model) shuffle.DealerOf[uint32]) (steps []shuffle.DealerOf[uint32]) {
			for _, name := range []byte(word) {
				steps = append(steps, of(notation.Find(letters, name)))
			}
			return steps
		}}
}

// fairly deals fair decks of any size.
func fairly(n int, seed uint64) Source[uint32] {
	wash, err := notation.ParseLetter("W=wash")
	if err != nil {
		panic(err)
	}
	s := byLetters(n, seed, []notation.Letter{wash}, "W")
	s.purpose = "fair"
	return s
}

// with deals other decks, for a purpose that must not share them.
func (s Source[C]) with(use string) Source[C] {
	s.purpose = use + " " + s.purpose
	return s
}

// Decks are decks in their order, a few at a time. They are valid until the next.
type Decks[C shuffle.Card] func(yield func(decks [][]C) bool)

// Block deals decks of one block, for callers that distribute the blocks themselves. They end early
// if ctx is over.
func (s Source[C]) Block(ctx context.Context, block, decks int) Decks[C] {
	return newTable(s).block(ctx, 0, block, int64(decks))
}

// First is the first deck.
func (s Source[C]) First(ctx context.Context) (deck []C, err error) {
	for decks := range s.Block(ctx, 0, 1) {
		deck = slices.Clone(decks[0])
	}
	return deck, ctx.Err()
}

// Stream is random numbers for another purpose of a block's decks.
func (s Source[C]) Stream(use string, block int) *draw.Stream {
	return draw.Keyed(s.seed, use+" "+s.purpose, s.key, block)
}

// Each deals the decks from one, which begins a block, to another. worker makes a function for
// every goroutine, which is called with some of the decks and the number of the first.
func (s Source[C]) Each(ctx context.Context, o run.Options, from, to int64,
	worker func(ctx context.Context) func(first int, dealt Decks[C])) error {
	return Sum(ctx, o, s, from, to, 1, func(ctx context.Context) func(int, Decks[C]) struct{} {
		see := worker(ctx)
		return func(first int, dealt Decks[C]) (none struct{}) {
			see(first, dealt)
			return none
		}
	}, func(int, struct{}) error { return nil })
}

// Sum deals several runs of the decks from one to another, and adds up what they show. worker makes
// a function for every goroutine, which is called with some decks of a run and the number of the
// first. The value that it returns is its own until the next call. One goroutine at a time calls
// add. Runs begin in their order, so that at most one more than there are threads is not finished.
func Sum[C shuffle.Card, T any](ctx context.Context, o run.Options, s Source[C], from, to int64, runs int,
	worker func(ctx context.Context) func(first int, dealt Decks[C]) T, add func(run int, value T) error) error {
	var mu sync.Mutex
	tasks := int((to - from + s.task - 1) / s.task)
	return pace.Share(ctx, o.Workers(), tasks*runs, func(ctx context.Context, _ int) func(int) error {
		t, see := newTable(s), worker(ctx)
		return func(k int) error {
			first := from + int64(k%tasks)*s.task
			end := min(first+s.task, to)
			value := see(int(first), t.deal(ctx, k/tasks, first, end))
			if err := ctx.Err(); err != nil {
				return err
			}
			o.Meter.Add(float64(end - first))
			mu.Lock()
			defer mu.Unlock()
			return add(k/tasks, value)
		}
	})
}

// table deals decks for one goroutine.
//
// Decks go through the shuffles a batch at a time, letter by letter. The other decks are shuffled
// between two shuffles of a deck, so that none waits for the stores of the one before.
type table[C shuffle.Card] struct {
	Source[C]
	steps    []shuffle.DealerOf[C]
	known    map[string]shuffle.DealerOf[C] // by their models
	rng      *draw.Stream
	start    []C
	from, to [][]C
}

// batch is the most decks that are shuffled side by side.
const batch = 16

func newTable[C shuffle.Card](s Source[C]) *table[C] {
	t := &table[C]{known: map[string]shuffle.DealerOf[C]{}, rng: draw.NewStream([32]byte{}), start: shuffle.Deck[C](s.n)}
	for range min(batch, s.block) {
		t.from, t.to = append(t.from, shuffle.Deck[C](s.n)), append(t.to, shuffle.Deck[C](s.n))
	}
	return t.take(s)
}

// take lets the table deal other decks of the same size.
func (t *table[C]) take(s Source[C]) *table[C] {
	t.Source = s
	t.steps = s.dealers(func(m shuffle.Model) shuffle.DealerOf[C] {
		name := m.String()
		if t.known[name] == nil {
			t.known[name] = shuffle.DealerFor[C](m, s.n)
		}
		return t.known[name]
	})
	return t
}

// deal deals the decks of a run from one, which begins a block, to another.
func (t *table[C]) deal(ctx context.Context, run int, from, to int64) Decks[C] {
	return func(yield func([][]C) bool) {
		for at := from; at < to; at += t.Source.block {
			for decks := range t.block(ctx, run, int(at/t.Source.block), min(t.Source.block, to-at)) {
				if !yield(decks) {
					return
				}
			}
		}
	}
}

// block deals some decks of a block's stream.
func (t *table[C]) block(ctx context.Context, run, block int, decks int64) Decks[C] {
	return func(yield func([][]C) bool) {
		t.rng.Seed(draw.Key(t.seed, t.purpose, t.key+run, block))
		for left := decks; left > 0; left -= batch {
			dealt := t.shuffled(ctx, int(min(left, batch)))
			if ctx.Err() != nil || !yield(dealt) {
				return
			}
		}
	}
}

// shuffled deals some decks, at most a batch, which the next call overwrites. Without shuffles they
// are in order, as they were made. If ctx is over they are not complete.
func (t *table[C]) shuffled(ctx context.Context, decks int) [][]C {
	from, to := t.from[:decks], t.to[:decks]
	for step, deal := range t.steps {
		if ctx.Err() != nil {
			break
		}
		for k, src := range from {
			if step == 0 {
				src = t.start
			}
			deal(t.rng, to[k], src)
		}
		from, to = to, from
	}
	return from
}
