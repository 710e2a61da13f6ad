package topswops

import (
	"context"
	"maps"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
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
	at  thresholds
	low []uint8
	rng *rand.Rand

	tick func() // called often
}

// enough is the number of decks that a stratum keeps.
const enough = 300

func newSampler(n, least int, f []int, seed uint64) *sampler {
	return &sampler{n, halved(n, least), reach(f), rand.New(rand.NewPCG(seed, 0)), func() {}}
}

// size is what a probe finds of a tree.
type size struct{ nodes, visits float64 }

// kept is something that stands for others.
type kept[T any] struct {
	it     T
	weight float64
}

// probe samples the tree once.
func (s *sampler) probe(ctx context.Context) (size, error) {
	var z size
	level := []kept[node]{{root(), 1}}
	for m := 1; m < s.n && ctx.Err() == nil; m++ {
		level = s.descend(ctx, level, m+1, &z)
	}
	z.nodes += total(level)
	return z, ctx.Err()
}

func total[T any](level []kept[T]) (sum float64) {
	for i := range level {
		sum += level[i].weight
	}
	return sum
}

// descend goes from a sample of the decks of m-1 cards to one of their
// children, and counts the former and what it looks at.
func (s *sampler) descend(ctx context.Context, level []kept[node], m int, z *size) []kept[node] {
	w := newWalk(m, thresholds{s.at.Need[:m+1], s.at.Cut[:m+1]}, s.low)
	w.left = func(rest) {}
	w.until(ctx, func(int) bool { return false })
	climb := &w.climbs[m]
	if m < s.n {
		climb.Rise = s.at.rise(m, s.low)
	}
	var children []kept[node]
	var weight float64
	w.leaf = func(x node) {
		if m < s.n && x.flat && x.quiet == 0 && x.moves+1 < s.at.Need[m+1] {
			z.nodes += weight // it has no children
			return
		}
		children = append(children, kept[node]{x, weight})
	}
	for i := range level {
		if s.tick(); ctx.Err() != nil {
			return nil
		}
		weight = level[i].weight
		looks := climb.Visits
		w.from(&level[i].it)
		z.visits += weight * float64(climb.Visits-looks)
		z.nodes += weight
	}
	if m < s.n {
		return thin(s.rng, children, enough, stratum)
	}
	return children
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

// stratum numbers the strata.
func stratum(x *node) int {
	return x.moves*bits.UintSize + bits.OnesCount32(x.quiet)
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
		mark += marks * step
		drawn = append(drawn, kept[T]{k.it, marks * step})
	}
	return drawn
}
