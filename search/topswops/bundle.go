package topswops

import (
	"math"
	"math/bits"

	"dovetail/perm/topswops"
)

// bundle is a set of decks of some number m of cards, of at least Need[m] moves, whose games
// end alike, known by bounds alone: no deck of it is looked at.
//
// room[0] bounds the lengths, and room[z] those of the decks in which card z is supporting:
// room is the greatest length less Need[m], plus one, and 0 if there is no such deck.
type bundle struct {
	end  topswops.Deck
	room [topswops.MaxCards]uint8
	path [stepsMax]step // how it comes from a base, one step for each card beyond
}

// most is the greatest room.
const most = math.MaxUint8

// step is how decks come from those with one card fewer: a kind, and a card.
type step uint8

// With M the new card, decks come
//
//   - front(z): from front halves in which z is supporting (or is 0), which takes position M;
//   - keep: from back halves, or by appending M;
//   - swap(v): by appending M and exchanging it with v, supporting.
const (
	front step = iota << 5
	keep
	swap

	cardOf = 1<<5 - 1
)

// growth follows bundles from the base to n cards.
type growth struct {
	levels
	n    int
	tops []uint8       // by number of cards: the room of the longest game
	over func() bool   // asked often: reports whether to give up
	hot  func(*bundle) // takes the bundles of n cards
	work *Work
}

func newGrowth(l levels, f []int, work *Work) *growth {
	n := len(l.Need) - 1
	g := &growth{levels: l, n: n, tops: make([]uint8, n+1), work: work}
	for m := l.base; m < n; m++ {
		g.tops[m] = uint8(max(0, f[m]-l.Need[m]+1))
	}
	g.tops[n] = most
	return g
}

// raised is the room of decks on m cards that are longer by some moves than those with the
// given room on one card fewer.
func (g *growth) raised(m int, room uint8, moves int) uint8 {
	if room == 0 {
		return 0
	}
	return uint8(min(max(0, int(room)+moves-(g.Need[m]-g.Need[m-1])), int(g.tops[m])))
}

// follow counts a bundle of m cards and follows its children, or takes it for hot.
func (g *growth) follow(b *bundle, m int) {
	if g.over() {
		return
	}
	g.work.Bundles[m]++
	if m == g.n {
		g.hot(b)
		return
	}
	c := &bundle{path: b.path}
	at := &c.path[m-g.base]
	g.keep(c, b, m, at)
	g.swaps(c, b, m, at)
	g.fronts(c, b, m, at)
}

// keep follows the bundle of the decks of which those of b are the back halves, fewer than
// Cut moves after their start, and of those to which the new card is appended.
func (g *growth) keep(c, b *bundle, m int, at *step) {
	c.room[0] = g.raised(m+1, b.room[0], g.Cut[m+1])
	if c.room[0] == 0 {
		return
	}
	*at = keep
	c.end = b.end.Put(m, m)
	for y := 1; y < m; y++ {
		c.room[y] = g.raised(m+1, b.room[y], g.Cut[m+1])
	}
	c.room[m] = g.raised(m+1, b.room[0], 0)
	g.follow(c, m+1)
}

// swaps follows the bundles of the decks in which the new card never shows and v, supporting,
// lies last.
func (g *growth) swaps(c, b *bundle, m int, at *step) {
	for v := 1; v < m; v++ {
		c.room[0] = g.raised(m+1, b.room[v], 0)
		if c.room[0] == 0 {
			continue
		}
		*at = swap | step(v)
		b.end.PutIn(&c.end, m, v, v)
		for y := 1; y < m; y++ {
			c.room[y] = g.raised(m+1, min(b.room[y], b.room[v]), 0)
		}
		c.room[m] = c.room[0]
		g.follow(c, m+1)
	}
}

// fronts follows the bundles of the decks of which those of b are the front halves: one
// game for each card that can lie last.
func (g *growth) fronts(c, b *bundle, m int, at *step) {
	var cards uint32
	least := 1 + max(0, g.Cut[m+1]-g.Need[m])
	for z := range m {
		if int(b.room[z]) >= least {
			cards |= 1 << z
		}
	}
	var games [topswops.MaxCards]topswops.Outcome
	topswops.PlayOn(&games, &b.end, m, cards|1)
	g.work.Games[m+1] += uint64(bits.OnesCount32(cards &^ 1))
	for ; cards != 0; cards &= cards - 1 {
		z := bits.TrailingZeros32(cards)
		game := &games[z]
		c.room[0] = g.raised(m+1, b.room[z], 1+int(game.Moves))
		if c.room[0] == 0 {
			continue
		}
		*at = front | step(z)
		c.end = game.End
		for y := 1; y <= m; y++ {
			c.room[y] = 0
			if y != z && y != m && game.Shown>>y&1 == 0 {
				c.room[y] = g.raised(m+1, min(b.room[y], b.room[z]), 1+int(game.Moves))
			}
		}
		g.follow(c, m+1)
	}
}
