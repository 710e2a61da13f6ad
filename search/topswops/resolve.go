package topswops

import (
	"cmp"
	"math/bits"
	"slices"

	"dovetail/perm/topswops"
)

// resolver finds the decks of n cards with at least Need[n] moves in bundles. It plays the
// games of a bundle's path again, and goes down the path to tell what a deck of fewer cards
// needs: so many moves, and certain cards supporting. Then it carries up the decks of the
// base that have both. These can be very many, so they are looked at once for all bundles
// that come from one end, and kept nowhere.
type resolver struct {
	levels
	n     int
	low   []uint8
	over  func() bool // asked often: reports whether to give up
	work  *Work
	found func(d topswops.Deck, moves int)

	*route
	routes []route
	starts []start
	trail  [longestTrail]branch // each from the one before
}

// route is the way of a bundle, from the base to n cards.
type route struct {
	path  [stepsMax]uint8
	stops [stepsMax + 1]stop // by number of cards, from the base
}

// stop is what is known of the decks of some number of cards.
type stop struct {
	need  int32
	still uint32 // cards that must be supporting
	moves int    // of the back half of a front, the same for all
	shown uint32
}

// start is what a route needs of a deck of the base.
type start struct {
	need, route int32
	still       uint32
}

// resolve finds the decks of bundles of n cards, which come from an end of the base.
func (r *resolver) resolve(hot []topswops.Bundle, end topswops.Word, b *base) {
	r.routes, r.starts = r.routes[:0], r.starts[:0]
	for i := range hot {
		r.routes = append(r.routes, route{path: hot[i].Path})
		r.route = &r.routes[i]
		r.forth(end)
		r.back()
		first := r.at(r.base)
		r.starts = append(r.starts, start{first.need, int32(i), first.still})
	}
	slices.SortFunc(r.starts, func(a, b start) int { return cmp.Compare(a.need, b.need) })
	b.each(end, func(d topswops.Word, moves int, quiet uint32) {
		packed := false
		for _, s := range r.starts {
			if int(s.need) > moves {
				break
			}
			if s.still&^quiet != 0 {
				continue
			}
			if !packed {
				r.trail[0] = branch{packWord(d, r.base), moves, quiet &^ 1}
				packed = true
			}
			r.route = &r.routes[s.route]
			r.carry(r.base, 0)
		}
	})
}

// forth plays the games of the path.
func (r *resolver) forth(from topswops.Word) {
	var end [topswops.MaxCards]uint8
	for p := range r.base {
		end[p] = uint8(from.Card(p))
	}
	for m := r.base; m < r.n; m++ {
		switch kind, card := r.step(m); kind {
		case front:
			up := r.at(m + 1)
			up.moves, up.shown = topswops.PlayOn(&end, m, card)
		case keep:
			end[m] = uint8(m)
		case swap:
			at := slices.Index(end[:m], uint8(card))
			end[at], end[m] = uint8(m), uint8(card)
		}
	}
}

// back tells what decks need.
func (r *resolver) back() {
	top := r.at(r.n)
	top.need, top.still = int32(r.Need[r.n]), 0
	for m := r.n - 1; m >= r.base; m-- {
		up := r.at(m + 1)
		need, still := int(up.need), up.still&^(1<<m)
		switch kind, card := r.step(m); kind {
		case front:
			need = max(need-1-int(up.moves), r.Cut[m+1])
			still |= 1 << card
		case keep:
			need -= r.Cut[m+1]
		case swap:
			still |= 1 << card
		}
		here := r.at(m)
		here.need, here.still = int32(max(need, r.Need[m])), still&^1
	}
}

// at is what is known of decks of m cards.
func (r *resolver) at(m int) *stop { return &r.stops[m-r.base] }

// step is the step from m cards.
func (r *resolver) step(m int) (kind uint8, card int) {
	s := r.path[m-r.base]
	return s &^ cardOf, int(s & cardOf)
}

// branch is a deck on the way up, with what is known of its game.
type branch struct {
	deck  topswops.Deck
	moves int
	quiet uint32 // supporting cards, 0 aside
}

// longestTrail is more than the moves and the steps from a deck of the base to one of n cards.
const longestTrail = 1 << 10

// climb carries up the last of the trail, at i, of m cards, with some at home, and the decks
// that lead to it by up to limit moves, if they have the moves that are needed.
func (r *resolver) climb(m, i int, homes uint32, limit int) {
	if r.work.Visits[m]++; r.over() {
		return
	}
	b, up, at := &r.trail[i], &r.trail[i+1], r.at(m)
	homes &^= at.still | 1
	if short := int(at.need) - b.moves; short <= 0 {
		r.carry(m, i)
	} else if short > limit || short >= len(r.low) || homes>>r.low[short] == 0 {
		return
	}
	if limit == 0 {
		return
	}
	for ; homes != 0; homes &= homes - 1 {
		v := bits.TrailingZeros32(homes)
		back := b.deck.Undo(&up.deck, v)
		up.moves, up.quiet = b.moves+1, b.quiet&^(1<<v)
		r.climb(m, i+1, back, limit-1)
	}
}

// carry goes from the last of the trail, at i, a deck of m cards that has what it needs, to
// those of n cards.
func (r *resolver) carry(m, i int) {
	r.work.Decks[m]++
	b, up := &r.trail[i], &r.trail[i+1]
	if m == r.n {
		r.found(b.deck, b.moves)
		return
	}
	up.moves, up.quiet = b.moves, b.quiet|1<<m
	switch kind, card := r.step(m); kind {
	case front:
		game := r.at(m + 1)
		b.deck.PutIn(&up.deck, m, 0, card)
		up.moves += 1 + int(game.moves)
		up.quiet = b.quiet &^ (1<<card | game.shown)
		r.carry(m+1, i+1)
	case keep:
		up.deck = b.deck.Put(m, m)
		if b.moves >= int(r.at(m+1).need) {
			r.carry(m+1, i+1)
		}
		if limit := r.Cut[m+1] - 1; limit >= 0 && r.at(m+1).still>>m&1 == 0 {
			before := &r.trail[i+2]
			homes := up.deck.Undo(&before.deck, m)
			before.moves, before.quiet = b.moves+1, b.quiet
			r.climb(m+1, i+2, homes, limit)
		}
	case swap:
		b.deck.PutIn(&up.deck, m, card, card)
		r.carry(m+1, i+1)
	}
}
