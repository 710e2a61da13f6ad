package population

import (
	"math/bits"

	"dovetail/perm/topswops"
)

// layers go back from decks card by card, and keep very many decks of each size: those with the longest games, ranked
// by nothing else. Each deck is visited once, where a beam ranks it by the longest way back from it, which takes as long
// as some fifty decks of a layer. So many more decks are better where all that count are of one
// family, as those that end alike are: the ancestors of the longest ones have long games too, if not the longest.
//
// With card m at home in all decks of a layer, the next has these decks, and those that a climb leads to from them
// after the move of m is undone. So it serves for ways back to a deck of all cards, of which more and more may move,
// and for decks to which card after card is appended.
type layers struct {
	width int         // decks of a layer, at most
	still int         // a card that does not move, from 0; 0 for none
	over  func() bool // reports whether to give up

	now, next layer
	spare     [][]topswops.Deck // blocks that are free

	cards uint32 // that a climb may move
	looks int    // that it may take yet
	calls int    // of over, if it were called each time
	stop  bool
	path  [deepest]topswops.Deck
}

// layer has decks by the number of their moves, as far as there are least. They lie in blocks, all full but the last of
// each number, so that a deck more copies no others, and what one layer leaves the next one takes.
type layer struct {
	decks [deepest][][]topswops.Deck
	held  int
	least int
}

// block is the number of decks of a block.
const block = 1 << 10

// climbLooks is what a climb may take.
const climbLooks = 1 << 22

// back goes back to all decks, as far as it finds them, that end as a deck of n cards, which are at home except for
// the first few.
func (l *layers) back(end *topswops.Deck, few, n int) {
	l.climb(end, few, 0)
	for l.turn(); few < n; few++ {
		l.grow(few)
	}
}

// grow goes to the next layer: card m may move too, which is at home in all decks.
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

// append goes to the next layer, of m+1 cards: the new one is behind the others.
func (l *layers) append(m int) {
	l.each(0, func(d *topswops.Deck) { *d = d.Put(m, m) })
	l.grow(m)
}

// each changes every deck, to one that has some moves more.
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

// longest has the most moves of the decks of a layer, of equal ones that which was found first.
func (l *layers) longest() (longest found) {
	for moves, all := range l.now.decks {
		if len(all) > 0 {
			longest = found{all[0][0], moves}
		}
	}
	return longest
}

// turn makes the layer that was at work the one at hand.
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
	most := moves + reach(bits.Len32(homes)) // of a deck from here on: of the cards that move next the largest is at home
	for l.looks--; homes != 0 && l.looks > 0 && !l.stop && most >= l.next.least; {
		v := bits.Len32(homes) - 1
		homes &^= 1 << v
		l.from(up+1, d.Undo(&l.path[up+1], v), moves+1)
	}
}

// reach is more than any game known of h cards has.
func reach(h int) int { return 3 * h * h / 4 }

// keep takes a deck into the next layer, if its game is long enough.
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

// trim leaves the decks of the next layer with the longest games, at most a given number, of equal ones all or none; but the
// longest of all.
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

// leave leaves the decks of fewer moves, and adds their blocks to those that are free.
func (y *layer) leave(moves int, spare *[][]topswops.Deck) {
	for m := range y.decks[:moves] {
		for _, b := range y.decks[m] {
			*spare = append(*spare, b[:0])
		}
		y.decks[m] = nil
	}
}
