package topswops

import (
	"math/bits"
	"slices"
)

// Patterns counts decks of up to [WordCards] cards by the moves of their games, going back from the end in all ways.
//
// Only the places of card 0 and of the cards that have moved need be known. Any other card may lie
// at any other position; when it is moved, going back, it lay at home. So a pattern with k such
// cards stands for k! decks. There are (n-1)!/k! patterns with k, some e (n-1)! in all, for n!
// decks.
//
// As in [Depths], there is no branch that depends on a pattern. Waiting patterns lie in stacks by
// their moves. As soon as there are many with the same number of moves these continue together, so
// that the number of decks is added only once for all.
type Patterns struct {
	Cards int
	Over  func() bool // called now and then: reports whether to give up

	decks [row]uint64 // by moves
	taken uint64      // patterns that have continued
	stop  bool
	form  patternForm
}

// Pattern is the known part of a deck. Card 0 is written as the largest card: that moves once at
// most, and only then is the last position reached. So it can be moved as long as it is free, and
// is never found at home.
type Pattern struct {
	deck  Word // 0 where nothing is known
	homes Word // marks the cards whose moves can be undone
	free  Word // marks the unknown cards
}

// patternForm has waiting patterns.
type patternForm interface {
	begin(p Pattern)                          // adds one without moves
	wait(moves int) int                       // the number of waiting patterns with this number of moves
	visit(moves int) (some int, decks uint64) // goes back from some of these, to a number of decks one move before
	drop()                                    // drops all waiting patterns
}

// End is the pattern of all decks with card 0 on top.
func (c *Patterns) End() Pattern {
	below := (nibbleOnes - 1) & (^Word(0) >> (bitsOfNibble * (WordCards - c.Cards)))
	return Pattern{Word(c.Cards - 1), below, below}
}

// Homes are the cards whose moves can be undone, from a pattern: those at home, and the free ones
// if nothing is known of their home.
func (p Pattern) Homes() (cards []int) {
	for homes := p.homes; homes != 0; homes &= homes - 1 {
		cards = append(cards, bits.TrailingZeros64(uint64(homes))/bitsOfNibble)
	}
	return cards
}

// Undo is the pattern before the move of one of these.
func (c *Patterns) Undo(p Pattern, card int) Pattern {
	d, free := p.deck.Flip(card+1)|Word(card), p.free&^(1<<(bitsOfNibble*card))
	return Pattern{d, homes(d, free, c.inner()), free}
}

// inner marks all cards but 0 and the largest.
func (c *Patterns) inner() Word {
	return (nibbleOnes - 1) & (1<<(bitsOfNibble*(c.Cards-1)) - 1)
}

// homes marks the cards whose moves can be undone.
func homes(d, free, inner Word) Word {
	return ((d ^ wordAtHome).zeros() | d.zeros()&free) & (free | inner)
}

// Decks is the number of decks that have a pattern.
func (p Pattern) Decks() uint64 { return orders[bits.OnesCount64(uint64(p.free))] }

// orders is the number of orders of a number of cards.
var orders = func() (f [WordCards]uint64) {
	f[0] = 1
	for k := 1; k < len(f); k++ {
		f[k] = f[k-1] * uint64(k)
	}
	return f
}()

// Count counts the decks whose games come to a pattern, by the number of moves before it: 0 for
// those that have the pattern themselves, and so on up to the longest. If it gives up it reports
// false.
func (c *Patterns) Count(p Pattern) (decks []uint64, ok bool) {
	if c.form == nil {
		c.form = c.newForm()
	}
	c.stop, c.decks = false, [row]uint64{p.Decks()}
	if p.homes != 0 {
		c.form.begin(p)
	}
	for moves := 0; c.decks[moves] > 0; moves++ {
		c.settle(moves, 1)
		decks = append(decks, c.decks[moves])
	}
	if c.stop {
		c.form.drop()
	}
	return decks, !c.stop
}

// settle continues with the patterns of some moves until fewer than some are waiting.
func (c *Patterns) settle(moves, some int) {
	for !c.stop && c.form.wait(moves) >= some {
		taken, decks := c.form.visit(moves)
		c.decks[moves+1] += decks
		before := c.taken / glance
		if c.taken += uint64(taken); c.taken/glance != before {
			c.stop = c.Over()
		}
		c.settle(moves+1, batched)
	}
}

// batched is the number of patterns taken off a stack at a time.
const batched = 128

// stacks are waiting patterns, by their moves.
type stacks[P any] struct{ waiting [row][]P }

func (s *stacks[P]) wait(moves int) int { return len(s.waiting[moves]) }

func (s *stacks[P]) drop() {
	for i := range s.waiting {
		s.waiting[i] = s.waiting[i][:0]
	}
}

// take takes some off the stack of some moves, with room for one more behind them, and returns the next stack, with room
// for all that can come of them and for one more, which may be written without staying.
func (s *stacks[P]) take(moves int) (taken, next []P) {
	w := slices.Grow(s.waiting[moves], 1)
	rest := max(0, len(w)-batched)
	s.waiting[moves] = w[:rest]
	return w[rest:], slices.Grow(s.waiting[moves+1], (len(w)-rest)*(WordCards-1)+1)
}

// wordPatterns are patterns in plain Go.
type wordPatterns struct {
	stacks[Pattern]
	inner Word
}

func (s *wordPatterns) begin(p Pattern) { s.waiting[0] = append(s.waiting[0], p) }

func (s *wordPatterns) visit(moves int) (some int, decks uint64) {
	taken, out := s.take(moves)
	some = len(taken)
	taken = taken[:some+1]
	taken[some].homes = 0
	next, i, inner := len(out), uint(0), s.inner
	out = out[:cap(out)]
	for all := taken[0].homes; all != 0; {
		p := &taken[i]
		rest := all & (all - 1)
		mark := all ^ rest
		card := uint(bits.TrailingZeros64(uint64(all))) // times the bits of a nibble
		d := p.deck.reversed()>>(^card&60) | Word(card/bitsOfNibble) | p.deck&-(mark<<bitsOfNibble)
		q := Pattern{d, 0, p.free &^ mark}
		q.homes = homes(d, q.free, inner)
		decks += orders[bits.OnesCount64(uint64(q.free))%WordCards]
		out[next] = q
		next += int(-q.homes >> 63) // if it has cards at home

		done := (rest - 1) >> 63
		i += uint(done)
		all = rest | taken[i].homes&-done
	}
	s.waiting[moves+1] = out[:next]
	return some, decks
}
