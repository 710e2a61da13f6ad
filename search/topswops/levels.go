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
type levels struct {
	base int
	Need []int // by number of cards, from base to n
	Cut  []int // by number of cards, from base+1 to n
}

// newLevels are those of the thresholds from for the sizes below n, the last of them n-1.
func newLevels(n, t int, from []int) levels {
	l := levels{n - len(from), make([]int, n+1), make([]int, n+1)}
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

// check refuses what loses decks, and what the bounds of a bundle cannot hold. f holds the
// longest lengths below n.
func (l levels) check(f []int) error {
	n := len(l.Need) - 1
	if len(f) != n {
		return fmt.Errorf("a search by bundles on %d cards needs the longest lengths for all fewer cards, not for %d", n, len(f)-1)
	}
	for m := l.base; m < n; m++ {
		e, next := l.Need[m], l.Need[m+1]
		if e < 0 || next < 2*e {
			return fmt.Errorf("thresholds of %d and %d moves at %d and %d cards lose decks: each must be at most half of the next", e, next, m, m+1)
		}
		if f[m]-e >= most {
			return fmt.Errorf("the threshold of %d moves at %d cards is too small: more than %d below the longest game", e, m, most-1)
		}
	}
	return nil
}
