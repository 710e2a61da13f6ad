// Package bundles finds the decks with long games by following bundles of decks from a base of few
// cards on. docs/topswops.md has the proofs.
//
// A bundle is a set of decks of some number m of cards, of at least [Levels].Need[m] moves, whose
// games end alike. Only bounds of it are known: no deck of it is visited. Its first slack bounds
// their lengths. The slack of card z bounds the lengths of those in which z is supporting. A slack
// is the greatest length less Need[m], plus one, and 0 if there is no such deck.
//
// [Base] lists the ends of games on few cards. [Growth] follows the bundles that come from these to
// n cards. [Resolver] finds the decks in a bundle of n cards. [Search] does all three.
package bundles

import (
	"fmt"

	"dovetail/perm/topswops"
)

// Levels say which bundles a search follows to find every deck of n cards with at least T moves.
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
// The decks of Base cards are the roots.
//
// A search for long games that may miss some also leaves out bundles that are not promising: those
// whose bound is less than Bound[m]. Then Need[m-1] may be any part of Need[m]. If it is more than
// half, decks whose halves both have fewer than Need[m-1] moves are missed too.
type Levels struct {
	Base  int
	Need  []int // by number of cards, from Base to n
	Cut   []int // by number of cards, from Base+1 to n
	Bound []int // by number of cards, from Base to n-1; nil for none
}

// bound is the least bound of bundles of m cards.
func (l Levels) bound(m int) int {
	if l.Bound == nil {
		return 0
	}
	return l.Bound[m]
}

// NewLevels are the levels for decks of at least t moves, with thresholds for the sizes below n,
// the last of them n-1, and with least bounds for the same sizes, nil for none.
func NewLevels(n, t int, thresholds, bounds []int) Levels {
	l := Levels{Base: n - len(thresholds), Need: make([]int, n+1), Cut: make([]int, n+1)}
	copy(l.Need[l.Base:], thresholds)
	if bounds != nil {
		l.Bound = append(make([]int, l.Base), bounds...)
	}
	l.Need[n] = t
	for m := l.Base + 1; m <= n; m++ {
		l.Cut[m] = l.Need[m-1]
	}
	return l
}

// baseMax is the largest deck of a base, and stepsMax the number of cards that a deck may
// have beyond it.
const baseMax, stepsMax = 16, len(topswops.Bundle{}.Path)

// Sizes are the least and the greatest number of sizes below n that can have thresholds.
func Sizes(n int) (least, most int) {
	most = min(n-1, stepsMax)
	return max(min(1, most), n-baseMax), most
}

// Check refuses levels that lose decks, unless some may be missed, thresholds that no game reaches,
// and slacks that bundles cannot hold. f holds the longest lengths below n.
func (l Levels) Check(f []int) error {
	n := len(l.Need) - 1
	if len(f) != n {
		return fmt.Errorf("a search by bundles on %d cards needs the longest lengths for all fewer cards, not for %d",
			n, len(f)-1)
	}
	for m := l.Base; m < n; m++ {
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

// The thresholds of a search by bundles are halves. That at n-1 cards is a part of the requested
// moves, and each lower one is half of the next, the largest part that loses no deck. A higher
// threshold at n-1 cards makes fewer bundles, but more of them have to be resolved. A smaller base
// is listed sooner, and makes more bundles. From manyFrom and baseFrom cards on so much follows
// from a bundle that a larger part pays, and a larger base.
const (
	fewShare, manyShare = 37, 39 // percent
	manyFrom, baseFrom  = 17, 18
	smallSizes          = 4 // number of thresholds below baseFrom cards, and one more from there on
)

// Usual are good thresholds, used whenever none are given.
func Usual(n, t int) []int {
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

// Reach turns the lengths f(1), f(2), ... (f[0] is not used) of longest games into the bound of a
// climb. Element r is the least card k, counted from 0, with f(k+1) >= r, because r moves by cards
// of at most k+1 (counted from 1) are part of a game on k+1 cards. An r beyond its end cannot be
// reached.
func Reach(f []int) []uint8 {
	var low []uint8
	for k := 1; k < len(f); k++ {
		for len(low) <= f[k] {
			low = append(low, uint8(k-1))
		}
	}
	return low
}
