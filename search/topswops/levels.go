package topswops

import (
	"fmt"

	"dovetail/perm/topswops"
)

// levels say what a search by bundles follows to find every deck of n cards with at least T
// moves.
//
// Let a deck of m cards be cut where card m shows, into a front half of A moves, the move of
// m, and a back half of b moves. Its parent is the front half if A >= Cut[m], and the back
// half otherwise; a deck in which m never shows has a parent of its own length. If the deck
// has at least Need[m] moves, its parent has at least
//
//	min(Cut[m], Need[m] - Cut[m])
//
// moves. So the decks of at least Need[m] moves lose none if Cut[m] = Need[m-1] and Need[m]
// is at least twice that.
//
// The decks of base cards are the roots.
//
// A search for long games that may miss some also leaves out what is not promising: bundles whose
// bound is less than Bound[m]. Then Need[m-1] may be any part of Need[m]: where it is more than half,
// decks both of whose halves have fewer than Need[m-1] moves are missed too.
type levels struct {
	base  int
	Need  []int // by number of cards, from base to n
	Cut   []int // by number of cards, from base+1 to n
	Bound []int // by number of cards, from base to n-1; nil for none
}

// bound is that of bundles of m cards.
func (l levels) bound(m int) int {
	if l.Bound == nil {
		return 0
	}
	return l.Bound[m]
}

// newLevels are those of the thresholds from for the sizes below n, the last of them n-1.
func newLevels(n, t int, from []int) levels {
	l := levels{base: n - len(from), Need: make([]int, n+1), Cut: make([]int, n+1)}
	copy(l.Need[l.base:], from)
	l.Need[n] = t
	for m := l.base + 1; m <= n; m++ {
		l.Cut[m] = l.Need[m-1]
	}
	return l
}

// baseMax is the largest deck of a base, and stepsMax the number of cards that a deck may
// have beyond it.
const baseMax, stepsMax = 16, len(topswops.Bundle{}.Path)

// sizes are how few and how many sizes below n can have thresholds.
func sizes(n int) (least, most int) {
	most = min(n-1, stepsMax)
	return max(min(1, most), n-baseMax), most
}

// check refuses what loses decks, unless some may be missed, what nothing can have, and slacks that
// bundles cannot hold. f holds the longest lengths below n.
func (l levels) check(f []int) error {
	n := len(l.Need) - 1
	if len(f) != n {
		return fmt.Errorf("a search by bundles on %d cards needs the longest lengths for all fewer cards, not for %d",
			n, len(f)-1)
	}
	for m := l.base; m < n; m++ {
		e, next := l.Need[m], l.Need[m+1]
		switch {
		case e < 0 || l.Bound == nil && next < 2*e:
			return fmt.Errorf("thresholds of %d and %d moves at %d and %d cards lose decks: "+
				"each must be at most half of the next",
				e, next, m, m+1)
		case next < e:
			return fmt.Errorf("thresholds fall from %d moves at %d cards to %d at %d: with bounds each must be at most the next",
				e, m, next, m+1)
		case f[m]-e >= most:
			return fmt.Errorf("the threshold of %d moves at %d cards is too small: more than %d below the longest game",
				e, m, most-1)
		}
	}
	return nil
}

// attainable refuses least bounds at n - len(bounds), ..., n-1 cards that leave out nothing, whatever the
// thresholds, or everything: no bundle is bounded by more than the longest game.
func attainable(n int, bounds []int) error {
	known := longestKnown(n - 1)
	for i, bound := range bounds {
		m := n - len(bounds) + i
		if bound < 1 {
			return fmt.Errorf("the bound of %d moves at %d cards must be at least 1, which leaves nothing out", bound, m)
		}
		if longest := known[m-1].Length; bound > longest {
			return fmt.Errorf("the bound of %d moves at %d cards leaves everything out: the longest game known has %d",
				bound, m, longest)
		}
	}
	return nil
}

// The thresholds of a search by bundles are halves: that at n-1 cards is a part of the moves
// asked for, and each lower one half of the next, which is as much as loses no deck. More at
// n-1 cards makes fewer bundles, of which more have to be resolved; a smaller base takes less
// to list, and makes more bundles. From manyFrom and baseFrom cards on so much follows from a
// bundle that a larger part pays, and a larger base.
const (
	fewShare, manyShare = 37, 39 // percent
	manyFrom, baseFrom  = 17, 18
	smallSizes          = 4 // of thresholds below baseFrom cards, and one more from there on
)

// usual are thresholds that are good: the same whenever none are given.
func usual(n, t int) []int {
	share, sizes := fewShare, smallSizes
	if n >= manyFrom {
		share = manyShare
	}
	if n >= baseFrom {
		sizes++
	}
	from := make([]int, min(n-1, max(sizes, n-baseMax)))
	for i, e := len(from)-1, t*share/100; i >= 0; i, e = i-1, e/2 {
		from[i] = e
	}
	return from
}

// reach turns the lengths f(1), f(2), ... (f[0] is not used) of longest games
// into the bound of a climb: reach[r] is the least card k, counted from 0, with
// f(k+1) >= r, because r moves by cards of at most k+1 (counted from 1) are
// part of a game on k+1 cards. An r beyond its end cannot be reached.
func reach(f []int) []uint8 {
	var low []uint8
	for k := 1; k < len(f); k++ {
		for len(low) <= f[k] {
			low = append(low, uint8(k-1))
		}
	}
	return low
}
