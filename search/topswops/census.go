package topswops

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"dovetail/perm/elementary"
	"dovetail/perm/topswops"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/number"
	"dovetail/search/run"
)

// Census asks how many decks of N cards have a game of each length.
type Census struct {
	N int `json:"n"`
}

// Schema implements [results.Question].
func (Census) Schema() string { return results.TopswopsCensusSchema }

// Check implements [results.Question].
func (q Census) Check() error { return number.InRange("n", q.N, 1, CensusMax) }

// orders is the number of decks.
func (q Census) orders() *big.Int { return new(big.Int).MulRange(1, int64(q.N)) }

// Seconds implements [results.Question].
func (q Census) Seconds() float64 {
	decks, _ := new(big.Float).SetInt(q.orders()).Float64()
	return decks / float64(q.N) * 2e-8
}

// Answer implements [results.Question].
func (q Census) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	counts, err := census(ctx, q.N, run.Of(ctx, env.Threads))
	if err != nil {
		return nil, err
	}
	var decks []number.Int
	for _, c := range counts {
		decks = append(decks, number.OfUint(c))
	}
	return q.record(decks), nil
}

// Follows implements [results.Following]: all follows from the counts.
func (q Census) Follows(_ context.Context, _ results.Env, r results.Record) (results.Record, string, error) {
	counts, sum := r.(results.TopswopsCensus).Counts, new(big.Int)
	for length, c := range counts {
		if c.Int == nil || c.Sign() < 0 {
			return nil, "", fmt.Errorf("the count of games of %d moves is %v", length, c)
		}
		sum.Add(sum, c.Int)
	}
	if sum.Cmp(q.orders()) != 0 {
		return nil, "", fmt.Errorf("the counts add up to %s, not to %d! = %s", sum, q.N, q.orders())
	}
	return q.record(counts), "total, moments and sources, from formulas and the counts", nil
}

// record is the answer by the counts.
func (q Census) record(counts []number.Int) results.TopswopsCensus {
	r := results.TopswopsCensus{
		Head: results.Answering(q, results.Exact), N: q.N,
		Total: number.Of(q.orders()), Counts: counts, Sources: number.OfUint(sources(q.N)),
	}
	r.Fill()
	return r
}

// sources is the number of decks of n cards without a predecessor: no card
// k > 1 is at home. With D(n) derangements they are the D(n) decks in which 1
// is not at home either, and the D(n-1) in which it is.
func sources(n int) uint64 {
	derangements := []uint64{1, 0}
	for i := 2; i <= n; i++ {
		derangements = append(derangements, uint64(i-1)*(derangements[i-1]+derangements[i-2]))
	}
	return derangements[n] + derangements[n-1]
}

// Picture draws the share of decks by length, of the census and of those with two, four, ... cards fewer,
// which are counted for it.
func (Census) Picture(ctx context.Context, env results.Env, answers []results.Record) ([]figure.Block, error) {
	const most, apart = 5, 2
	r, ctx := answers[0].(results.TopswopsCensus), run.With(ctx, run.Options{})
	curve := figure.Curve{XLabel: "moves", YLabel: "share of all decks, decimal logarithm"}
	for i := range most {
		curve.Series = append(curve.Series, figure.Series{Name: fmt.Sprintf("%d cards", r.N), Y: shares(r)})
		n := r.N - apart
		if n < 1 || i == most-1 {
			break
		}
		var err error
		if r, err = results.AnswerTo[results.TopswopsCensus](ctx, Census{n}, env); err != nil {
			return nil, err
		}
	}
	title := "Topswops: all decks by length"
	return []figure.Block{figure.Title(title), curve}, nil
}

// shares are the logarithms. Lengths that no deck has end the line.
func shares(r results.TopswopsCensus) (y []float64) {
	total, _ := r.Total.Float64()
	for _, c := range r.Counts {
		decks, _ := c.Float64()
		if decks == 0 {
			break
		}
		y = append(y, elementary.Log10(decks/total))
	}
	return y
}

// CensusMax is the largest deck of a census.
const CensusMax = 16

// census counts the decks of n cards by the length of their game: counts[L] of
// the n! decks have L moves.
//
// It plays forward on unknown cards and branches only when one comes to the
// top. If that is card 1 the game is over, and the u other cards that have not
// shown can lie in u! orders, all of this length: decks that share what they
// show are counted at once. There are (n-1)!/u! ways to show all but u, so some
// e (n-1)! stretches of games are played, many at a time.
func census(ctx context.Context, n int, o run.Options) (counts []uint64, err error) {
	j, _, err := run.Run(ctx, Census{n}, o)
	if err != nil {
		return nil, err
	}
	if sum := decksIn(j.counts); sum != j.orders[n] {
		return nil, fmt.Errorf("counted %d decks of %d", sum, j.orders[n])
	}
	return j.counts, nil
}

// Name implements [run.Question].
func (Census) Name() string { return "topswops-census/1" }

// Job implements [run.Question].
func (q Census) Job() (*allDecks, error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	j := &allDecks{Census: q, orders: make([]uint64, q.N+1), counts: []uint64{}}
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
	Census
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
	c := counter{ctx: ctx}
	var d topswops.Word
	note := (uint64(1)<<j.N - 2) << mayCome
	for _, v := range t.Payload {
		d, note = show(d, note, int(v))
	}
	u := bits.OnesCount64(note >> mayCome)
	c.stops[u][note>>movesAbove%maxMoves]++
	if len(t.Payload) == shownFirst && u > 0 {
		c.waiting[u] = []stopped{{d, note}}
		c.branch(u)
	}
	if err := ctx.Err(); err != nil {
		return run.Result{}, err
	}
	return run.Whole(c.lengths(j.orders))
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
	j.counts = slices.Grow(j.counts, len(counts))
	for length, c := range counts {
		if length == len(j.counts) {
			j.counts = append(j.counts, 0)
		}
		j.counts[length] += c
	}
	return nil
}

// Total implements [run.Job].
func (j *allDecks) Total() ([]byte, error) { return json.Marshal(j.counts) }

// SoFar implements [run.Shower]: the longest game that was counted.
func (j *allDecks) SoFar() []string {
	if len(j.counts) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d moves, %s", len(j.counts)-1, number.Count(j.counts[len(j.counts)-1], "deck"))}
}

func decksIn(counts []uint64) (sum uint64) {
	for _, c := range counts {
		sum += c
	}
	return sum
}

// counter counts the stops of games at unknown cards.
type counter struct {
	waiting [topswops.WordCards][]stopped        // by the number of cards other than 1 that have not shown
	stops   [topswops.WordCards][maxMoves]uint64 // by that number and by moves
	batch   topswops.Batch
	ctx     context.Context
}

// stopped is a game that waits for the unknown card on top. In the note are the cards that may
// come, in the upper half, and the moves, as in a batch.
type stopped struct {
	deck topswops.Word
	note uint64
}

const (
	maxMoves   = 256 // more than any game of up to 16 cards has
	movesAbove = 16  // where the moves begin in a note
	mayCome    = 32  // and the cards that may come
)

// branch goes on with all games that wait for one of u cards.
func (c *counter) branch(u int) {
	b := &c.batch
	for len(c.waiting[u]) > 0 && c.ctx.Err() == nil {
		more := c.waiting[u]
		more = more[max(0, len(more)-topswops.BatchMost/u):]
		c.waiting[u] = c.waiting[u][:len(c.waiting[u])-len(more)]
		games := 0
		for _, s := range more {
			note := s.note >> movesAbove << movesAbove
			for try := note >> mayCome; try != 0; try &= try - 1 {
				v := bits.TrailingZeros64(try)
				b.Deck[games], b.Note[games] = s.deck|topswops.Word(v), note&^(1<<(mayCome+v))
				games++
			}
		}
		b.Count = games
		b.Play()
		stops := &c.stops[u-1]
		for _, note := range b.Told[:games] {
			stops[note>>movesAbove%maxMoves]++
		}
		if u > 1 {
			next := slices.Grow(c.waiting[u-1], games)
			for i, d := range b.Ended[:games] {
				next = append(next, stopped{d, b.Told[i]})
			}
			c.waiting[u-1] = next
			c.branch(u - 1)
		}
	}
}

// lengths are the numbers of decks by length; orders[u] = u!.
func (c *counter) lengths(orders []uint64) (counts []uint64) {
	for u, stops := range c.stops {
		for moves, times := range stops {
			if times > 0 {
				counts = append(counts, make([]uint64, max(0, moves+1-len(counts)))...)
				counts[moves] += times * orders[u]
			}
		}
	}
	return counts
}

// show goes on with a card for the unknown one on top until another is there.
func show(d topswops.Word, note uint64, card int) (topswops.Word, uint64) {
	d, note = d|topswops.Word(card), note&^(1<<(mayCome+card))
	for k := int(d & 15); k != 0; k = int(d & 15) {
		d, note = d.Flip(k+1), note+1<<movesAbove
	}
	return d, note
}
