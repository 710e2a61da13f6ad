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

	// Decks is how many uniform decks are walked on. If it is 0 there are as many looks
	// as it takes to make the interval as narrow as Width, or as Time allows for.
	Decks int
	Look  int // of Decks, if that was not decided beforehand
	Width float64
	Time  time.Duration
}

// Bounds of queries.
const (
	MaxDecks = 1 << 30
	MaxWalks = 64
	MaxSteps = 1e7
)

// scatter is what the logarithm of a walk's estimate may scatter if the interval is to be
// so narrow: the ends that infinitely many decks would give are about a third of its
// square apart.
func scatter(width float64) float64 {
	return math.Sqrt(min(0.25, max(0.002, 0.8*width)))
}

// TVD encloses the distance.
func (q Query) TVD(ctx context.Context, o run.Options) (results.TVD, error) {
	r := results.TVD{
		Schema: results.TVDSchema, Kind: results.Sampled, N: q.Alphabet.N,
		Word: q.Alphabet.Format(q.Word), Models: q.Alphabet.Definitions(), Delta: q.Delta, Seed: q.Seed,
	}
	proved, err := bound.Prove(ctx, q.Alphabet, q.Word, run.Threads(o.Threads))
	if err != nil {
		return r, err
	}
	r.Certified = results.Ends{Lower: proved.Lower.Outward(), LowerBy: string(proved.Lower.By), Upper: proved.Upper.Outward(), UpperBy: string(proved.Upper.By)}
	r.Lower, r.LowerBy = outward(proved.Lower.Value, -1), r.Certified.LowerBy
	r.Upper, r.UpperBy = outward(proved.Upper.Value, 1), r.Certified.UpperBy
	if proved.Exact() {
		r.Kind = results.Exact
		return r, nil
	}
	ask := Ask{Word: r.Word, Steps: q.Steps, Scatter: scatter(q.Width), Walks: q.Walks}
	if _, err := q.question(ask).Job(); err != nil {
		return r, results.Refuse(err)
	}
	all := sums{}
	look := func(k, decks int) error {
		ask.From, ask.To = ask.To, decks
		j, err := q.ask(ctx, k, ask, o)
		if err != nil {
			return err
		}
		all.add(j.sums[0])
		q.take(&r, j.methods[0], all.interval(lookDelta(q.Delta, k)))
		r.Decks, r.Dealt, r.Look = number.OfInt(all.Decks), number.OfInt(all.Dealt), k
		return nil
	}
	if q.Decks > 0 {
		return r, look(q.Look, q.Decks)
	}
	start := time.Now()
	for k := 1; ; k++ {
		if err := look(k, lookDecks(k)); err != nil {
			return r, err
		}
		spent := time.Since(start)
		if r.Upper-r.Lower <= q.Width || lookDecks(k+1) > MaxDecks || q.Time > 0 && 2*spent > q.Time {
			return r, nil
		}
	}
}

// ask runs one question, in a directory of its own if there are several.
func (q Query) ask(ctx context.Context, look int, a Ask, o run.Options) (*job, error) {
	if o.Dir != "" && look > 0 {
		o.Dir = filepath.Join(o.Dir, fmt.Sprintf("look%02d", look))
	}
	o.Meter = o.Meter.For(fmt.Sprintf("%d decks", a.To))
	j, _, err := run.Run(ctx, q.question(a), o)
	return j, err
}

func (q Query) question(a Ask) question {
	return question{q.Alphabet.Alphabet, []Ask{a}, q.Seed}
}

// take takes the sampled ends that are better than the proved ones.
func (q Query) take(r *results.TVD, m *method, e ends) {
	r.EstimateLow, r.EstimateLowSE, r.EstimateHigh, r.EstimateHighSE = e.low, e.lowSE, e.high, e.highSE
	if e.lower > r.Lower {
		r.Lower, r.LowerBy = e.lower, m.name()
	}
	if e.upper < r.Upper {
		r.Upper, r.UpperBy = e.upper, m.name()
	}
	if m.closed == nil {
		r.Steps, r.Walks = len(m.p.beta)-1, m.ask.Walks
	}
}

// outward is the next double of x on that side, or x itself.
func outward(x *big.Rat, side int) float64 {
	f, exact := x.Float64()
	if !exact {
		f = math.Nextafter(f, math.Inf(side))
	}
	return min(1, max(0, f))
}
