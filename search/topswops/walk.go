package topswops

import (
	"math/bits"

	"dovetail/perm/topswops"
)

// walk follows the tree of decks in which every deck has one parent with one
// card fewer. It needs no memory but a path: each deck is its own task.
//
// What is a child of a deck X of m cards with game length l, for M = m+1? In
// words of users' cards, which count from 1:
//
//   - M appended to X, or put in the place of a supporting card which goes to
//     position M: decks in which M never shows, of length l.
//   - X as a front half: M takes the place of 1, and z = 1 or a supporting card
//     z of X, whose place 1 takes, goes to position M. After l moves M shows,
//     its move brings z to the top, and a game of b moves follows. If
//     b < Cut[M] it is a child, of length l+1+b.
//   - X as a back half, if l >= Cut[M]: M followed by X reversed, and every deck
//     that leads there by A moves of cards below M: children of length A+1+l.
type walk struct {
	Thresholds
	n      int
	climbs []topswops.Climber     // by size
	after  []ending               // by size
	leaf   func(node)             // takes the decks of n cards
	leave  func(node) (left bool) // may take a deck, with all below it, away
	least  int                    // from this size on it is not asked
	order  bool                   // of the decks of n cards only those that end in order count
	Stats
}

// node is a deck of size cards with its game.
type node struct {
	size, moves int
	deck, end   topswops.Deck
	quiet       uint32 // supporting cards, counted from 0; card 0 aside
	flat        bool   // no climb from it goes far enough
}

// Stats count what a search did, by number of cards.
type Stats struct {
	Nodes  []uint64 `json:"nodes"`  // decks followed
	Visits []uint64 `json:"visits"` // decks looked at on climbs to them
	Stops  []uint64 `json:"stops"`  // those where the bound on climbs said no
	Short  []uint64 `json:"short"`  // other children dropped for too few moves
}

func newStats(n int) Stats {
	return Stats{make([]uint64, n+1), make([]uint64, n+1), make([]uint64, n+1), make([]uint64, n+1)}
}

// newWalk prepares for decks of n cards. low is the bound of the climbs.
func newWalk(n int, h Thresholds, low []uint8) *walk {
	w := &walk{
		Thresholds: h,
		n:          n,
		climbs:     make([]topswops.Climber, n+1),
		after:      make([]ending, n+1),
		Stats:      newStats(n),
	}
	for m := range w.climbs {
		w.climbs[m].Low = low
		if m < n {
			w.climbs[m].Next = &topswops.Next{Need: h.Need[m+1], Cut: h.Cut[m+1]}
		}
	}
	return w
}

// root is the deck of one card.
func root() node { return rooted(topswops.Pack([]int{0}), 1) }

// rooted is the node of a deck, found by playing it.
func rooted(deck topswops.Deck, size int) node {
	end, moves, shown := deck.Play()
	return node{size: size, moves: moves, deck: deck, end: end, quiet: (1<<size - 2) &^ shown}
}

// count takes note of a deck, and tells whether it has children to follow.
func (w *walk) count(x *node) bool {
	if x.size < w.least && w.leave(*x) {
		return false
	}
	w.Nodes[x.size]++
	if x.size == w.n {
		w.leaf(*x)
		return false
	}
	return true
}

// fresh follows a deck whose end no other deck is known to share.
func (w *walk) fresh(x *node) {
	if x.moves < w.Need[x.size] {
		w.Short[x.size]++
		return
	}
	if w.count(x) {
		e := &w.after[x.size]
		e.set(x.end, x.size)
		w.append(x)
		w.fronts(x, e)
		w.backs(x)
	}
}

// append follows the children in which the new card never shows.
func (w *walk) append(x *node) {
	m := x.size
	if x.moves < w.Need[m+1] {
		w.Short[m+1] += uint64(1 + bits.OnesCount32(x.quiet))
		return
	}
	y := node{size: m + 1, moves: x.moves, deck: x.deck.Put(m, m), end: x.end.Put(m, m), quiet: x.quiet | 1<<m}
	w.fresh(&y)
	for rest := x.quiet; rest != 0; rest &= rest - 1 {
		v := bits.TrailingZeros32(rest)
		z := y
		z.deck, z.end = y.deck.Exchange(m, v), y.end.Exchange(m, v)
		w.fresh(&z)
	}
}

// fronts follows the children of which x is the front half.
func (w *walk) fronts(x *node, e *ending) {
	m := x.size
	need, cut := w.Need[m+1], w.Cut[m+1]
	if cut == 0 {
		return
	}
	if x.moves+1 >= need { // z = 0 ends the game at once
		w.front(x, 0, e.game(0))
	} else {
		w.Short[m+1]++
	}
	for rest := x.quiet; rest != 0; rest &= rest - 1 {
		z := bits.TrailingZeros32(rest)
		g := e.game(z)
		switch {
		case g.moves >= cut: // the child of its back half
		case x.moves+1+g.moves >= need:
			w.front(x, z, g)
		default:
			w.Short[m+1]++
		}
	}
}

// front follows the child of which x is the front half and g the back half.
func (w *walk) front(x *node, z int, g *game) {
	m := x.size
	d := x.deck.Put(m, m).Exchange(m, 0)
	if z != 0 {
		d = d.Exchange(0, z)
	}
	w.fresh(&node{size: m + 1, moves: x.moves + 1 + g.moves, deck: d, end: g.end, quiet: x.quiet &^ g.shown})
}

// backs follows the children of which x is the back half. They share its end,
// which tells at once how long the games can be of which they are front halves.
func (w *walk) backs(x *node) {
	m := x.size
	if x.flat || x.moves < w.Cut[m+1] || w.disordered(x) {
		return
	}
	c := &w.climbs[m+1]
	if c.Next != nil {
		c.Next.Moves, c.Next.Quiet = x.moves+1, x.quiet
	}
	need := w.Need[m+1] - 1 - x.moves
	c.Climb(x.deck, m, need)
	if len(c.Found) == 0 {
		return
	}
	e := &w.after[m+1]
	e.set(x.end.Put(m, m), m+1)
	y := node{size: m + 1, end: e.end}
	for i := range c.Found {
		s := &c.Found[i]
		y.deck, y.moves, y.quiet = s.Deck, s.Moves(need)+1+x.moves, x.quiet&^s.Shown
		y.flat = s.Rises == 0
		if !w.count(&y) {
			continue
		}
		if left := w.Need[m+2] - 1 - y.moves; left <= 0 || y.quiet != 0 && left <= e.longest(x.quiet, w.Cut[m+2]) {
			w.append(&y)
			w.fronts(&y, e)
		}
		w.backs(&y)
	}
}

// disordered tells that no last child of back half x ends in order: they end as
// x does.
func (w *walk) disordered(x *node) bool {
	return w.order && x.size == w.n-1 && !x.end.Ordered(x.size)
}

// stats adds in what the climbs counted.
func (w *walk) stats() Stats {
	for m := range w.climbs {
		w.Visits[m] += w.climbs[m].Visits
		w.Stops[m] += w.climbs[m].Stops
		w.Nodes[m] += w.climbs[m].Idle
		w.climbs[m].Visits, w.climbs[m].Stops, w.climbs[m].Idle = 0, 0, 0
	}
	return w.Stats
}
