package decks

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"path/filepath"
	"time"

	"dovetail/exact/bound"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/run"
)

// Query asks for the distance of one word.
type Query struct {
	Alphabet *position.Laws
	Word     word.Word
	Delta    float64 // chance that the interval does not hold the distance
	Seed     uint64
	Walks    int // on each deck
	Steps    int // of a walk, 0 for as many as Width asks for

	// Decks is how many uniform decks are walked on. If it is 0 there are looks, up to
	// number Look; if that is 0 too, as many as it takes to make the interval as narrow as
	// Width, none if it is proved to be, or as many as there is Time for.
	Decks int
	Look  int
	Width float64
	Time  time.Duration // 0: whatever it takes
}

// Bounds of queries.
const (
	MaxDecks = 1 << 30
	MaxWalks = 64
	MaxSteps = 1e7
)

// scatter is what the logarithm of a walk's estimate may scatter if the interval is to be
// so narrow: the ends that infinitely many decks would give are about half of its
// square apart.
func scatter(width float64) float64 {
	return math.Sqrt(min(0.25, max(0.002, 0.5*width)))
}

// TVD encloses the distance, by what is known when the time is over. If ctx ends before, that is
// part of the error.
func (q Query) TVD(ctx context.Context, o run.Options) (results.TVD, error) {
	if q.Look > 0 {
		q.Time = 0
	}
	inTime, cancel := run.Within(ctx, q.Time)
	defer cancel()
	r, err := q.enclose(inTime, time.Now(), o)
	switch {
	case !run.Over(inTime, err):
		return r, err
	case r.LowerBy == "" && ctx.Err() == nil:
		return r, fmt.Errorf("no result within %v, not even certified bounds; give more --time", q.Time)
	case ctx.Err() == nil:
		return r, nil
	case r.LowerBy == "":
		return r, err
	}
	return r, results.Unfinished(err, []results.TVD{r})
}

// enclose narrows the interval; it is that of what was complete if ctx ends.
func (q Query) enclose(ctx context.Context, start time.Time, o run.Options) (results.TVD, error) {
	r, err := q.Proved(ctx, o)
	narrow := func(r results.TVD) bool { return q.Decks == 0 && q.Look == 0 && r.Upper-r.Lower <= q.Width }
	if err != nil || r.Kind == results.Exact || narrow(r) {
		return r, err
	}
	delta, err := q.test(ctx, &r, o)
	if err != nil || narrow(r) {
		return r, err
	}
	l := looking{Query: q, ask: Ask{Word: r.Word, Steps: q.Steps, Scatter: scatter(q.Width), Walks: q.Walks}, delta: delta, o: o, r: r}
	j, err := q.question(l.ask).Job()
	if err != nil {
		if r.Kind == results.Sampled && q.Decks == 0 {
			return r, nil // by the test alone
		}
		return r, results.Refuse(err)
	}
	if q.Decks > 0 {
		err := l.look(ctx, 0, q.Decks)
		return l.r, err
	}
	if q.Time > 0 && j.methods[0].closed == nil {
		if r, err = l.estimate(ctx); err != nil {
			return l.r, err
		}
	}
	known := func() results.TVD {
		if l.r.Look > 0 {
			return l.r
		}
		return r
	}
	for k := 1; !narrow(l.r) && (q.Look == 0 || k <= q.Look) && k <= mostLooks; k++ {
		if err := l.look(ctx, k, lookDecks(k)); err != nil {
			return known(), err
		}
		if q.Time > 0 && 2*time.Since(start) > q.Time {
			break
		}
	}
	return known(), nil
}

// Proved is what is known without sampling.
func (q Query) Proved(ctx context.Context, o run.Options) (results.TVD, error) {
	r := results.TVD{
		Schema: results.TVDSchema, Kind: results.Bound, N: q.Alphabet.N,
		Word: q.Alphabet.Format(q.Word), Models: q.Alphabet.Definitions(), Delta: q.Delta, Seed: number.OfUint(q.Seed),
		Tested: number.OfInt(0), Decks: number.OfInt(0), Dealt: number.OfInt(0),
	}
	i, err := bound.Prove(ctx, q.Alphabet, q.Word, run.Threads(o.Threads))
	if err != nil {
		return r, err
	}
	r.Certified = results.Ends{Lower: i.Lower.Outward(), LowerBy: string(i.Lower.By), Upper: i.Upper.Outward(), UpperBy: string(i.Upper.By)}
	r.Lower, r.LowerBy = outward(i.Lower.Value, -1), r.Certified.LowerBy
	r.Upper, r.UpperBy = outward(i.Upper.Value, 1), r.Certified.UpperBy
	if i.Exact() {
		r.Kind = results.Exact
	}
	return r, nil
}

// test puts the word to a trained test, if its letters have laws of pairs, which takes a
// quarter of the chance delta. It is what is left of it.
func (q Query) test(ctx context.Context, r *results.TVD, o run.Options) (delta float64, err error) {
	if able, err := testable(ctx, q.Alphabet); !able || err != nil {
		return q.Delta, err
	}
	if o.Dir != "" {
		o.Dir = filepath.Join(o.Dir, "test")
	}
	o.Meter = o.Meter.For("test")
	t := tests{Alphabet: q.Alphabet, Words: []string{r.Word}, Train: trainDecks, Fresh: 2 * freshDecks, Seed: q.Seed, Delta: min(q.Delta, 1-q.Delta) / 4}
	j, _, err := run.Run(ctx, t, o)
	if err == nil {
		err = j.complete()
	}
	if err != nil {
		return 0, err
	}
	r.Kind, r.Tested = results.Sampled, number.OfInt(t.Fresh)
	if lower := j.lower(0); lower > r.Lower {
		r.Lower, r.LowerBy = lower, byTest
	}
	return q.Delta * 3 / 4, nil
}

func (q Query) question(a Ask) question {
	return question{q.Alphabet, []Ask{a}, q.Seed}
}

// outward is a double next to x on that side, or x itself.
func outward(x *big.Rat, side int) float64 {
	f, exact := x.Float64()
	if !exact {
		f = math.Nextafter(f, math.Inf(side))
	}
	return min(1, max(0, f))
}
