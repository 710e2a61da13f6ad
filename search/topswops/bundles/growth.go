package bundles

import (
	"math"
	"slices"

	"dovetail/perm/topswops"
)

// most is the greatest slack.
const most = math.MaxUint8

// A step is how decks come from those with one card fewer: a kind, and a card. With M the
// new card, the kinds are
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

// Growth follows bundles from the base to n cards.
type Growth struct {
	Levels
	Over       func() bool            // called often: reports whether to give up
	OnComplete func(*topswops.Bundle) // receives the bundles of n cards

	n      int
	tops   []uint8             // by number of cards: the slack of the longest game
	least  []uint8             // and the least slack of bundles that are followed; 1 for all
	queue  [][]topswops.Bundle // by number of cards
	fronts []topswops.Fronts   // by number of cards before
	stills []topswops.Stills
	work   *Work
}

// NewGrowth is the growth of levels. f has the longest lengths below n. It counts its work.
func NewGrowth(l Levels, f []int, work *Work) *Growth {
	n := len(l.Need) - 1
	g := &Growth{
		Levels: l, n: n, work: work,
		tops: make([]uint8, n+1), least: make([]uint8, n+1), queue: make([][]topswops.Bundle, n+1),
		fronts: make([]topswops.Fronts, n), stills: make([]topswops.Stills, n),
	}
	for m := l.Base; m < n; m++ {
		g.tops[m] = uint8(min(max(0, f[m]-l.Need[m]+1), most))
		g.least[m] = uint8(min(max(1, l.bound(m)-l.Need[m]+1), most))
	}
	g.tops[n] = most
	for m := l.Base; m < n; m++ {
		gap := l.Need[m+1] - l.Need[m] // the slack that a deck loses with one card more
		least := uint8(min(1+max(0, l.Cut[m+1]-l.Need[m]), most))
		g.fronts[m] = topswops.Fronts{Card: m, Least: least, Gap: gap, Top: g.tops[m+1], Step: m - l.Base, Kind: front}
		g.stills[m] = topswops.Stills{
			Card: m, By: l.Cut[m+1] - gap, Gap: gap, Top: g.tops[m+1], Step: m - l.Base, Keep: keep, Swap: swap,
		}
	}
	return g
}

// bundlesTogether is the number of bundles that are followed at a time.
const bundlesTogether = 256

// Follow follows a bundle of m cards, at the latest when [Growth.Finish] is called.
func (g *Growth) Follow(b *topswops.Bundle, m int) {
	g.queue[m] = append(g.queue[m], *b)
	g.settle(m, bundlesTogether)
}

// Finish follows all bundles in the queue.
func (g *Growth) Finish() {
	for m := g.Base; m <= g.n; m++ {
		g.settle(m, 1)
	}
}

// settle follows bundles of m cards until fewer than some are left.
func (g *Growth) settle(m, some int) {
	for len(g.queue[m]) >= some {
		first := max(0, len(g.queue[m])-bundlesTogether)
		part := g.queue[m][first:] // nothing is added here meanwhile
		g.queue[m] = g.queue[m][:first]
		g.work.Bundles[m] += uint64(len(part))
		switch {
		case g.Over():
		case m == g.n:
			for i := range part {
				g.OnComplete(&part[i])
			}
		default:
			g.queue[m+1] = g.Children(g.queue[m+1], part, m)
			g.settle(m+1, bundlesTogether)
		}
	}
}

// Children appends the children of bundles of m cards that are followed.
func (g *Growth) Children(out, parents []topswops.Bundle, m int) []topswops.Bundle {
	f := &g.fronts[m]
	out = f.Append(g.stills[m].Append(out, parents), parents)
	g.work.Games[m+1] += f.Played
	f.Played = 0
	if g.least[m+1] > 1 {
		out = slices.DeleteFunc(out, func(b topswops.Bundle) bool { return b.Slack[0] < g.least[m+1] })
	}
	return out
}
