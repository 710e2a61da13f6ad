package population

import (
	"math/bits"

	"dovetail/perm/topswops"
)

// layers go back from decks card by card, and keep very many decks of each size: those with the
// longest games. A beam ranks a deck by the longest way back from it, which takes as long as some
// fifty decks of a layer. A layer ranks by the game alone, and visits each deck once. The many more
// decks are an advantage where all decks of interest are of one family, such as those with the same
// end: the ancestors of the longest ones have long games too, if not the longest.
//
// With card m at home in all decks of a layer, the next layer has these decks, and those that a
// climb leads to from them after undoing the move of m. This serves two purposes: ways back to a
// deck of all cards, where more and more cards may move, and decks to which card after card is
// appended.
type layers struct {
	width int         // most decks of a layer
	still int         // a card that does not move, from 0; 0 for none
	over  func() bool // reports whether to give up

	now, next layer
	spare     [][]topswops.Deck // blocks that are free

	cards uint32 // cards that a climb may move
	looks int    // remaining visits
	calls int    // visits since over was called, by a count
	stop  bool
	path  [deepest]topswops.Deck
}

// layer has decks by the number of their moves, from least on. They lie in blocks, all full except
// the last of each number. So a further deck copies no others, and the next layer reuses the blocks
// of the last.
type layer struct {
	decks [deepest][][]topswops.Deck
	held  int
	least int
}

// block is the number of decks of a block.
const block = 1 << 10

// climbLooks is the most visits of a climb.
const climbLooks = 1 << 22

// back goes back to all decks that it finds with the same end as a deck of n cards, whose cards are
// at home except for the first few.
func (l *layers) back(end *topswops.Deck, few, n int) {
	l.climb(end, few, 0)
	for l.turn(); few < n; few++ {
		l.grow(few)
	}
}

// grow makes the next layer, in which card m may move too. It is at home in all decks.
func (l *layers) grow(m int) {
	for moves := deepest - 1; moves >= 0; moves-- {
		for _, some := range l.now.decks[moves] {
			for i := range some {
				d := &some[i]
				if l.keep(d, moves); m != l.still && !l.stop {
					var before topswops.Deck
					d.Undo(&before, m)
					l.climb(&before, m, moves+1)
				}
			}
			l.spare = append(l.spare, some[:0])
		}
		l.now.decks[moves] = nil
	}
	l.turn()
}

// append makes the next layer, of m+1 cards. The new card is at the end.
func (l *layers) append(m int) {
	l.each(0, func(d *topswops.Deck) { *d = d.Put(m, m) })
	l.grow(m)
}

// each replaces every deck by one that has some moves more.
func (l *layers) each(more int, f func(*topswops.Deck)) {
	for moves := deepest - 1; moves >= 0; moves-- {
		all := l.now.decks[moves]
		for _, some := range all {
			for i := range some {
				f(&some[i])
			}
		}
		if l.now.decks[moves] = nil; len(all) > 0 {
			l.now.decks[moves+more] = all
		}
	}
}

// longest has the most moves of the decks of a layer. Of equally long ones it is the one found
// first.
func (l *layers) longest() (longest found) {
	for moves, all := range l.now.decks {
		if len(all) > 0 {
			longest = found{all[0][0], moves}
		}
	}
	return longest
}

// turn makes the next layer the present one.
func (l *layers) turn() {
	l.trim()
	l.now.leave(deepest, &l.spare)
	l.now, l.next = l.next, layer{}
}

// climb goes back from a deck by moves of cards below m.
func (l *layers) climb(d *topswops.Deck, m, moves int) {
	l.cards, l.looks = (1<<m-2)&^(1<<l.still), climbLooks
	l.path[0] = *d
	l.from(0, d.Homes(), moves)
}

func (l *layers) from(up int, homes uint32, moves int) {
	d := &l.path[up]
	l.keep(d, moves)
	homes &= l.cards
	most := moves + reach(bits.Len32(homes)) // of a deck from here on: the largest of the cards that move is at home
	for l.looks--; homes != 0 && l.looks > 0 && !l.stop && most >= l.next.least; {
		v := bits.Len32(homes) - 1
		homes &^= 1 << v
		l.from(up+1, d.Undo(&l.path[up+1], v), moves+1)
	}
}

// reach is above the length of any known game of h cards.
func reach(h int) int { return 3 * h * h / 4 }

// keep adds a deck to the next layer, if its game is long enough.
func (l *layers) keep(d *topswops.Deck, moves int) {
	if l.calls++; l.calls%glance == 1 {
		l.stop = l.stop || l.over()
	}
	if to := &l.next; moves >= to.least {
		all := to.decks[moves]
		if len(all) == 0 || len(all[len(all)-1]) == block {
			all = append(all, l.empty())
			to.decks[moves] = all
		}
		last := &all[len(all)-1]
		*last = append(*last, *d)
		if to.held++; to.held > l.width+l.width/4 {
			l.trim()
		}
	}
}

// empty is a block without decks.
func (l *layers) empty() (b []topswops.Deck) {
	last := len(l.spare) - 1
	if last < 0 {
		return make([]topswops.Deck, 0, block)
	}
	b, l.spare = l.spare[last], l.spare[:last]
	return b
}

// trim keeps the decks of the next layer with the longest games, at most a given number. Of equally
// long ones it keeps all or none, but always all of the longest.
func (l *layers) trim() {
	to, kept, moves := &l.next, 0, deepest
	for moves > to.least {
		some := 0
		for _, b := range to.decks[moves-1] {
			some += len(b)
		}
		if kept > 0 && kept+some > l.width {
			break
		}
		moves, kept = moves-1, kept+some
	}
	to.leave(moves, &l.spare)
	to.held, to.least = kept, moves
}

// leave removes the decks of fewer moves, and frees their blocks.
func (y *layer) leave(moves int, spare *[][]topswops.Deck) {
	for m := range y.decks[:moves] {
		for _, b := range y.decks[m] {
			*spare = append(*spare, b[:0])
		}
		y.decks[m] = nil
	}
}
