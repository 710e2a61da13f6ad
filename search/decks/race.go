package decks

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"path/filepath"
	"slices"
	"time"

	"dovetail/exact/pairs"
	"dovetail/exact/word"
	"dovetail/search/run"
	"dovetail/search/words"
)

// A race finds the word of a length with the least distance. All words begin with their
// certified intervals, and those that these leave open are put to a trained test. Then
// there are rounds: every word that could still be the best is walked on new decks, twice
// as many in each round and with less scatter, until one is left. A word that is not walked
// any more keeps the interval that it has.
//
// Half of the chance delta is for the tests, in equal shares, and 1/2 1/((r+1)(r+2)) of it
// for round r, from 0, in equal shares of those that walk in it. Who does is known before
// the round, whose decks are new: so all intervals hold together, whenever the race ends.

// Race asks for the best word of one length.
type Race struct {
	words.Query
	Delta  float64
	Seed   uint64
	Time   time.Duration // for the rounds after the first; 0 for as long as it takes
	Rounds int           // at most; 0 for as many as it takes
}

// Placed is a word at its place.
type Placed struct {
	words.Bounded
	Low, High     *big.Rat
	LowBy, HighBy string
}

// racer is what words with the same core have in common.
type racer struct {
	core          word.Word
	low, high     *big.Rat
	lowBy, highBy string
	open          bool // it is worth sampling
	method        *method
}

// wide is how wide a certified interval must be to be worth sampling.
const wide = 0.005

// MaxRounds keeps decks below MaxDecks.
const MaxRounds = 20

// The decks of a round, their scatter, and the most sweeps of a walk.
func roundDecks(r int) int { return 256 << r }

func roundScatter(r int) float64 { return max(0.08, 0.6/math.Pow(2, float64(r)/2)) }

const (
	closedTimes = 64 // as many decks where the density is exact

	firstSteps = 2000 // of round 0, in which words walk that cannot win
	laterSteps = 1e6
)

// leastBlock is the least block that is worth a walk in round 0: others take very long.
const leastBlock = 8

// Seconds is roughly how long the race takes one processor, with so many words to sample:
// their tests, and rounds of three words of which each takes four times what the one before
// took.
func (q Race) Seconds(words int) float64 {
	if words == 0 {
		return 1
	}
	return 4*float64(words) + 20*math.Pow(4, float64(q.Rounds))
}

// Run runs the race.
func (q Race) Run(ctx context.Context, o run.Options) (*Raced, error) {
	bounds, err := words.RankByBounds(ctx, q.Query, run.Options{Threads: o.Threads, Meter: o.Meter})
	if err != nil {
		return nil, err
	}
	a := &Raced{BoundRanking: bounds, race: q, racers: map[string]*racer{}}
	a.enter()
	if err := a.test(ctx, o); err != nil {
		return nil, err
	}
	start := time.Now()
	for a.Rounds = 0; q.Rounds == 0 || a.Rounds < q.Rounds; a.Rounds++ {
		spent := time.Since(start)
		if a.Rounds > 0 && (a.settled() || q.Time > 0 && 3*spent > q.Time) {
			break
		}
		if err := a.round(ctx, a.Rounds, o); err != nil {
			return nil, err
		}
	}
	a.place()
	return a, nil
}

// Raced is the end of a race.
type Raced struct {
	words.BoundRanking
	Placed []Placed
	Rounds int
	Cores  int // that were sampled

	race   Race
	racers map[string]*racer
	order  []*racer // by core
}

// enter gathers the cores.
func (a *Raced) enter() {
	for _, w := range a.All {
		core := w.Core()
		if a.racers[string(core)] != nil {
			continue
		}
		r := &racer{
			core: core, low: w.Interval.Lower.Value, high: w.Interval.Upper.Value,
			lowBy: string(w.Interval.Lower.By), highBy: string(w.Interval.Upper.By),
		}
		if width, _ := new(big.Rat).Sub(r.high, r.low).Float64(); width > wide {
			r.open = true
			r.method, _ = newMethod(a.race.Alphabet, r.core, Ask{}, a.race.Seed)
			a.Cores++
		}
		a.racers[string(core)] = r
		a.order = append(a.order, r)
	}
	slices.SortFunc(a.order, func(x, y *racer) int { return slices.Compare(x.core, y.core) })
}

// least is the least upper end.
func (a *Raced) least() *big.Rat {
	least := a.order[0].high
	for _, r := range a.order {
		if r.high.Cmp(least) < 0 {
			least = r.high
		}
	}
	return least
}

// contenders could be best.
func (a *Raced) contenders() (all []*racer) {
	least := a.least()
	for _, r := range a.order {
		if r.low.Cmp(least) <= 0 {
			all = append(all, r)
		}
	}
	return all
}

// settled reports whether there is nothing left to walk for.
func (a *Raced) settled() bool {
	all := a.contenders()
	return len(all) == 1 || !slices.ContainsFunc(all, func(r *racer) bool { return r.open && r.method != nil })
}

// test puts the open words to trained tests, where their letters have laws of pairs.
func (a *Raced) test(ctx context.Context, o run.Options) error {
	q := tests{Alphabet: a.race.Alphabet, Train: trainDecks, Fresh: freshDecks, Seed: a.race.Seed, Delta: a.race.Delta / 2 / float64(max(1, a.Cores))}
	var tested []*racer
	for _, r := range a.order {
		if r.open {
			tested = append(tested, r)
			q.Words = append(q.Words, a.race.Alphabet.Format(r.core))
		}
	}
	if _, err := pairs.NewLaws(ctx, a.race.Alphabet.Alphabet, a.race.Alphabet.Every()); err != nil || len(tested) == 0 {
		return ctx.Err()
	}
	j, _, err := run.Run(ctx, q, a.options(o, "tests", fmt.Sprintf("tests of %d words", len(tested))))
	if err != nil {
		return err
	}
	for i, r := range tested {
		r.narrow(j.lower(i), 1, "trained test")
	}
	return nil
}

// options are those of a part of the race, with a directory of its own.
func (a *Raced) options(o run.Options, name, label string) run.Options {
	if o.Dir != "" {
		o.Dir = filepath.Join(o.Dir, name)
	}
	o.Meter = o.Meter.For(label)
	return o
}

// round walks those that are still in the race; all that it is worth for in round 0.
func (a *Raced) round(ctx context.Context, round int, o run.Options) error {
	in := a.contenders()
	if round == 0 {
		in = a.order
	}
	q := question{Alphabet: a.race.Alphabet, Seed: a.race.Seed}
	var walking []*racer
	for _, r := range in {
		if !r.open || r.method == nil || round == 0 && r.method.closed == nil && r.method.w.block.Cmp(big.NewInt(leastBlock)) < 0 {
			continue
		}
		most := int(laterSteps)
		if round == 0 {
			most = firstSteps
		}
		times := 1
		if r.method.closed != nil {
			times = closedTimes
		}
		walking = append(walking, r)
		q.Asks = append(q.Asks, Ask{
			Word: q.Alphabet.Format(r.core), From: times * (roundDecks(round) - roundDecks(0)), To: times * (roundDecks(round+1) - roundDecks(0)),
			Scatter: roundScatter(round), Most: most, Walks: 2,
		})
	}
	if len(q.Asks) == 0 {
		return nil
	}
	j, _, err := run.Run(ctx, q, a.options(o, fmt.Sprintf("round%02d", round), fmt.Sprintf("round %d, %d words", round, len(q.Asks))))
	if err != nil {
		return err
	}
	for i, r := range walking {
		steps, centre, err := j.methods[i].found(ctx)
		if err != nil {
			return err
		}
		e := j.methods[i].ends(j.sums[i], steps, centre, a.race.Delta/2/float64((round+1)*(round+2)*len(walking)))
		r.narrow(e.lower, e.upper, j.methods[i].name())
	}
	return nil
}

// narrow takes better ends.
func (r *racer) narrow(low, high float64, by string) {
	if x := new(big.Rat).SetFloat64(low); x.Cmp(r.low) > 0 {
		r.low, r.lowBy = x, by
	}
	if x := new(big.Rat).SetFloat64(high); x.Cmp(r.high) < 0 {
		r.high, r.highBy = x, by
	}
}

// place puts the words in order: the least upper end first, then the least lower end.
func (a *Raced) place() {
	for _, w := range a.All {
		r := a.racers[string(w.Core())]
		a.Placed = append(a.Placed, Placed{w, r.low, r.high, r.lowBy, r.highBy})
	}
	slices.SortFunc(a.Placed, Placed.order)
}

// order puts the better word first, and words with equal intervals by name.
func (x Placed) order(y Placed) int { return cmp.Or(x.compare(y), cmp.Compare(x.Word, y.Word)) }

// compare puts the least upper end first, then the least lower end.
func (x Placed) compare(y Placed) int { return cmp.Or(x.High.Cmp(y.High), x.Low.Cmp(y.Low)) }
