package topswops

import (
	"math/bits"
	"unsafe"
)

// Climber goes backwards from decks of fewer cards, and finds the decks of Card
// + 1 cards of which they are the back halves.
//
// Its roots are decks of the cards 0..Card-1. Each has card Card appended, at
// home, and its move undone; then moves of smaller cards are undone, in all
// ways. A card at home moves back to the top: it was there before its move,
// which reversed the cards down to its place. Moves are counted from a deck to
// the end of its game. All decks with at least Need moves are found.
//
// Floor and Rise are bounds, by moves; values above MaxCards-1 forbid. A deck on
// the way with fewer than Need moves has a card at home of at least Floor[its
// moves], or it is given up. A found deck rises, that is, is worth a climb
// itself, if moving card Card+1 back, from next to it, brings a card home of at
// least Rise[its moves], or if that is 0. Moves beyond the last of Rise count as
// the last.
//
// A found deck with supporting cards left, or with Attend moves or more, is in
// Found. One without is of use only if it rises: then it becomes a root of Next.
type Climber struct {
	Card   int
	Need   int
	Attend int
	Floor  []uint8 // by moves, to Need, where it is 0
	Rise   []uint8
	Next   *Climber // nil if all decks are in Found

	Visits uint64 // decks looked at
	Stops  uint64 // those given up, because of Floor or for want of a card at home
	Passed uint64 // decks found that are not in Found

	// Found has what was found since Climb was last called. All decks of a root
	// in one list are next to each other.
	Found [][]Start

	roots  []root // yet to be climbed from
	taken  []root // those climbed from now
	begun  int    // how many of them
	stack  []branch
	kernel kernel
}

// much is the number of decks, of each kind, that a climb finds before it lets
// them be dealt with.
const much = 256

// Start is a deck found by climbing.
type Start struct {
	Deck  Deck
	Moves int32
	Quiet uint32 // supporting cards, of those that the root had
	Rises uint32 // 0 if it does not
	from  uint32 // where its root lies in taken, in bytes
}

// root is a back half as the climbs see it.
type root struct {
	branch
	end Deck
}

// branch is a deck from which a climb has yet to go on.
type branch struct {
	deck  Deck
	homes uint32 // cards at home whose moves are yet to be undone
	moves int32
	quiet uint32
	_     uint32
}

// Add adds a root: a deck, what its game ends with, its length, and the
// supporting cards.
func (c *Climber) Add(deck, end *Deck, moves int, quiet uint32) {
	c.GoOn(deck, end, moves, quiet, 1<<c.Card)
}

// GoOn adds a deck on the way, with card Card, as Leave gave it up: the moves of
// the cards in homes are yet to be undone.
func (c *Climber) GoOn(deck, end *Deck, moves int, quiet, homes uint32) {
	c.roots = append(c.roots, root{
		branch{deck: *deck, homes: homes, moves: int32(moves), quiet: quiet},
		*end,
	})
}

// Leave gives up the climbs, and calls f with every deck on the way from which
// to go on, with card Card.
func (c *Climber) Leave(f func(deck Deck, homes uint32)) {
	roots := append(c.rest(), c.roots...)
	for i := range roots {
		f(c.raised(&roots[i]), roots[i].homes)
	}
	for _, stack := range c.stacks() {
		for i := range stack {
			f(stack[i].deck, stack[i].homes)
		}
	}
	c.roots = c.roots[:0]
	c.Take(0)
}

// raised is the deck of a root with the new card.
func (c *Climber) raised(r *root) Deck {
	if r.homes == 1<<c.Card {
		return r.deck.Put(c.Card, c.Card)
	}
	return r.deck
}

// Roots is the number of roots that are yet to be climbed from; none if c is nil.
func (c *Climber) Roots() int {
	if c == nil {
		return 0
	}
	return len(c.roots)
}

// Take takes up to k of the roots, to climb from.
func (c *Climber) Take(k int) {
	rest := max(0, len(c.roots)-k)
	c.taken = append(c.taken[:0], c.roots[rest:]...)
	c.roots = c.roots[:rest]
	c.begin()
}

// Climb goes on with the climbs from the roots taken, fills Found anew, and
// reports whether there may be more to find. It pauses when there is much.
func (c *Climber) Climb() (more bool) {
	for i := range c.Found {
		c.Found[i] = c.Found[i][:0]
	}
	return c.climb()
}

// SameRoot reports whether two found decks have the same root.
func (s *Start) SameRoot(t *Start) bool { return s.from == t.from }

// Root is what a found deck has in common with the others of its root: what
// their games end with, and the supporting cards of the root.
func (c *Climber) Root(s *Start) (end Deck, quiet uint32) {
	r := &c.taken[s.from/rootSize]
	return r.end.Put(c.Card, c.Card), r.quiet
}

const rootSize = uint32(unsafe.Sizeof(root{}))

// beginGo and climbGo are the climb without vector instructions.
func (c *Climber) beginGo() {
	c.begun, c.stack = 0, c.stack[:0]
	if c.Found == nil {
		c.Found = make([][]Start, 1)
	}
}

func (c *Climber) climbGo() (more bool) {
	before := c.Next.Roots()
	for len(c.Found[0]) < much && c.Next.Roots() < before+much {
		if len(c.stack) == 0 {
			if c.begun == len(c.taken) {
				return false
			}
			b := c.taken[c.begun].branch
			b.deck = c.raised(&c.taken[c.begun])
			c.stack = append(c.stack, b)
			c.begun++
		}
		c.undo()
	}
	return true
}

// undo looks at the deck before the move of the least card at home of the last
// branch. What comes home is known before a move is undone.
func (c *Climber) undo() {
	c.Visits++
	b := &c.stack[len(c.stack)-1]
	v := bits.TrailingZeros32(b.homes)
	b.homes &= b.homes - 1
	up := branch{
		deck:  b.deck.Flip(v + 1),
		homes: (b.deck.homesAfter(v) | b.homes) &^ 1,
		moves: b.moves + 1,
		quiet: b.quiet &^ (1 << v),
	}
	if b.homes == 0 {
		c.stack = c.stack[:len(c.stack)-1]
	}
	switch {
	case int(up.moves) >= c.Need:
		c.find(&up)
		if up.homes != 0 {
			c.stack = append(c.stack, up)
		}
	case up.homes>>c.Floor[up.moves] != 0:
		c.stack = append(c.stack, up)
	default:
		c.Stops++
	}
}

// find keeps a deck found, if it is of use.
func (c *Climber) find(b *branch) {
	from := c.begun - 1
	rise := c.Rise[min(int(b.moves), len(c.Rise)-1)]
	rises := (b.deck.homesAfter(c.Card+1)|1)>>rise != 0
	if b.quiet != 0 || int(b.moves) >= c.Attend {
		s := Start{Deck: b.deck, Moves: b.moves, Quiet: b.quiet, from: uint32(from) * rootSize}
		if rises {
			s.Rises = 1
		}
		c.Found[0] = append(c.Found[0], s)
		return
	}
	c.Passed++
	if rises {
		end := c.taken[from].end.Put(c.Card, c.Card)
		c.Next.Add(&b.deck, &end, int(b.moves), 0)
	}
}
