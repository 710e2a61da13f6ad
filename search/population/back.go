package population

import (
	"math/bits"

	"dovetail/perm/topswops"
)

// wayBack is a search for a long game that ends as a given deck, with one card that does not move. It goes from size
// to size, as a beam does, but all its decks end alike: m of their cards may have moved, and the others are at home.
// The children of a deck are itself, and those from which the next card, which moves last, leads to it. So many decks
// are kept of a size: those that have the longest game with a card more, as far as a short climb tells. It is made
// from the longer ones and from a sample of the others, as long decks alone are not those from which one can go
// back far.
type wayBack struct {
	width int         // decks of each size whose children are looked at
	still int         // the card that does not move, from 0; 0 for none
	over  func() bool // reports whether to give up

	cards   uint32 // those that may move
	looks   int    // that a climb may take yet
	reached int    // the most moves of a climb
	path    [deepest]topswops.Deck
}

// What a way back may take.
const (
	firstLooks = 200_000 // for the decks of the size at which it begins
	childLooks = 20_000  // for the children of a deck
	rankLooks  = 2_000   // for the climb by which it is ranked
	weighed    = 40      // climbs for each deck that is kept
	childRoom  = 100     // children for each deck that is kept, but that many looks at least
)

// ancestor is a deck on the way, and the longest game with a card more that is known to come to it.
type ancestor struct {
	found
	promise int
}

// longest is the longest game found that ends as a deck of n cards, which are at home but for the first few.
func (w *wayBack) longest(end topswops.Deck, few, n int) (best found) {
	var decks []ancestor
	each := func(d *topswops.Deck, moves int) { decks = append(decks, ancestor{found{*d, moves}, 0}) }
	w.climb(&end, few, 0, firstLooks, each)
	for m := few; m < n && !w.over(); m++ {
		parents := w.promising(decks, m)
		decks = nil
		for i := range parents {
			p := &parents[i]
			each(&p.deck, p.moves)
			if room := max(childRoom*w.width, firstLooks) - len(decks); room > 0 && m != w.still {
				w.last(&p.deck, m, p.moves, min(childLooks, room), each)
			}
		}
	}
	for _, d := range decks {
		if d.moves >= best.moves {
			best = d.found
		}
	}
	return best
}

// last undoes the move of the largest card m, and climbs.
func (w *wayBack) last(d *topswops.Deck, m, moves, looks int, each func(*topswops.Deck, int)) {
	var before topswops.Deck
	d.Undo(&before, m)
	w.climb(&before, m, moves+1, looks, each)
}

// climb goes back from a deck by the moves of cards below m, and tells of each deck.
func (w *wayBack) climb(d *topswops.Deck, m, moves, looks int, each func(*topswops.Deck, int)) {
	w.cards, w.looks, w.reached = (1<<m-2)&^(1<<w.still), looks, moves
	w.path[0] = *d
	w.from(0, d.Homes(), moves, each)
}

func (w *wayBack) from(up int, homes uint32, moves int, each func(*topswops.Deck, int)) {
	w.looks--
	w.reached = max(w.reached, moves)
	if each != nil {
		each(&w.path[up], moves)
	}
	for homes &= w.cards; homes != 0 && w.looks > 0; {
		v := bits.Len32(homes) - 1
		homes &^= 1 << v
		w.from(up+1, w.path[up].Undo(&w.path[up+1], v), moves+1, each)
	}
}

// promising are the decks that are kept of those in which m cards may have moved.
func (w *wayBack) promising(decks []ancestor, m int) []ancestor {
	decks = descending(decks, func(a *ancestor) int { return a.moves })
	if half := weighed * w.width / 2; len(decks) > 2*half {
		rest := decks[half:]
		for i := range half {
			decks[half+i] = rest[i*len(rest)/half]
		}
		decks = decks[:2*half]
	}
	for i := range decks {
		a := &decks[i]
		if a.promise = a.moves; m != w.still {
			w.last(&a.deck, m, a.moves, rankLooks, nil)
			a.promise = w.reached
		}
		if i%glance == 0 && w.over() {
			break
		}
	}
	decks = descending(decks, func(a *ancestor) int { return a.promise })
	return decks[:min(len(decks), w.width)]
}

// descending sorts decks by a number below deepest, the greatest first, equal ones as they come.
func descending(decks []ancestor, key func(*ancestor) int) []ancestor {
	var begins [deepest + 1]int
	for i := range decks {
		begins[deepest-1-key(&decks[i])+1]++
	}
	for k := range deepest {
		begins[k+1] += begins[k]
	}
	sorted := make([]ancestor, len(decks))
	for i := range decks {
		k := deepest - 1 - key(&decks[i])
		sorted[begins[k]] = decks[i]
		begins[k]++
	}
	return sorted
}
