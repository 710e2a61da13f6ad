package topswops

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"time"

	"dovetail/exact/tally"
	"dovetail/perm/topswops"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/run"
	"dovetail/search/run/progress"
)

// Estimate asks what the search for long games on N cards would take, by as many random probes as
// there is time for, or by a given number of them: the question of the record has this. The lengths of
// fewer cards are those published.
type Estimate struct {
	N         int             `json:"n"`
	AtLeast   int             `json:"at_least,omitzero"` // moves; the published length if 0
	Seed      number.Uint     `json:"seed"`
	Time      number.Duration `json:"time,omitzero"`
	Forecasts int             `json:"forecasts,omitzero"` // probes, in the place of a time
}

// Schema implements [results.Question].
func (Estimate) Schema() string { return results.TopswopsEstimateSchema }

// fewestProbes have a scatter to speak of; maxProbes tell enough.
const fewestProbes, maxProbes = 2, 16

// Check implements [results.Question].
func (q Estimate) Check() error {
	if q.N < 2 || q.N > len(Known)+1 {
		return fmt.Errorf("n=%d is out of range 2..%d", q.N, len(Known)+1)
	}
	if _, ok := KnownAt(q.N); !ok && q.AtLeast == 0 {
		return fmt.Errorf("no length is published for n=%d: give --at-least", q.N)
	}
	switch {
	case q.AtLeast < 0 || q.AtLeast > LongestAsked:
		return fmt.Errorf("at_least=%d is out of range 0..%d", q.AtLeast, LongestAsked)
	case q.Time < 0 || (q.Time == 0) != (q.Forecasts != 0):
		return fmt.Errorf("time=%v is to be greater than 0 unless the number of probes is given", time.Duration(q.Time))
	case q.Forecasts != 0 && (q.Forecasts < fewestProbes || q.Forecasts > maxProbes):
		return number.InRange("forecasts", q.Forecasts, fewestProbes, maxProbes)
	}
	return nil
}

// Seconds implements [results.Question].
func (q Estimate) Seconds() float64 { return time.Duration(q.Time).Seconds() + float64(q.Forecasts) }

// Limit implements [results.Limited].
func (q Estimate) Limit() time.Duration { return time.Duration(q.Time) }

// Answer implements [results.Question]. The answer to a question with a number of probes knows nothing of
// the time that the search takes.
func (q Estimate) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	err := q.Check()
	if err != nil {
		return nil, results.Refuse(err)
	}
	var e results.TopswopsEstimate
	q.Fill(&e)
	f := knownBelow(q.N)
	if q.Time > 0 {
		err = sample(ctx, &e, f, time.Duration(q.Time), run.Of(ctx, env.Threads).Meter)
		q.Time, q.Forecasts = 0, e.Forecasts
	} else {
		err = forecasts(ctx, &e, f, q.Forecasts, prices{}, nil)
	}
	if q.Fill(&e); ctx.Err() != nil && e.Forecasts > 0 {
		err = results.Unfinished(err, []results.TopswopsEstimate{e})
	}
	return e, err
}

// asked is the length asked for.
func (q Estimate) asked() Fact {
	if q.AtLeast > 0 {
		return Fact{Length: q.AtLeast, Source: "given"}
	}
	known, _ := KnownAt(q.N)
	return known
}

// Fill fills in what a record says of its question.
func (q Estimate) Fill(r *results.TopswopsEstimate) {
	asked := q.asked()
	r.Schema, r.Kind, r.Asked = q.Schema(), results.Sampled, results.Ask(q)
	r.N, r.Seed, r.Least, r.Source = q.N, number.OfUint(uint64(q.Seed)), asked.Length, asked.Source
	r.Forecasts = q.Forecasts
}

// sample fills in what probes tell of the search, as many as there is time for. f has the longest lengths
// below n. Probes are independent, and their scatter is the standard error.
func sample(
	ctx context.Context, e *results.TopswopsEstimate, f []int, limit time.Duration, meter *progress.Meter,
) error {
	meter.Start(maxProbes, 0)
	defer meter.Stop()
	inTime, cancel := run.Within(ctx, max(1, limit))
	defer cancel()
	prices, err := measured(inTime)
	if err == nil {
		err = forecasts(inTime, e, f, maxProbes, prices, meter)
	}
	switch {
	case err != nil && !run.Over(inTime, err):
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	case e.Forecasts == 0:
		return fmt.Errorf("no estimate within %v: %d probes take longer; give more --time", limit, fewestProbes)
	}
	return nil
}

// forecast is what a search by bundles does, as far as a sample tells. It goes from level to level, and of
// each keeps a sample, each with a weight: for how many it stands (after P. Chen, Heterogeneous sampling: a
// method for estimating the performance of tree searches, SIAM J. Comput. 21 (1992) 295-315).
//
// The ends of the base are drawn card by card, the largest first; a stratum has those with
// the same cards at home, which says more than anything else of how far one can go back.
// Bundles are put into strata by their slacks.
//
// From a stratum with more than enough, of total weight W, some number k is drawn systematically: they
// are laid end to end, each as long as its weight, and taken where the marks u, u + W/k, u + 2W/k, ...
// fall, u being random below W/k. A mark stands for W/k, so that each is expected to stand for its
// weight: every weighted count is without bias, whatever the strata, and levels that need no sampling
// are counted exactly. Neighbours in this row have the same parent more often than not, which spreads
// the sample over the parents.
type forecast struct {
	Counters[float64]         // visits on climbs
	base              float64 // and for the base
}

// prices are the seconds that a search takes on one thread of the machine at hand, for a visit of the base and for
// all else that is counted, as many times what one of Zen 4 with AVX-512 took.
type prices struct{ visit, rest float64 }

func (p prices) seconds(f forecast) float64 {
	return float64(p.visit*f.base) + float64(p.rest*f.restSeconds())
}

// restSeconds are those of that machine, but for the base.
func (f forecast) restSeconds() float64 {
	return 1e-9 * (float64(3*f.Bundles) + float64(17*f.Games) + float64(10*f.Visits) + float64(15*f.Decks))
}

// ended is an end of the base with its slacks, and how many decks lead to it.
type ended struct {
	end    topswops.Word
	slack  [topswops.MaxCards]uint8
	visits float64
}

// sampledBase is a sample of the ends of a base. Very many decks lead to a few ends, so that a sample of these tells
// little of them. But each deck leads to one end: what the other ends leave of all is theirs.
type sampledBase struct {
	size, need int
	ends       []kept[ended]
	visits     float64 // decks that lead to ends that are not hopeless
	short      float64 // and of these, to such as no game of the length needed leads to
}

// enoughEnds and enoughBundles are kept of a stratum, and of hopeless ends and hot bundles in all so many.
const enoughEnds, enoughBundles, enoughPassed, enoughHot = 10, 30, 300, 150

// sampleBase samples the ends of at least need moves.
func sampleBase(ctx context.Context, rng *rand.Rand, size, need int, low []uint8) sampledBase {
	b := newBase(size, need, low)
	b.over = func() bool { return ctx.Err() != nil }
	level := []kept[prefix]{{b.bare(), 1}}
	visits := func(end topswops.Word, slack *[topswops.MaxCards]uint8) (visits float64, some bool) {
		before := b.depths.Visits
		some = b.measure(end, slack) && !b.stop
		return float64(b.depths.Visits - before), some
	}
	s := sampledBase{size: size, need: need, visits: 1}
	var passed []kept[prefix] // for how many ends
	for left := size - 1; left > 0; left-- {
		var next []kept[prefix]
		for _, k := range level {
			for _, p := range b.more(k.it) {
				if b.hopeless(p) {
					passed = append(passed, kept[prefix]{p, k.weight * float64(b.ends(p))})
				} else {
					next = append(next, kept[prefix]{p, k.weight})
				}
			}
		}
		level = thin(rng, next, enoughEnds, homeStratum)
		s.visits *= float64(left + 1)
	}
	for _, k := range draw(rng, nil, passed, enoughPassed) {
		p := k.it
		for b.left(p) > 0 {
			more := b.more(p)
			p = more[rng.IntN(len(more))]
		}
		v, _ := visits(p.end, new([topswops.MaxCards]uint8))
		s.visits -= float64(k.weight * v)
	}
	for _, k := range level {
		if ctx.Err() != nil {
			break
		}
		e, some := ended{end: k.it.end}, false
		if e.visits, some = visits(e.end, &e.slack); some {
			s.ends = append(s.ends, kept[ended]{e, k.weight})
		} else {
			s.short += float64(k.weight * e.visits)
		}
	}
	return s
}

// homeStratum is that of a prefix: its three largest cards at home, and how many there are. The
// few with very many, to look into which takes long, are one.
func homeStratum(p *prefix) int {
	if bits.OnesCount32(p.home) >= veryMany {
		return veryMany
	}
	rest := p.home
	for range 3 {
		rest &^= 1 << bits.Len32(rest) >> 1
	}
	return int(p.home&^rest)<<8 | bits.OnesCount32(rest)
}

const veryMany = 11

// bundle is that of end i of the sample, of no slack if it is not followed.
func (s *sampledBase) bundle(at levels, i int) (b topswops.Bundle) {
	e := &s.ends[i].it
	b.From = uint32(i)
	for p := range s.size {
		b.End[p] = uint8(e.end.Card(p))
	}
	for z, slack := range e.slack {
		b.Slack[z] = uint8(max(0, int(slack)-(at.Need[at.base]-s.need)))
	}
	return b
}

// forecast samples the search with thresholds of which the least is at least that of the
// sampled base.
func (s *sampledBase) forecast(ctx context.Context, rng *rand.Rand, at levels, f []int) (c forecast) {
	work := newWork(len(at.Need) - 1)
	g := newGrowth(at, f, work)
	c.base = s.visits + s.again(ctx, at, f)
	var level []kept[topswops.Bundle]
	for i, k := range s.ends {
		if b := s.bundle(at, i); b.Slack[0] > 0 {
			level = append(level, kept[topswops.Bundle]{b, k.weight})
		}
	}
	for m := at.base; m < g.n && ctx.Err() == nil; m++ {
		c.Bundles += total(level)
		level = thin(rng, level, enoughBundles, func(b *topswops.Bundle) int {
			slacks := 0
			for _, slack := range b.Slack[1:m] {
				slacks += bits.Len8(slack) // many games follow
			}
			return int(b.Slack[0])<<4 | min(slacks/4, 15)
		})
		var next []kept[topswops.Bundle]
		for _, k := range level {
			if ctx.Err() != nil {
				break
			}
			g.children([]topswops.Bundle{k.it}, m)
			c.Games += float64(k.weight * float64(work.Games[m+1]))
			work.Games[m+1] = 0
			for _, child := range g.queue[m+1] {
				next = append(next, kept[topswops.Bundle]{child, k.weight})
			}
			g.queue[m+1] = g.queue[m+1][:0]
		}
		level = next
	}
	c.Bundles += total(level)
	s.resolveSome(ctx, rng, at, f, level, &c)
	return c
}

// resolveSome samples what it takes to find the decks of hot bundles.
func (s *sampledBase) resolveSome(
	ctx context.Context, rng *rand.Rand, at levels, f []int, hot []kept[topswops.Bundle], c *forecast,
) {
	n := len(at.Need) - 1
	work := newWork(n)
	r := newResolver(at, f, work)
	r.found, r.over = func(topswops.Deck, int) {}, func() bool { return ctx.Err() != nil }
	for i := range hot {
		hot[i].weight *= s.ends[hot[i].it.From].it.visits
	}
	for _, k := range draw(rng, nil, hot, enoughHot) {
		from := &s.ends[k.it.From].it
		r.resolve(&k.it, from.end)
		k.weight /= from.visits
		c.Visits += float64(k.weight * float64(sumOf(work.Visits)))
		c.Decks += float64(k.weight * float64(sumOf(work.Decks)))
		*work = *newWork(n)
		r.work = work
	}
}

// again is how many decks count once more, because a bundle that comes from the end to which they lead is hot: those
// that do not lead to other ends.
func (s *sampledBase) again(ctx context.Context, at levels, f []int) float64 {
	visits, hot := s.visits-s.short, false
	g := newGrowth(at, f, newWork(len(at.Need)-1))
	g.over, g.hot = func() bool { return hot || ctx.Err() != nil }, func(*topswops.Bundle) { hot = true }
	for i, k := range s.ends {
		hot = false
		if b := s.bundle(at, i); b.Slack[0] > 0 {
			g.follow(&b, at.base)
			g.finish()
		}
		if !hot {
			visits -= float64(k.weight * k.it.visits)
		}
	}
	return max(0, visits)
}

// forecasts fills in what up to so many probes tell of a search by bundles, with the usual
// thresholds, if ctx leaves time for enough of them, at prices of the machine.
func forecasts(
	ctx context.Context, e *results.TopswopsEstimate, f []int, most int, prices prices, meter *progress.Meter,
) error {
	e.Thresholds = usual(e.N, e.Least)
	at := newLevels(e.N, e.Least, e.Thresholds)
	if err := at.check(f); err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(e.Seed.Uint64(), 1))
	var games, visits, cpu []float64
	for range most {
		s := sampleBase(ctx, rng, at.base, at.Need[at.base], reach(f))
		c := s.forecast(ctx, rng, at, f)
		if ctx.Err() != nil {
			break
		}
		games, visits, cpu = append(games, c.Games), append(visits, c.base+c.Visits), append(cpu, prices.seconds(c))
		meter.Add(1)
	}
	if len(games) < fewestProbes {
		return ctx.Err()
	}
	e.Forecasts = len(games)
	e.Games, e.GamesError = sampled(games)
	e.Looks, e.LooksError = sampled(visits)
	e.BundlesCPU, e.BundlesCPUError = sampled(cpu)
	return ctx.Err()
}

// sampled is a mean with its standard error.
func sampled(x []float64) (mean, err float64) {
	m := tally.MomentsOf(x)
	return m.Mean, math.Sqrt(m.Variance) / math.Sqrt(float64(len(x)))
}

// measured are the prices of this machine, by a smaller search and the base of it alone: the least of three, as what
// else runs on the machine only adds.
func measured(ctx context.Context) (least prices, err error) {
	const size = 13
	f := knownBelow(size + 1)
	q := Query{N: size, Least: f[size], Lengths: f[:size]}
	least = prices{math.Inf(1), math.Inf(1)}
	for range 3 {
		j, err := bundled{Query: q, From: usual(size, q.Least), Budget: math.MaxUint64}.Job()
		if err != nil {
			return least, err
		}
		b, times := j.newBase(), 0.
		start := run.CPUTime()
		for run.CPUTime()-start < timed { // some clocks know no shorter times
			b.list(b.bare(), func(topswops.Word, *topswops.Bundle) {})
			times++
		}
		base := (run.CPUTime() - start).Seconds() / times
		visits := float64(b.depths.Visits) / times
		s := j.newSearch(ctx)
		start = run.CPUTime()
		s.all(s.base.bare())
		rest := max(base, (run.CPUTime()-start).Seconds()-base) // which plays a game for each end that it lists
		var c forecast
		to, sum := c.each(), s.work.sum()
		for i, count := range sum.each() {
			*to[i] = float64(*count)
		}
		least.visit = min(least.visit, base/visits)
		least.rest = min(least.rest, rest/c.restSeconds())
	}
	return least, ctx.Err()
}

// timed is how long a base is listed again and again.
const timed = 20 * time.Millisecond

// kept is something that stands for others.
type kept[T any] struct {
	it     T
	weight float64
}

func total[T any](level []kept[T]) (sum float64) {
	for i := range level {
		sum += level[i].weight
	}
	return sum
}

// thin draws from the strata that have more than some.
func thin[T any](rng *rand.Rand, level []kept[T], some int, stratum func(*T) int) (drawn []kept[T]) {
	strata := map[int][]kept[T]{}
	for i := range level {
		key := stratum(&level[i].it)
		strata[key] = append(strata[key], level[i])
	}
	for _, key := range slices.Sorted(maps.Keys(strata)) {
		drawn = draw(rng, drawn, strata[key], some)
	}
	return drawn
}

// draw appends those of a row on which marks fall.
func draw[T any](rng *rand.Rand, drawn, row []kept[T], some int) []kept[T] {
	if len(row) <= some {
		return append(drawn, row...)
	}
	step := total(row) / float64(some)
	mark := rng.Float64() * step
	for _, k := range row {
		if mark -= k.weight; mark >= 0 {
			continue
		}
		marks := math.Floor(-mark/step) + 1
		mark += float64(marks * step)
		drawn = append(drawn, kept[T]{k.it, marks * step})
	}
	return drawn
}
