package deals

import (
	"math/rand/v2"

	"dovetail/perm/shuffle"
)

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
