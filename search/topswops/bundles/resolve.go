package bundles

import (
	"math"
	"slices"

	"dovetail/perm/topswops"
)

// Resolver finds the decks of n cards with at least Need[n] moves in bundles. It plays the games of
// a bundle's path again. Then it goes down the path to see what a deck of fewer cards needs: a
// number of moves, and certain supporting cards. Then it goes back from the end of the base to the
// decks that can have both, and carries those that have them up. There can be very many, so they
// are not stored: a climb of more cards continues as soon as some are collected for it.
type Resolver struct {
	Levels
	Over  func() bool // called often: reports whether to give up
	Found func(d topswops.Deck, moves int)

	n     int
	lacks []uint32 // by missing moves: one of these cards must be at home
	work  *Work

	path   [stepsMax]uint8
	stops  [stepsMax + 1]stop // by number of cards, from the base
	climbs [stepsMax + 1]topswops.Climbs
}

// stop is what is known of the decks of some number of cards.
type stop struct {
	need  int
	still uint32 // cards that must be supporting
	moves int    // of the back half of a front, the same for all
}

// NewResolver is the resolver of levels. f has the longest lengths below n. It counts its work.
func NewResolver(at Levels, f []int, work *Work) *Resolver {
	r := &Resolver{Levels: at, n: len(at.Need) - 1, work: work, lacks: []uint32{math.MaxUint32}}
	most := max(slices.Max(at.Need), slices.Max(at.Cut)) // the largest number of needed moves
	for short, low := 1, Reach(f); short <= most; short++ {
		cards := uint32(0)
		if short < len(low) {
			cards = math.MaxUint32 << low[short]
		}
		r.lacks = append(r.lacks, cards)
	}
	return r
}

// Resolve finds the decks of a bundle of n cards, which comes from an end of the base.
func (r *Resolver) Resolve(b *topswops.Bundle, end topswops.Word) {
	r.path = b.Path
	r.replay(end)
	r.require()
	for m := r.Base; m <= r.n; m++ {
		c, at := &r.climbs[m-r.Base], r.at(m)
		c.Cards, c.Need, c.Lacks = ^(at.still | 1), int32(at.need), r.lacks
	}
	listed := r.work.Visits[r.Base] // decks of the base are counted when they are listed, not here
	r.climb(r.Base, packWord(end, r.Base))
	r.work.Visits[r.Base] = listed
}

// climb goes back from an end of the base.
func (r *Resolver) climb(m int, end topswops.Deck) {
	c := &r.climbs[m-r.Base]
	x := topswops.Climb{Deck: end, Homes: end.Homes() & c.Cards, Left: math.MaxInt32}
	if c.Need <= 0 {
		r.carry(m, &x)
	}
	if x.Homes&r.lacks[max(0, c.Need)] != 0 {
		c.Begin(x)
	}
	for ; m <= r.n; m++ {
		r.settle(m, 1)
	}
}

// settle continues climbs of m cards until fewer than some are left.
func (r *Resolver) settle(m, some int) {
	for c := &r.climbs[m-r.Base]; c.Waiting() >= some; {
		if r.Over() {
			c.Stop()
			return
		}
		found, visits := c.Visit()
		r.work.Visits[m] += uint64(visits)
		for i := range found {
			r.carry(m, &found[i])
		}
	}
}

// replay plays the games of the path.
func (r *Resolver) replay(from topswops.Word) {
	var end [topswops.MaxCards]uint8
	for p := range r.Base {
		end[p] = uint8(from.Card(p))
	}
	for m := r.Base; m < r.n; m++ {
		switch kind, card := r.step(m); kind {
		case front:
			r.at(m + 1).moves, _ = topswops.PlayOn(&end, m, card)
		case keep:
			end[m] = uint8(m)
		case swap:
			at := slices.Index(end[:m], uint8(card))
			end[at], end[m] = uint8(m), uint8(card)
		}
	}
}

// require computes what decks need, from n cards down.
func (r *Resolver) require() {
	top := r.at(r.n)
	top.need, top.still = r.Need[r.n], 0
	for m := r.n - 1; m >= r.Base; m-- {
		up := r.at(m + 1)
		need, still := up.need, up.still&^(1<<m)
		switch kind, card := r.step(m); kind {
		case front:
			need = max(need-1-up.moves, r.Cut[m+1])
			still |= 1 << card
		case keep:
			need -= r.Cut[m+1]
		case swap:
			still |= 1 << card
		}
		here := r.at(m)
		here.need, here.still = max(need, r.Need[m]), still&^1
	}
}

// at is what is known of decks of m cards.
func (r *Resolver) at(m int) *stop { return &r.stops[m-r.Base] }

// step is the step from m cards.
func (r *Resolver) step(m int) (kind uint8, card int) {
	s := r.path[m-r.Base]
	return s &^ cardOf, int(s & cardOf)
}

// climbsTogether is the number of climbs that are collected before they continue.
const climbsTogether = 64

// carry carries a deck of m cards that has what it needs to n cards.
func (r *Resolver) carry(m int, d *topswops.Climb) {
	r.work.Decks[m]++
	if m == r.n {
		r.Found(d.Deck, int(d.Moves))
		return
	}
	up := topswops.Climb{Moves: d.Moves}
	switch kind, card := r.step(m); kind {
	case front:
		d.Deck.PutIn(&up.Deck, m, 0, card)
		up.Moves += 1 + int32(r.at(m+1).moves)
		r.carry(m+1, &up)
	case keep:
		up.Deck = d.Deck.Put(m, m)
		if int(d.Moves) >= r.at(m+1).need {
			r.carry(m+1, &up)
		}
		r.undo(m, &up)
	case swap:
		d.Deck.PutIn(&up.Deck, m, card, card)
		r.carry(m+1, &up)
	}
}

// undo goes back from a deck of m+1 cards by a move of the last of them, and by as many more moves
// as the cut allows.
func (r *Resolver) undo(m int, d *topswops.Climb) {
	at, left := r.at(m+1), r.Cut[m+1]
	switch {
	case left <= 0 || at.still>>m&1 != 0:
	case int(d.Moves)+left < at.need:
		r.work.Visits[m+1]++ // one visit, and no more
	default:
		d.Homes, d.Left = 1<<m, int32(left)
		r.climbs[m+1-r.Base].Begin(*d)
		r.settle(m+1, climbsTogether)
	}
}
