package estimate

import (
	"context"
	"maps"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"dovetail/perm/topswops"
	"dovetail/search/topswops/bundles"
)

// forecast samples the work of a search by bundles. It goes from level to level, and keeps a sample
// of each. A member of the sample has a weight, the number that it stands for (after P. Chen,
// Heterogeneous sampling: a method for estimating the performance of tree searches, SIAM J. Comput.
// 21 (1992) 295-315).
//
// The ends of the base are drawn card by card, the largest first. A stratum has those with the same
// cards at home: nothing else says more about how far one can go back. Bundles are put into strata
// by their slacks.
//
// From a stratum with more than enough members, of total weight W, k of them are drawn
// systematically. They are laid end to end, each as long as its weight, and taken where the marks
// u, u + W/k, u + 2W/k, ... fall, where u is random below W/k. A mark stands for W/k, so that each
// is expected to stand for its weight: every weighted count is without bias, whatever the strata,
// and levels that need no sampling are counted exactly. Neighbours in this row have the same parent
// more often than not, which spreads the sample over the parents.
type forecast struct {
	bundles.Counters[float64]         // visits on climbs
	base                      float64 // and for the base
}

// prices are the seconds that a search takes on one thread of this machine: for a visit of the
// base, and for all other counts, as a multiple of the time on a Zen 4 with AVX-512.
type prices struct{ visit, rest float64 }

func (p prices) seconds(f forecast) float64 {
	return float64(p.visit*f.base) + float64(p.rest*f.restSeconds())
}

// restSeconds are those of that machine, without the base.
func (f forecast) restSeconds() float64 {
	return 1e-9 * (float64(3*f.Bundles) + float64(17*f.Games) + float64(10*f.Visits) + float64(15*f.Decks))
}

// ended is an end of the base with its slacks, and how many decks lead to it.
type ended struct {
	end    topswops.Word
	slack  [topswops.MaxCards]uint8
	visits float64
}

// probe is a sample of the search with some levels. f has the longest lengths below n. First it
// samples the ends of its base. Very many decks lead to a few ends, so that a sample of these says
// little about them. But each deck leads to exactly one end: the decks that do not lead to the
// other ends lead to these.
type probe struct {
	ctx    context.Context
	rng    *rand.Rand
	at     bundles.Levels
	f      []int
	ends   []kept[ended]
	visits float64 // decks that lead to ends that cannot be pruned
	short  float64 // those of them that lead to ends of shorter games than needed
}

// enoughEnds and enoughBundles are the numbers kept of a stratum, enoughPruned that of all ends
// that are pruned, and enoughComplete that of all complete bundles.
const enoughEnds, enoughBundles, enoughPruned, enoughComplete = 10, 30, 300, 150

// newProbe samples the ends of the base.
func newProbe(ctx context.Context, rng *rand.Rand, at bundles.Levels, f []int) probe {
	b := bundles.NewBase(at, bundles.Reach(f))
	b.Over = func() bool { return ctx.Err() != nil }
	level := []kept[bundles.Prefix]{{b.Bare(), 1}}
	visits := func(end topswops.Word, slack *[topswops.MaxCards]uint8) (visits float64, some bool) {
		before := b.Visits()
		some = b.Measure(end, slack)
		return float64(b.Visits() - before), some
	}
	s := probe{ctx: ctx, rng: rng, at: at, f: f, visits: 1}
	var pruned []kept[bundles.Prefix] // with the number of ends that each stands for
	for left := at.Base - 1; left > 0; left-- {
		var next []kept[bundles.Prefix]
		for _, k := range level {
			for _, p := range b.More(k.it) {
				if b.Prunable(p) {
					pruned = append(pruned, kept[bundles.Prefix]{p, k.weight * float64(b.Ends(p))})
				} else {
					next = append(next, kept[bundles.Prefix]{p, k.weight})
				}
			}
		}
		level = thin(rng, next, enoughEnds, homeStratum)
		s.visits *= float64(left + 1)
	}
	for _, k := range draw(rng, nil, pruned, enoughPruned) {
		p := k.it
		for b.Left(p) > 0 {
			more := b.More(p)
			p = more[rng.IntN(len(more))]
		}
		v, _ := visits(p.End, new([topswops.MaxCards]uint8))
		s.visits -= float64(k.weight * v)
	}
	for _, k := range level {
		if ctx.Err() != nil {
			break
		}
		e, some := ended{end: k.it.End}, false
		if e.visits, some = visits(e.end, &e.slack); some {
			s.ends = append(s.ends, kept[ended]{e, k.weight})
		} else {
			s.short += float64(k.weight * e.visits)
		}
	}
	return s
}

// homeStratum is the stratum of a prefix: its three largest cards at home, and their number. The
// few with very many cards at home, which take long to examine, are one stratum.
func homeStratum(p *bundles.Prefix) int {
	if bits.OnesCount32(p.Home) >= veryMany {
		return veryMany
	}
	rest := p.Home
	for range 3 {
		rest &^= 1 << bits.Len32(rest) >> 1
	}
	return int(p.Home&^rest)<<8 | bits.OnesCount32(rest)
}

const veryMany = 11

// bundle is that of end i of the sample.
func (s *probe) bundle(i int) topswops.Bundle {
	e := &s.ends[i].it
	b := topswops.Bundle{From: uint32(i), Slack: e.slack}
	for p := range s.at.Base {
		b.End[p] = uint8(e.end.Card(p))
	}
	return b
}

// forecast samples the work of the search.
func (s *probe) forecast() (c forecast) {
	n := len(s.at.Need) - 1
	work := bundles.NewWork(n)
	g := bundles.NewGrowth(s.at, s.f, work)
	c.base = s.visits + s.again()
	var level []kept[topswops.Bundle]
	for i, k := range s.ends {
		level = append(level, kept[topswops.Bundle]{s.bundle(i), k.weight})
	}
	var children []topswops.Bundle
	for m := s.at.Base; m < n && s.ctx.Err() == nil; m++ {
		c.Bundles += total(level)
		level = thin(s.rng, level, enoughBundles, func(b *topswops.Bundle) int {
			slacks := 0
			for _, slack := range b.Slack[1:m] {
				slacks += bits.Len8(slack) // many games follow
			}
			return int(b.Slack[0])<<4 | min(slacks/4, 15)
		})
		var next []kept[topswops.Bundle]
		for _, k := range level {
			if s.ctx.Err() != nil {
				break
			}
			children = g.Children(children[:0], []topswops.Bundle{k.it}, m)
			c.Games += float64(k.weight * float64(work.Games[m+1]))
			work.Games[m+1] = 0
			for _, child := range children {
				next = append(next, kept[topswops.Bundle]{child, k.weight})
			}
		}
		level = next
	}
	c.Bundles += total(level)
	s.resolveSome(level, &c)
	return c
}

// resolveSome samples the work of finding the decks of complete bundles.
func (s *probe) resolveSome(complete []kept[topswops.Bundle], c *forecast) {
	n := len(s.at.Need) - 1
	work := bundles.NewWork(n)
	r := bundles.NewResolver(s.at, s.f, work)
	r.Found, r.Over = func(topswops.Deck, int) {}, func() bool { return s.ctx.Err() != nil }
	for i := range complete {
		complete[i].weight *= s.ends[complete[i].it.From].it.visits
	}
	for _, k := range draw(s.rng, nil, complete, enoughComplete) {
		from := &s.ends[k.it.From].it
		r.Resolve(&k.it, from.end)
		k.weight /= from.visits
		c.Visits += float64(k.weight * float64(bundles.SumOf(work.Visits)))
		c.Decks += float64(k.weight * float64(bundles.SumOf(work.Decks)))
		*work = *bundles.NewWork(n)
	}
}

// again is the number of decks that count once more, because a complete bundle comes from the end
// to which they lead. These are the decks that do not lead to other ends.
func (s *probe) again() float64 {
	visits, complete := s.visits-s.short, false
	g := bundles.NewGrowth(s.at, s.f, bundles.NewWork(len(s.at.Need)-1))
	g.Over, g.OnComplete = func() bool { return complete || s.ctx.Err() != nil }, func(*topswops.Bundle) { complete = true }
	for i, k := range s.ends {
		complete = false
		b := s.bundle(i)
		g.Follow(&b, s.at.Base)
		g.Finish()
		if !complete {
			visits -= float64(k.weight * k.it.visits)
		}
	}
	return max(0, visits)
}

// kept is a sampled value with the number of values that it stands for.
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

// draw appends the members of a row on which marks fall.
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
