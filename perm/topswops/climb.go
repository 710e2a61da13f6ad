package topswops

import (
	"math"
	"math/bits"
)

// Climber goes backwards from decks. It is the memory and the bound of
// [Climber.Climb].
//
// Going backwards from a deck, some card k at home moves back: it was on top
// before its move, which reversed k+1 positions. Low[r] is a card such that r
// moves or more need some card >= Low[r] at home now; an r beyond its end is
// out of reach. Low[r] = 0 bounds nothing.
type Climber struct {
	Low    []uint8
	Found  []Start
	Visits uint64 // decks looked at
	Stops  uint64 // those of them from which Low, or the want of a card at home, forbade to climb far enough

	// Next, unless it is nil, spares the caller decks that have no future.
	Next *Next
	Idle uint64 // decks found and spared

	stack  []branch
	kernel kernel
}

// Next is what a found deck must have to be a parent itself, of decks with one
// card more: a supporting card left, or Cut moves and a card at home that lets
// the next climb reach Need moves.
type Next struct {
	Need, Cut int
	Moves     int    // of the found deck, from where the climb began
	Quiet     uint32 // supporting cards of the deck where it began
}

// Start is a deck found by climbing.
type Start struct {
	Deck  Deck
	Rises uint32 // 0 if the deck is no back half from which a climb could go on
	left  int32  // moves wanted still: none, or less
	Shown uint32 // the cards of the moves, and the largest of all
	_     uint32
}

// branch is a deck from which a climb has yet to go on.
type branch struct {
	deck  Deck
	homes uint32 // cards at home
	left  int32  // moves wanted still
	shown uint32
	_     uint32
}

// Climb takes a deck of m cards as a back half. It appends card m at home and
// undoes its move, and puts into c.Found every deck that leads there by need
// moves or more of smaller cards.
//
// What undoing a move brings home is known before it is done, so that decks
// which the bound refuses are never made.
func (c *Climber) Climb(d Deck, m, need int) {
	c.Found = c.Found[:0]
	c.climb(d, m, need)
}

// Moves is the number of moves from a found deck down to where the climb began,
// which wanted need.
func (s *Start) Moves(need int) int { return need - int(s.left) }

// climb holds what is the same for all steps of one climb.
type climb struct {
	*Climber
	inside     uint32 // the cards that may move
	quiet      uint32
	next       int // the card that is new after this climb
	nextInside uint32
	cutLeft    int // a found deck with more left has not Cut moves
	spare      int // what is left of the next climb, less what is left of this one
}

func (c *Climber) begin(m, need int) climb {
	k := climb{Climber: c, inside: 1<<m - 2, quiet: ^uint32(0), spare: math.MaxInt32, cutLeft: math.MinInt32}
	if x := c.Next; x != nil {
		k.quiet = x.Quiet
		k.next = m + 1
		k.nextInside = 1<<(m+1) - 2
		k.cutLeft = need + x.Moves - x.Cut
		k.spare = x.Need - 1 - x.Moves - need
	}
	return k
}

// climbGo is the climb without vector instructions.
func (c *Climber) climbGo(d Deck, m, need int) {
	k := c.begin(m, need)
	c.stack = c.stack[:0]
	k.undo(&branch{deck: d.Put(m, m), left: int32(need) + 1}, m)
	for len(c.stack) > 0 {
		b := c.stack[len(c.stack)-1]
		c.stack = c.stack[:len(c.stack)-1]
		for homes := b.homes; homes != 0; homes &= homes - 1 {
			k.undo(&b, bits.TrailingZeros32(homes))
		}
	}
}

// undo looks at the deck before the move of card v.
func (k *climb) undo(b *branch, v int) {
	k.Visits++
	left := b.left - 1
	homes := (b.deck.homesAfter(v) | b.homes&(^uint32(1)<<v)) & k.inside
	if left > 0 && !k.reaches(homes, int(left)) {
		k.Stops++
		return
	}
	up := branch{deck: b.deck.Flip(v + 1), homes: homes, left: left, shown: b.shown | 1<<v}
	if left <= 0 {
		k.find(&up)
	}
	if homes != 0 {
		k.stack = append(k.stack, up)
	}
}

// reaches tells whether the bound lets a deck with these cards at home climb
// that far.
func (k *climb) reaches(homes uint32, left int) bool {
	return left < len(k.Low) && homes>>k.Low[left] != 0
}

// find keeps a deck found, if it has a future.
func (k *climb) find(b *branch) {
	s := Start{Deck: b.deck, left: b.left, Shown: b.shown}
	left := k.spare + int(b.left)
	if left <= 0 || int(b.left) <= k.cutLeft && k.reaches(b.deck.homesAfter(k.next)&k.nextInside, left) {
		s.Rises = 1
	}
	if s.Rises == 0 && k.quiet&^b.shown == 0 {
		k.Idle++
		return
	}
	k.Found = append(k.Found, s)
}
