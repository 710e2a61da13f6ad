package topswops

import (
	"math"

	"dovetail/perm/topswops"
)

// A bundle is a set of decks of some number m of cards, of at least Need[m] moves, whose
// games end alike, known by bounds alone: no deck of it is looked at.
//
// Slack[0] bounds the lengths, and Slack[z] those of the decks in which card z is supporting: a
// slack is the greatest length less Need[m], plus one, and 0 if there is no such deck.

// most is the greatest slack.
const most = math.MaxUint8

// A step is how decks come from those with one card fewer: a kind, and a card. With M the
// new card, decks come
//
//   - front+z: from front halves in which z is supporting (or is 0), which takes position M;
//   - keep: from back halves, or by appending M;
//   - swap+v: by appending M and exchanging it with v, supporting.
const (
	front uint8 = iota << 5
	keep
	swap

	cardOf = 1<<5 - 1
)

// growth follows bundles from the base to n cards.
type growth struct {
	levels
	n      int
	tops   []uint8             // by number of cards: the slack of the longest game
	queue  [][]topswops.Bundle // by number of cards
	fronts []topswops.Fronts   // by number of cards before
	stills []topswops.Stills
	over   func() bool // asked often: reports whether to give up
	hot    func(*topswops.Bundle)
	work   *Work
}

func newGrowth(l levels, f []int, work *Work) *growth {
	n := len(l.Need) - 1
	g := &growth{
		levels: l, n: n, work: work,
		tops: make([]uint8, n+1), queue: make([][]topswops.Bundle, n+1),
		fronts: make([]topswops.Fronts, n), stills: make([]topswops.Stills, n),
	}
	for m := l.base; m < n; m++ {
		g.tops[m] = uint8(max(0, f[m]-l.Need[m]+1))
	}
	g.tops[n] = most
	for m := l.base; m < n; m++ {
		gap := l.Need[m+1] - l.Need[m] // of its slack, which a deck loses by one card more
		least := uint8(min(1+max(0, l.Cut[m+1]-l.Need[m]), most))
		g.fronts[m] = topswops.Fronts{Card: m, Least: least, Gap: gap, Top: g.tops[m+1], Step: m - l.base, Kind: front}
		g.stills[m] = topswops.Stills{
			Card: m, By: l.Cut[m+1] - gap, Gap: gap, Top: g.tops[m+1], Step: m - l.base, Keep: keep, Swap: swap,
		}
	}
	return g
}

// bundlesTogether is the number of bundles that are followed at a time.
const bundlesTogether = 256

// follow follows a bundle of m cards, some time.
func (g *growth) follow(b *topswops.Bundle, m int) {
	g.queue[m] = append(g.queue[m], *b)
	g.settle(m, bundlesTogether)
}

// finish follows all bundles that wait.
func (g *growth) finish() {
	for m := g.base; m <= g.n; m++ {
		g.settle(m, 1)
	}
}

// settle follows bundles of m cards until fewer than some wait.
func (g *growth) settle(m, some int) {
	for len(g.queue[m]) >= some {
		first := max(0, len(g.queue[m])-bundlesTogether)
		part := g.queue[m][first:] // nothing is put here before it is done
		g.queue[m] = g.queue[m][:first]
		g.work.Bundles[m] += uint64(len(part))
		switch {
		case g.over():
		case m == g.n:
			for i := range part {
				g.hot(&part[i])
			}
		default:
			g.children(part, m)
			g.settle(m+1, bundlesTogether)
		}
	}
}

// children puts the children of bundles of m cards into the queue.
func (g *growth) children(parents []topswops.Bundle, m int) {
	f := &g.fronts[m]
	out := f.Append(g.stills[m].Append(g.queue[m+1], parents), parents)
	g.work.Games[m+1] += f.Played
	f.Played = 0
	g.queue[m+1] = out
}
