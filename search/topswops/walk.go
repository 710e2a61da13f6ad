package topswops

import (
	"context"
	"math/bits"

	"dovetail/perm/topswops"
)

// walk follows the tree of decks in which every deck has one parent with one
// card fewer. It has little in hand at a time: a path, and of every size some
// back halves from which it has yet to climb.
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
	thresholds
	n      int
	low    []uint8            // the bound of the climbs
	climbs []topswops.Climber // by size
	after  []ending           // by size
	leaf   func(node)         // takes the decks of n cards
	full   func(m int) bool   // reports whether what lies below decks of m cards is to be left; nil for never
	left   func(rest)         // takes what is left
	order  bool               // of the decks of n cards only those that end in order count
	Stats
}

// rest is what a walk has left: a deck with all that lies below it or, if homes
// is not empty, the climb from the back half that this deck leads to, as far as
// it is below the moves of these cards.
type rest struct {
	size  int
	deck  topswops.Deck
	homes uint32
}

// node is a deck of size cards with its game.
type node struct {
	size, moves int
	deck, end   topswops.Deck
	quiet       uint32 // supporting cards, counted from 0; card 0 aside
	flat        bool   // no climb from it goes far enough
}

// newWalk prepares for decks of n cards. low is the bound of the climbs.
func newWalk(n int, h thresholds, low []uint8) *walk {
	w := &walk{
		n:      n,
		low:    low,
		climbs: make([]topswops.Climber, n+1),
		after:  make([]ending, n+1),
		Stats:  newStats(n),
	}
	for m := range w.climbs {
		w.climbs[m].Card = m - 1
	}
	w.follow(h)
	return w
}

// follow sets thresholds, which may change while the walk goes on.
func (w *walk) follow(h thresholds) {
	w.thresholds = h
	for m := 2; m <= w.n; m++ {
		c := &w.climbs[m]
		c.Need, c.Floor, c.Rise = h.Need[m], h.floor(m, w.low), []uint8{0}
		if m < w.n {
			c.Rise = h.rise(m, w.low)
			c.Attend = h.Need[m+1] - 1
			c.Next = &w.climbs[m+1]
		}
		if w.order && m == w.n-1 {
			c.Attend = 0
		}
	}
}

// inOrder restricts the decks of n cards to those that end in order. They end
// as their back halves do, which are therefore all looked at.
func (w *walk) inOrder() {
	w.order = true
	w.follow(w.thresholds)
}

// from follows a deck and all that has it for an ancestor.
func (w *walk) from(x *node) {
	w.fresh(x)
	w.finish()
}

// goOn follows what a walk has left.
func (w *walk) goOn(r rest) {
	x := rooted(r.deck, r.size)
	if r.homes == 0 {
		w.from(&x)
		return
	}
	w.climbs[r.size].GoOn(&x.deck, &x.end, x.moves, x.quiet&^(1<<(r.size-1)), r.homes)
	w.finish()
}

// until sets what tells the walk to leave the rest, once ctx has ended at all.
// A walk with nothing on hand is given up in less than a tenth of a second.
func (w *walk) until(ctx context.Context, full func(m int) bool) {
	looks, over := 0, false
	w.full = func(m int) bool {
		if looks++; looks%64 == 0 {
			over = over || ctx.Err() != nil
		}
		return over || full(m)
	}
}

func (w *walk) finish() {
	for m := range w.climbs {
		w.climb(m, 1)
	}
}

// root is the deck of one card.
func root() node { return rooted(topswops.Pack([]int{0}), 1) }

// rooted is the node of a deck, found by playing it.
func rooted(deck topswops.Deck, size int) node {
	g := deck.Play()
	return node{size: size, moves: int(g.Moves), deck: deck, end: g.End, quiet: (1<<size - 2) &^ g.Shown}
}

// count takes note of a deck, and reports whether it has children to follow.
func (w *walk) count(x *node) bool {
	if w.full != nil && w.full(x.size) {
		w.left(rest{size: x.size, deck: x.deck})
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
	if !w.count(x) {
		return
	}
	if x.quiet != 0 || x.moves+1 >= w.Need[x.size+1] {
		e := &w.after[x.size]
		e.set(x.end, x.size)
		w.append(x)
		w.fronts(x, e)
	}
	w.back(x)
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
		x.deck.PutIn(&y.deck, m, v, v)
		x.end.PutIn(&y.end, m, v, v)
		w.fresh(&y)
	}
}

// followed is the number of decks followed since stats were last asked.
func (w *walk) followed() uint64 {
	sum := sumOf(w.Nodes)
	for m := range w.climbs {
		sum += w.climbs[m].Passed
	}
	return sum
}

// stats is what has been counted since it was last asked.
func (w *walk) stats() Stats {
	s := w.Stats
	w.Stats = newStats(w.n)
	for m := range w.climbs {
		c := &w.climbs[m]
		s.Visits[m] += c.Visits
		s.Stops[m] += c.Stops
		s.Nodes[m] += c.Passed
		c.Visits, c.Stops, c.Passed = 0, 0, 0
	}
	return s
}
