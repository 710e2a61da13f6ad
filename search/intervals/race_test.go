package intervals

import (
	"bytes"
	"context"
	"errors"
	"math/big"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"dovetail/exact/law"
	"dovetail/exact/law/lawtest"
	"dovetail/exact/pairs"
	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/perm/number"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/results/render"
	"dovetail/search/anneal"
	"dovetail/search/densities"
	"dovetail/search/distinguish"
	"dovetail/search/run"
	"dovetail/search/words"
)

// race8 is a race of words of eight cards, whose distances are known.
func race8(t testing.TB, m int, seed number.Uint) (Race, words.Query) {
	t.Helper()
	q := Race{All: words.All{Scoring: words.Scoring{N: 8, Emax: "auto", Samples: 1000000}, M: m, Top: 1000}, Delta: 0.01, Seed: seed, Rounds: 4}
	for _, d := range []string{"H=hindu(mean=20/13,sd=10/39)", "R=riffle", "D=deal(order=1-3-2)"} {
		l := must.Have(notation.ParseLetter(d))(t)
		q.Letters = append(q.Letters, l)
	}
	query := must.Have(q.Query(t.Context(), nil))(t)
	return q, query
}

// exactTVD are the distances of all words of a race.
func exactTVD(t *testing.T, q words.Query) func(core []byte) *big.Rat {
	t.Helper()
	a := must.Have(law.Compile(t.Context(), 8, q.Alphabet.Models(), 1<<30))(t)
	chain := law.NewChain(a, 1)
	return func(core []byte) *big.Rat {
		l := must.Have(chain.Core(t.Context(), core))(t)
		v := l.TVD()
		return new(big.Rat).SetFloat64(v.Float)
	}
}

// All intervals of a race hold the exact distances, and the words that could be best are
// the best ones.
func TestRaceHolds(t *testing.T) {
	for seed := range longtest.Of[number.Uint](1, 2) {
		q, query := race8(t, longtest.Of(3, 4), seed)
		r := must.Have(q.run(t.Context(), query, run.Options{Threads: 2}))(t)
		exact := exactTVD(t, query)
		least, best := big.NewRat(1, 1), ""
		sampled := 0
		for _, p := range r.All {
			if len(p.Core()) == 0 {
				continue
			}
			d := exact(p.Core())
			slack := big.NewRat(1, 1e12) // of the law in doubles
			if new(big.Rat).Sub(p.Low, slack).Cmp(d) > 0 || new(big.Rat).Add(p.High, slack).Cmp(d) < 0 {
				t.Errorf("seed %d: %s has %s, not in [%s, %s] by %s, %s", seed, p.Word, d.FloatString(6), p.Low.FloatString(6), p.High.FloatString(6), p.LowBy, p.HighBy)
			}
			if d.Cmp(least) < 0 {
				least, best = d, p.Word
			}
			if p.HighBy == "annealed density" || p.HighBy == "closed density" {
				sampled++
			}
		}
		if sampled < 1 {
			t.Errorf("seed %d: %d words have a sampled upper end", seed, sampled)
		}
		found := false
		for _, w := range r.Best(false).Words {
			found = found || w == best
		}
		if !found {
			t.Errorf("seed %d: %s is best, not one of %v", seed, best, r.Best(false).Words)
		}
	}
}

// A race is the same for any number of threads, and where it is gone on with.
func TestRaceAgain(t *testing.T) {
	q, query := race8(t, longtest.Of(3, 4), 3)
	q.Rounds = 2
	dir := t.TempDir()
	proved := must.Have(rankByBounds(t.Context(), query, q.Budget, false, run.Options{}))(t)
	var first results.BoundRank
	for i, o := range []run.Options{{Threads: 1}, {Threads: 3, Dir: dir}, {Threads: 2, Dir: dir}} {
		r := must.Have(q.run(t.Context(), query, o))(t)
		record := r.record()
		if i == 0 {
			first = record
		}
		if text(t, record) != text(t, first) {
			t.Errorf("with %+v another record", o)
		}
		if err := q.consistent(record, proved); err != nil {
			t.Error(err)
		}
	}
	for what, change := range map[string]func(*results.BoundRow){
		"another rank by C":    func(r *results.BoundRow) { r.CRank++ },
		"a method of no name":  func(r *results.BoundRow) { r.LowBy += "x" },
		"a method for nothing": func(r *results.BoundRow) { r.HighBy = densities.ByTest },
	} {
		record := first
		record.Rows = slices.Clone(first.Rows)
		change(&record.Rows[1])
		if q.consistent(record, proved) == nil {
			t.Errorf("%s passes", what)
		}
	}
}

// A race that ends at any task of its tests or rounds knows what was complete by then, and says what
// is missing; its intervals are within the certified ones.
func TestRaceEnds(t *testing.T) {
	q, query := race8(t, 4, 3)
	for at, want := range map[int]struct{ untested, unwalked bool }{3: {true, false}, 80: {false, true}} {
		ctx, cancel := context.WithCancel(t.Context())
		var begun atomic.Int32
		_, err := q.Answer(ctx, run.Options{Threads: 1, Begin: func(run.Task) {
			if int(begun.Add(1)) == at {
				cancel()
			}
		}})
		known := results.Known(err)
		if !errors.Is(err, context.Canceled) || len(known) != 1 {
			t.Fatal(at, err, known)
		}
		record := known[0].(results.BoundRank)
		if got := record.Sampling; (got.Untested > 0) != want.untested || (got.Unwalked > 0) != want.unwalked {
			t.Errorf("ended at task %d: %+v", at, got)
		}
		proved, err := rankByBounds(t.Context(), query, q.Budget, false, run.Options{})
		if err == nil {
			err = q.consistent(record, proved)
		}
		if err != nil {
			t.Error(err)
		}
	}
	q.Time = 1
	if r, err := q.run(t.Context(), query, run.Options{}); r != nil || err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("a race without time: %v", err)
	}
}

// What work pays for is the same for any number of threads, and more work pays for more; the question of the record leads
// to it again, without the work where rounds say as much.
func TestRaceWorkIsCounted(t *testing.T) {
	q, _ := race8(t, 4, 3)
	q.Rounds = 0
	untested := []int{}
	for _, c := range []struct {
		work time.Duration
		kept bool
	}{{time.Millisecond, true}, {200 * time.Millisecond, true}, {longtest.Of[time.Duration](700, 1500) * time.Millisecond, false}} {
		q.Work = number.Duration(c.work)
		var first string
		counts := []int{1, 3}
		if c.work == time.Millisecond && !longtest.On() { // which takes most, for the bounds of all words
			counts = counts[:1]
		}
		for _, threads := range counts {
			r := must.Have(run.AnswerTo[results.BoundRank](t.Context(), q, run.Options{Threads: threads}))(t)
			asked := must.Have(results.Of[Race]().Question(r.Schema, r.Question))(t)
			again := asked.(Race)
			if again.Time > 0 || (again.Work > 0) != c.kept || (again.Rounds > 0) == c.kept || !c.kept && again.Rounds != r.Sampling.Rounds {
				t.Errorf("%v: %d rounds, by the question %s", c.work, r.Sampling.Rounds, r.Question)
			}
			if threads == 1 {
				first, q = text(t, r), again
				untested = append(untested, r.Sampling.Untested)
			} else if text(t, r) != first {
				t.Errorf("%v: %s with %d threads, asked again, not %s", c.work, text(t, r), threads, first)
			}
		}
		q.Rounds = 0
	}
	if !(untested[0] > untested[1] && untested[1] > 0 && untested[2] == 0) {
		t.Errorf("%v words are not tested", untested)
	}
}

// A part of a limit is never none, which would be no limit.
func TestAmong(t *testing.T) {
	q, _ := race8(t, 2, 1)
	q.Time, q.Work = 1, 1
	longer := q
	longer.M = 3
	for _, one := range []Race{q, longer} {
		if part := one.Among([]results.Question{q, longer}).(Race); part.Time != 1 || part.Work != 1 {
			t.Errorf("m=%d has %v and %v", one.M, part.Time, part.Work)
		}
	}
	if q.Time, q.Work = 0, 0; q.Among([]results.Question{q, longer}).(Race).Time != 0 {
		t.Error("no limit has become one")
	}
}

// The price of a race, made of how many words are open, is about what it takes: of its words those are tested that it counts.
func TestRaceSeconds(t *testing.T) {
	q, _ := race8(t, 3, 1)
	q.Rounds, q.N = 1, 52
	of := lawtest.Small(t, 52, "H=hindu D=deal(piles=10)").Letters
	q.Letters[0].Model, q.Letters[2].Model = of[0].Model, of[1].Model
	for m, open := range map[int]float64{4: 0, 5: 5, 6: 50, 7: 318} { // as their records say
		if q.M = m; q.open() < open/1.5 || q.open() > 1.5*open {
			t.Errorf("m=%d: %v words, not %v", m, q.open(), open)
		}
	}
	if q.M, q.Work = 7, number.Duration(time.Second); q.Seconds() != 1 {
		t.Errorf("work of a second is %v", q.Seconds())
	}
	q.M, q.Budget = 1, Budget{Effort: "D=7,H=1,R=1", Within: 5}
	if q.open() != 6 { // RRRRR, and with an H for one R
		t.Errorf("%v words of an effort", q.open())
	}
}

func text(t *testing.T, r results.Record) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, render.Records(&b, "json", r))
	return b.String()
}

// The price is that of the words that could be best: by the path of a pilot, or a guess, and none for closed densities.
func TestPrice(t *testing.T) {
	_, query := race8(t, 2, 1)
	of := func(word string, length float64, low int64) *racer {
		w := must.Have(query.Alphabet.Parse(word))(t)
		m, _ := densities.New(query.Alphabet, w, densities.Spec{}, 1)
		r := &racer{core: w, open: true, method: m, length: length, effort: new(big.Rat)}
		r.Low, r.High = big.NewRat(low, 10), big.NewRat(low+2, 10)
		return r
	}
	a := &raced{query: query, racers: []*racer{of("RDR", 10, 1), of("RHR", 0, 2), of("RR", 0, 2), of("HDH", 0, 2),
		of("RDRR", 10, 8)}}
	sweep := pricedWalks * pricedDecks * 25e-9 / 3600 * 8 // of a letter of eight cards; RHR has two
	want := results.Price{Width: pricedWidth, Words: 4, Guessed: 1, Unknown: 1}
	got := a.price()
	if hours := sweep * (10*10 + 2*longPath*longPath) / pricedScatter / pricedScatter; got == nil || got.Hours < hours || got.Hours > hours+0.01 {
		t.Fatalf("%+v, want %v hours", got, hours)
	}
	if want.Hours = got.Hours; *got != want {
		t.Errorf("%+v, want %+v", *got, want)
	}
	for _, racers := range [][]*racer{a.racers[:1], {a.racers[2], a.racers[2]}} {
		if got := (&raced{query: query, racers: racers}).price(); got != nil {
			t.Errorf("%+v, where nothing is to be paid", *got)
		}
	}
}

// sweeping counts the sweeps of walks.
type sweeping struct {
	anneal.Target
	sweeps *int
}

type sweepingWalks struct {
	anneal.Particles
	each   int
	sweeps *int
}

func (c sweeping) Particles(count int) anneal.Particles {
	return sweepingWalks{c.Target.Particles(count), count, c.sweeps}
}

func (v sweepingWalks) Forward(ctx context.Context, p *anneal.Ladder) ([]float64, error) {
	*v.sweeps += v.each * p.Steps()
	return v.Particles.Forward(ctx, p)
}

func (v sweepingWalks) Backward(ctx context.Context, p *anneal.Ladder) ([]float64, error) {
	*v.sweeps += v.each * p.Steps()
	return v.Particles.Backward(ctx, p)
}

// With walks that a price is for, words make about as many sweeps as it says; with its decks too, their intervals are
// about as narrow.
func TestPriceIsPaid(t *testing.T) {
	q, query := race8(t, 4, 1)
	decks := longtest.Of(pricedDecks/16, pricedDecks)
	for _, spelled := range []string{"RDRR", "RHRR"} {
		w := must.Have(query.Alphabet.Parse(spelled))(t)
		plan := densities.Spec{Word: spelled, To: decks, Scatter: pricedScatter, Walks: 2, Test: distinguish.TrainDecks, Both: true}
		cache := densities.NewCache(new(pairs.Cache))
		of := must.Have(densities.Question{Alphabet: query.Alphabet, Specs: []densities.Spec{plan}, Seed: 1, Cache: cache}.Job())(t)
		m := of.Methods[0]
		r := &racer{core: w, open: true, method: m, effort: new(big.Rat)}
		r.Low, r.High = new(big.Rat), big.NewRat(1, 1)
		a := &raced{Account: run.NewAccount(run.Limits{}, 1, run.Options{}), race: q, query: query, racers: []*racer{r, r}, cache: cache}
		if err := a.pilots(t.Context(), a.racers[:1]); err != nil || r.length == 0 {
			t.Fatal(spelled, r.length, err)
		}
		sweeps := 0
		m.Target = sweeping{m.Target, &sweeps}
		walked := func(plan densities.Spec) *densities.Job {
			j, _, err := run.Run(t.Context(), densities.Question{Alphabet: query.Alphabet, Specs: []densities.Spec{plan}, Seed: 1, Cache: cache}, run.Options{Threads: 1})
			if err != nil {
				t.Fatal(err)
			}
			return j
		}
		first := plan
		first.To = 2
		walked(first) // with the pilot
		sweeps = 0
		j := walked(plan)
		made := float64(sweeps) * pricedDecks / float64(decks)
		if said := a.sweeps(r); said < made/2 || said > 2*made {
			t.Errorf("%s: %.0f sweeps are made, the price is for %.0f", spelled, made, said)
		}
		if decks < pricedDecks {
			continue
		}
		tested := distinguish.Tests{Alphabet: query.Alphabet, Train: distinguish.TrainDecks, Fresh: 1 << 20, Seed: 1, Delta: 0.01, Threads: 2}
		accepted := must.Have(tested.Count(t.Context(), w, 0, tested.Fresh))(t)
		if e := j.Interval(0, j.Sums[0], densities.TestResult{Accepted: accepted, Decks: tested.Fresh}, 0.01); e.Upper-e.Lower > 1.2*pricedWidth {
			t.Errorf("%s: %+v is wider than %g", spelled, e, pricedWidth)
		}
	}
}

// A round tests again the words that walk, and those that a larger test may rule out.
func TestTestsThatGain(t *testing.T) {
	q, query := race8(t, 4, 1)
	a := &raced{race: q, query: query, testable: true, rounds: 1}
	for _, r := range []struct {
		word      string
		Low, High int64
		accepted  int64
	}{{"RDRR", 10, 30, 15000}, {"RHRR", 12, 100, 20000}, {"RRHR", 14, 100, 10000}, {"RHDR", 40, 100, 50000}} {
		w := must.Have(query.Alphabet.Parse(r.word))(t)
		m := must.Have(densities.New(query.Alphabet, w, densities.Spec{}, 1))(t)
		x := &racer{core: w, open: true, method: m, effort: new(big.Rat), testResult: densities.TestResult{Accepted: [2]int64{r.accepted, 0}, Decks: distinguish.FreshDecks}}
		x.Low, x.High = big.NewRat(r.Low, 100), big.NewRat(r.High, 100)
		a.racers = append(a.racers, x)
	}
	words := func(walking ...*racer) (all []string) {
		for _, r := range a.retestCandidates(walking) {
			all = append(all, query.Alphabet.Format(r.core))
		}
		return all
	}
	walks, close, far := a.racers[0], a.racers[1], a.racers[2]
	if got := words(walks); !slices.Equal(got, []string{"RDRR", "RHRR"}) {
		t.Errorf("tested again: %q", got)
	}
	if got := words(walks, far); !slices.Equal(got, []string{"RDRR", "RHRR", "RRHR"}) {
		t.Errorf("tested again: %q", got)
	}
	close.testResult.Decks = 0
	if got := words(far); !slices.Equal(got, []string{"RHRR", "RRHR"}) {
		t.Errorf("tested again, of words that were not tested: %q", got)
	}
	if a.testing(2, a.fresh()) != 2*a.testing(1, a.fresh()) || a.testing(1, a.fresh()) < 1e-8*float64(a.fresh()) {
		t.Error("tests take nothing")
	}
}
