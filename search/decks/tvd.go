package decks

import (
	"context"
	"math"
	"math/big"
	"time"

	"dovetail/exact/bound"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/run"
)

// query is a question with the laws of its letters.
type query struct {
	Question
	alphabet *position.Laws
	word     word.Word
	o        run.Options
}

func (q Question) query(ctx context.Context, env results.Env) (query, error) {
	a, w, workers, err := q.Read(env)
	return query{q, a, w, run.Of(ctx, workers)}, err
}

// scatter is what the logarithm of a walk's estimate may scatter if the interval is to be
// so narrow: the ends that infinitely many decks would give are about half of its
// square apart.
func scatter(width float64) float64 {
	return math.Sqrt(min(0.25, max(0.002, 0.5*width)))
}

// enclose narrows the interval; it is that of what was complete if ctx ends.
func (q query) enclose(ctx context.Context, start time.Time) (results.TVD, error) {
	r, err := q.proved(ctx)
	narrow := func(r results.TVD) bool { return q.Decks == 0 && q.Looks == 0 && r.Upper-r.Lower <= q.Width }
	if err != nil || r.Kind == results.Exact || narrow(r) {
		return r, err
	}
	delta, err := q.test(ctx, &r)
	if err != nil || narrow(r) || q.decks() == 0 && q.Time == 0 {
		return r, err
	}
	l := looking{query: q, ask: Ask{Word: r.Word, Steps: q.Steps, Scatter: scatter(q.Width), Walks: q.Walks}, delta: delta, r: r}
	j, err := q.densities(l.ask).Job()
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
	for k := 1; !narrow(l.r) && (q.Looks == 0 || k <= q.Looks) && k <= mostLooks; k++ {
		if err := l.look(ctx, k, lookDecks(k)); err != nil {
			return known(), err
		}
		if q.Time > 0 && 2*time.Since(start) > q.Time {
			break
		}
	}
	return known(), nil
}

// proved is what is known without sampling.
func (q query) proved(ctx context.Context) (results.TVD, error) {
	r := results.TVD{
		Schema: results.TVDSchema, Kind: results.Bound, N: q.N,
		Word: q.Word, Models: q.alphabet.Definitions(), Delta: q.Delta, Seed: number.OfUint(uint64(q.Seed)),
		Tested: number.OfInt(0), Decks: number.OfInt(0), Dealt: number.OfInt(0),
	}
	i, err := bound.Prove(ctx, q.alphabet, q.word, q.o.Threads)
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

// testDecks are the decks of either kind that the test of a word is put to.
const testDecks = 2 * freshDecks

// test puts the word to a trained test, if its letters have laws of pairs, which takes a
// quarter of the chance delta. It is what is left of it.
func (q query) test(ctx context.Context, r *results.TVD) (delta float64, err error) {
	if able, err := testable(ctx, q.alphabet); !able || err != nil {
		return q.Delta, err
	}
	t := tests{Alphabet: q.alphabet, Words: []string{r.Word}, Train: trainDecks, Fresh: testDecks, Seed: uint64(q.Seed), Delta: min(q.Delta, 1-q.Delta) / 4}
	j, _, err := run.Run(ctx, t, q.o.Part("test", "test"))
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

func (q query) densities(a Ask) question {
	return question{q.alphabet, []Ask{a}, uint64(q.Seed)}
}

// outward is a double next to x on that side, or x itself.
func outward(x *big.Rat, side int) float64 {
	f, exact := x.Float64()
	if !exact {
		f = math.Nextafter(f, math.Inf(side))
	}
	return min(1, max(0, f))
}
