package topswops

import (
	"context"
	"encoding/json"
	"fmt"
	"math/bits"
	"slices"

	"dovetail/perm/topswops"
	"dovetail/search/run"
)

// CensusMax is the largest deck of a census.
const CensusMax = 16

// census counts the decks of n cards by the length of their game: counts[L] of
// the n! decks have L moves.
//
// It plays forward on unknown cards and branches only when one comes to the
// top. If that is card 1 the game is over, and the u other cards that have not
// shown can lie in u! orders, all of this length: decks that share what they
// show are counted at once.
func census(ctx context.Context, n int, o run.Options) (counts []uint64, err error) {
	if n < 1 || n > CensusMax {
		return nil, fmt.Errorf("n=%d is out of range 1..%d", n, CensusMax)
	}
	j, _, err := run.Run(ctx, everyDeck{n}, o)
	if err != nil {
		return nil, err
	}
	if sum := decksIn(j.counts); sum != j.orders[n] {
		return nil, fmt.Errorf("%d decks are counted, of %d", sum, j.orders[n])
	}
	return j.counts, nil
}

// everyDeck is the question of the census of N cards.
type everyDeck struct{ N int }

// Name implements [run.Question].
func (everyDeck) Name() string { return "topswops-census/1" }

// Job implements [run.Question].
func (q everyDeck) Job() (*allDecks, error) {
	if q.N < 1 || q.N > CensusMax {
		return nil, fmt.Errorf("n=%d is out of range 1..%d", q.N, CensusMax)
	}
	j := &allDecks{everyDeck: q, orders: make([]uint64, q.N+1), counts: []uint64{}}
	j.orders[0] = 1
	for i := 1; i <= q.N; i++ {
		j.orders[i] = j.orders[i-1] * uint64(i)
	}
	return j, nil
}

// allDecks is the job of package run. A task is what the first cards on top are, without
// card 1: with all that may come after them if they are shownFirst, and otherwise the decks
// of which card 1 comes next.
type allDecks struct {
	everyDeck
	orders []uint64 // orders[u] = u!
	counts []uint64
}

// shownFirst is how many cards make a task with all that follows.
const shownFirst = 3

// Roots implements [run.Job].
func (j *allDecks) Roots() (pieces []run.Piece, err error) {
	shown := make([]byte, 0, shownFirst)
	var list func()
	list = func() {
		weight := 0.0
		if len(shown) == shownFirst {
			weight = 1
		}
		pieces = append(pieces, run.Piece{Payload: slices.Clone(shown), Weight: weight})
		for v := 1; v < j.N && len(shown) < shownFirst; v++ {
			if !slices.Contains(shown, byte(v)) {
				shown = append(shown, byte(v))
				list()
				shown = shown[:len(shown)-1]
			}
		}
	}
	list()
	return pieces, nil
}

// Check implements [run.Job].
func (j *allDecks) Check(payload []byte) error {
	bad := len(payload) > shownFirst
	for i, v := range payload {
		bad = bad || v < 1 || int(v) >= j.N || slices.Contains(payload[:i], v)
	}
	if bad {
		return fmt.Errorf("%v are no first cards of %d", payload, j.N)
	}
	return nil
}

// Run implements [run.Job].
func (j *allDecks) Run(ctx context.Context, t run.Task) (run.Result, error) {
	c := counter{orders: j.orders, ctx: ctx}
	deck, unused, moves := topswops.Word(0), uint32(1)<<j.N-2, 0
	for _, v := range t.Payload {
		deck, moves = show(deck, int(v), moves)
		unused &^= 1 << v
	}
	c.add(moves, j.orders[max(0, bits.OnesCount32(unused))])
	if len(t.Payload) == shownFirst {
		c.branch(deck, unused, unused, moves)
	}
	if err := ctx.Err(); err != nil {
		return run.Result{}, err
	}
	found, err := json.Marshal(c.counts)
	return run.Result{Found: found}, err
}

// Merge implements [run.Job].
func (j *allDecks) Merge(result []byte) error {
	var counts []uint64
	if err := json.Unmarshal(result, &counts); err != nil || counts == nil {
		return fmt.Errorf("result of a census: %.100q: %v", result, err)
	}
	sum := decksIn(j.counts)
	for _, c := range counts {
		if sum += c; c > j.orders[j.N] || sum > j.orders[j.N] {
			return fmt.Errorf("result of a census: more than the %d decks of %d cards", j.orders[j.N], j.N)
		}
	}
	all := counter{counts: j.counts}
	for length, c := range counts {
		all.add(length, c)
	}
	j.counts = all.counts
	return nil
}

// Total implements [run.Job].
func (j *allDecks) Total() ([]byte, error) { return json.Marshal(j.counts) }

func decksIn(counts []uint64) (sum uint64) {
	for _, c := range counts {
		sum += c
	}
	return sum
}

// counter counts decks; orders[u] = u!.
type counter struct {
	orders, counts []uint64
	looks          uint64
	ctx            context.Context
	over           bool // ctx has ended
}

func (c *counter) add(length int, decks uint64) {
	for len(c.counts) <= length {
		c.counts = append(c.counts, 0)
	}
	c.counts[length] += decks
}

// branch tries those of the cards in try for the unknown one on top, where 0
// is unknown, and unused are all that may still come.
func (c *counter) branch(deck topswops.Word, try, unused uint32, moves int) {
	for ; try != 0; try &= try - 1 {
		v := bits.TrailingZeros32(try)
		if c.looks++; c.looks%glance == 0 {
			c.over = c.ctx.Err() != nil
		}
		if c.over {
			return
		}
		d, length := show(deck, v, moves)
		rest := unused &^ (1 << v)
		c.add(length, c.orders[bits.OnesCount32(rest)])
		if rest != 0 {
			c.branch(d, rest, rest, length)
		}
	}
}

// show plays on, with a card for the unknown one on top, until another is there, or card 1.
func show(deck topswops.Word, card, moves int) (topswops.Word, int) {
	deck |= topswops.Word(card)
	for k := int(deck & 15); k != 0; k = int(deck & 15) {
		deck = deck.Flip(k + 1)
		moves++
	}
	return deck, moves
}

// Sources is the number of decks of n cards without a predecessor: no card
// k > 1 is at home. With D(n) derangements they are the D(n) decks in which 1
// is not at home either, and the D(n-1) in which it is.
func Sources(n int) uint64 {
	derangements := []uint64{1, 0}
	for i := 2; i <= n; i++ {
		derangements = append(derangements, uint64(i-1)*(derangements[i-1]+derangements[i-2]))
	}
	return derangements[n] + derangements[n-1]
}
