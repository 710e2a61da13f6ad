package topswops

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"sync"

	"dovetail/perm/elementary"
	"dovetail/perm/number"
	"dovetail/perm/topswops"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/games"
	"dovetail/search/run"
)

// Census asks how many decks of N cards have a game of each length.
type Census struct {
	N int `json:"n"`
}

func (Census) Schema() string { return results.TopswopsCensusSchema }

func (q Census) About() string { return fmt.Sprint(q.N) }

func (q Census) AnsweredBy(r results.Record) (answer results.Record, width float64, ok bool) {
	return r, 0, true
}

func (q Census) Check() error { return number.InRange("n", q.N, 1, censusMax) }

// orders is the number of decks.
func (q Census) orders() *big.Int { return new(big.Int).MulRange(1, int64(q.N)) }

func (q Census) Seconds() float64 {
	decks, _ := new(big.Float).SetInt(q.orders()).Float64()
	return decks / float64(q.N) * 1e-8
}

func (q Census) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	counts, err := census(ctx, q.N, env)
	if err != nil {
		return nil, err
	}
	var decks []number.Int
	for _, c := range counts {
		decks = append(decks, number.OfUint(c))
	}
	return q.record(decks), nil
}

// Follows implements [run.Rechecker]. Everything follows from the counts.
func (q Census) Follows(_ context.Context, _ run.Options, r results.Record) (results.Record, string, error) {
	counts, sum := r.(games.TopswopsCensus).Counts, new(big.Int)
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
func (q Census) record(counts []number.Int) games.TopswopsCensus {
	r := games.TopswopsCensus{
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

// Picture draws the share of decks by length, for the census and for those with two, four, ...
// cards fewer, which are counted for it.
func (Census) Picture(ctx context.Context, env run.Options, answers []results.Record) ([]figure.Block, error) {
	const most, apart = 5, 2
	r := answers[0].(games.TopswopsCensus)
	curve := figure.Curve{XLabel: "moves", YLabel: "share of all decks, decimal logarithm"}
	for i := range most {
		curve.Series = append(curve.Series, figure.Series{Name: fmt.Sprintf("%d cards", r.N), Y: shares(r)})
		n := r.N - apart
		if n < 1 || i == most-1 {
			break
		}
		var err error
		if r, err = run.AnswerTo[games.TopswopsCensus](ctx, Census{n}, env); err != nil {
			return nil, err
		}
	}
	title := "Topswops: all decks by length"
	return []figure.Block{figure.Title(title), curve}, nil
}

// shares are the logarithms. Lengths that no deck has end the line.
func shares(r games.TopswopsCensus) (y []float64) {
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

// censusMax is the largest deck of a census.
const censusMax = 16

// census counts the decks of n cards by the length of their game: counts[L] of
// the n! decks have L moves.
//
// It goes back from the end, where nothing is known of a deck except that card 1 is on top, by
// undoing moves in all ways. A card that has not been moved yet may lie anywhere, and decks that
// differ in such cards alone are counted at once: some e (n-1)! patterns in all (see
// [topswops.Patterns]).
func census(ctx context.Context, n int, o run.Options) (counts []uint64, err error) {
	j, _, err := run.Run(ctx, Census{n}, o)
	if err != nil {
		return nil, err
	}
	if sum := decksIn(j.counts); sum != j.decks {
		return nil, fmt.Errorf("counted %d decks of %d", sum, j.decks)
	}
	return j.counts, nil
}

func (Census) Name() string { return "topswops-census/3" }

func (q Census) Job() (*allDecks, error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	j := &allDecks{q: q, decks: q.orders().Uint64()}
	j.Sum = run.Sum[[]byte, []uint64]{
		Of: "a census", Tasks: q.tasks, Weight: weight, Do: j.count, Valid: j.valid, Add: j.add, Parts: j.parts,
	}
	return j, nil
}

// allDecks is the job of package run. A task is a list of the cards moved last, the last one first.
// If there are movedLast of them, it is all decks whose games end so. Otherwise it is those whose
// games have no other moves.
type allDecks struct {
	run.Sum[[]byte, []uint64]
	q      Census
	decks  uint64 // N!
	counts []uint64
	idle   sync.Pool // of [topswops.Patterns]
}

// movedLast is the number of last moves that make a task with all that may come before.
const movedLast = 3

// weight is that of a task: games without other moves cost nothing.
func weight(moved []byte) float64 { return float64(len(moved) / movedLast) }

func (q Census) tasks() (all [][]byte) {
	c := q.patterns()
	moved := make([]byte, 0, movedLast)
	var list func(p topswops.Pattern)
	list = func(p topswops.Pattern) {
		all = append(all, slices.Clone(moved))
		if len(moved) == movedLast {
			return
		}
		for _, card := range p.Homes() {
			moved = append(moved, byte(card))
			list(c.Undo(p, card))
			moved = moved[:len(moved)-1]
		}
	}
	list(c.End())
	return all
}

func (q Census) patterns() *topswops.Patterns { return &topswops.Patterns{Cards: q.N} }

// count counts the decks of a task by the lengths of their games.
func (j *allDecks) count(ctx context.Context, moved []byte) ([][]uint64, error) {
	c, ok := j.idle.Get().(*topswops.Patterns)
	if !ok {
		c = j.q.patterns()
	}
	defer j.idle.Put(c)
	p, longer := c.End(), make([]uint64, len(moved))
	for _, card := range moved {
		p = c.Undo(p, int(card))
	}
	if len(moved) < movedLast {
		return [][]uint64{append(longer, p.Decks())}, nil
	}
	c.Over = func() bool { return ctx.Err() != nil }
	counts, ok := c.Count(p)
	if !ok {
		return nil, ctx.Err()
	}
	return [][]uint64{append(longer, counts...)}, nil
}

func (j *allDecks) valid(counts []uint64) error {
	sum := decksIn(j.counts)
	for _, c := range counts {
		if sum += c; c > j.decks || sum > j.decks {
			return fmt.Errorf("more than the %d decks of %d cards", j.decks, j.q.N)
		}
	}
	if len(counts) == 0 {
		return errors.New("no counts")
	}
	return nil
}

func (j *allDecks) add(counts []uint64) {
	j.counts = append(j.counts, make([]uint64, max(0, len(counts)-len(j.counts)))...)
	for length, c := range counts {
		j.counts[length] += c
	}
}

// parts are the counts, if there are any.
func (j *allDecks) parts() (all [][]uint64) {
	if len(j.counts) > 0 {
		all = append(all, j.counts)
	}
	return all
}

// SoFar implements [run.Reporter]: the longest game that was counted.
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
