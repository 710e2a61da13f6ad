package topswops

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"dovetail/perm/topswops"
)

// sampler probes a halving tree, one size after the other. Of the decks of a
// size it goes on with a sample, each with a weight: how many decks it stands
// for (after P. Chen, Heterogeneous sampling: a method for estimating the
// performance of tree searches, SIAM J. Comput. 21 (1992) 295-315).
//
// The decks are put into strata, by their number of moves and of supporting
// cards, since those alike in both have much the same below them. From a
// stratum with more than enough decks, of total weight W, some number k is
// drawn systematically: the decks are laid end to end, each as long as its
// weight, and taken where the marks u, u + W/k, u + 2W/k, ... fall, u being
// random below W/k. A mark stands for W/k, so that a deck is expected to stand
// for its weight: every weighted count is without bias, whatever the strata,
// and sizes that need no sampling are counted exactly. Neighbours in this row
// have the same parent more often than not, which spreads the sample over the
// parents.
type sampler struct {
	n   int
	at  Thresholds
	low []uint8
	rng *rand.Rand
}

// enough is the number of decks that a stratum keeps.
const enough = 300

func newSampler(n, least int, f []int, seed uint64) *sampler {
	return &sampler{n, Halved(n, least), reach(f), rand.New(rand.NewPCG(seed, 0))}
}

// size is what a probe finds of a tree.
type size struct{ nodes, narrow, wide float64 }

// kept is a deck that stands for others.
type kept[D topswops.Packed[D]] struct {
	deck   node[D]
	weight float64
}

// probe samples the tree once, on narrow decks as far as these go.
func (s *sampler) probe(ctx context.Context) (size, error) {
	var z size
	turn := min(s.n, topswops.Narrow(0).Capacity())
	narrow := descend(ctx, s, []kept[topswops.Narrow]{{root[topswops.Narrow](), 1}}, 1, turn, &z.nodes, &z.narrow)
	if turn < s.n {
		wide := make([]kept[topswops.Wide], len(narrow))
		for i, k := range narrow {
			deck := topswops.Pack[topswops.Wide](topswops.Unpack(k.deck.deck, turn))
			wide[i] = kept[topswops.Wide]{rooted(deck, turn), k.weight}
		}
		last := descend(ctx, s, wide, turn, s.n, &z.nodes, &z.wide)
		z.nodes += total(last)
	} else {
		z.nodes += total(narrow)
	}
	return z, ctx.Err()
}

func total[D topswops.Packed[D]](level []kept[D]) (sum float64) {
	for i := range level {
		sum += level[i].weight
	}
	return sum
}

// descend goes from the decks of one size to those of another, and counts
// what is on the way, the last decks excepted.
func descend[D topswops.Packed[D]](ctx context.Context, s *sampler, level []kept[D], from, to int, nodes, visits *float64) []kept[D] {
	for m := from; m < to && ctx.Err() == nil; m++ {
		w := newWalk[D](m+1, Thresholds{s.at.Need[:m+2], s.at.Cut[:m+2]}, s.low)
		var next []kept[D]
		var weight float64
		w.leaf = func(x node[D]) { next = append(next, kept[D]{x, weight}) }
		climb := &w.climbs[m+1]
		if m+1 < s.n {
			climb.Next = &topswops.Next{Need: s.at.Need[m+2], Cut: s.at.Cut[m+2]}
		}
		for i := range level {
			weight = level[i].weight
			looks, idle := climb.Visits, climb.Idle
			w.fresh(&level[i].deck)
			*visits += weight * float64(climb.Visits-looks)
			*nodes += weight * float64(1+climb.Idle-idle)
		}
		level = next
		if m+1 < s.n {
			level = thin(s.rng, next)
		}
	}
	return level
}

// thin draws from the strata that have more than enough decks.
func thin[D topswops.Packed[D]](rng *rand.Rand, level []kept[D]) []kept[D] {
	slices.SortStableFunc(level, func(a, b kept[D]) int { return cmp.Compare(stratum(&a.deck), stratum(&b.deck)) })
	var drawn []kept[D]
	for len(level) > 0 {
		end := 1
		for end < len(level) && stratum(&level[end].deck) == stratum(&level[0].deck) {
			end++
		}
		drawn = draw(rng, drawn, level[:end])
		level = level[end:]
	}
	return drawn
}

// stratum numbers the strata.
func stratum[D topswops.Packed[D]](x *node[D]) int {
	return x.moves*bits.UintSize + bits.OnesCount32(x.quiet)
}

// draw appends the decks of a row on which marks fall.
func draw[D topswops.Packed[D]](rng *rand.Rand, drawn, row []kept[D]) []kept[D] {
	if len(row) <= enough {
		return append(drawn, row...)
	}
	step := total(row) / enough
	mark := rng.Float64() * step
	for _, k := range row {
		if mark -= k.weight; mark >= 0 {
			continue
		}
		marks := math.Floor(-mark/step) + 1
		mark += marks * step
		drawn = append(drawn, kept[D]{k.deck, marks * step})
	}
	return drawn
}
