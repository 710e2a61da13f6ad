package topswops

import (
	"math"

	"dovetail/perm/topswops"
)

// thresholds say which decks of fewer cards a search must look at in order to
// find every deck of n cards with at least T moves.
//
// Let a deck of m cards be cut where card m shows, into a front half of A
// moves, the move of m, and a back half of b moves. Its parent is the back
// half if b >= Cut[m], and the front half otherwise. If the deck has at least
// Need[m] moves, A+1+b >= Need[m], its parent has at least
//
//	min(Cut[m], Need[m] - Cut[m]) = Need[m-1]
//
// moves; a deck in which m never shows has a parent of its own length. So
// following, at every size m, the decks of at least Need[m] moves loses none.
// Any cuts are right. The half makes the smaller threshold as large as can be.
type thresholds struct {
	Need []int // by number of cards, from 1 to n
	Cut  []int // by number of cards, from 2 to n
}

// halved are the thresholds for decks of n cards with at least t moves.
func halved(n, t int) thresholds {
	h := thresholds{make([]int, n+1), make([]int, n+1)}
	h.Need[n] = t
	for m := n; m > 1; m-- {
		h.Cut[m] = (h.Need[m] + 1) / 2
		h.Need[m-1] = h.Need[m] - h.Cut[m]
	}
	return h
}

// unpruned keeps the parents that h gives but follows every deck.
func (h thresholds) unpruned() thresholds {
	return thresholds{make([]int, len(h.Need)), h.Cut}
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

// floor is the bound of climbs to decks of m cards, by their moves so far: with
// r short of Need[m], a card of at least low[r] must be at home.
func (h thresholds) floor(m int, low []uint8) []uint8 {
	need := max(h.Need[m], 0)
	floor := make([]uint8, need+1)
	for l := range need {
		floor[l] = forbidden
		if need-l < len(low) {
			floor[l] = low[need-l]
		}
	}
	return floor
}

// rise is the bound on a deck of m cards, by its moves, for a climb from it as
// a back half: a card of at least rise must be at home when card m, appended,
// has moved back.
func (h thresholds) rise(m int, low []uint8) []uint8 {
	floor := h.floor(m+1, low)
	rise := make([]uint8, max(h.Cut[m+1]+1, len(floor)))
	for l := range rise {
		switch {
		case l < h.Cut[m+1]:
			rise[l] = forbidden
		case l+1 < len(floor):
			rise[l] = floor[l+1]
		}
	}
	return rise
}

// forbidden is above all cards.
const forbidden = topswops.MaxCards

// unbounded is a reach that forbids nothing up to t moves.
func unbounded(t int) []uint8 { return make([]uint8, min(max(t, 0)+1, math.MaxUint16)) }
