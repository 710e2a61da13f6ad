package topswops

import (
	"math/bits"

	"dovetail/perm/topswops"
)

// resolver finds the decks of n cards with at least Need[n] moves in a bundle. It plays the
// games of the bundle's path again, and goes down the path to tell what a deck of fewer
// cards needs: so many moves, and certain cards supporting. Then it carries up the decks of
// the base that have both.
type resolver struct {
	levels
	n     int
	low   []uint8
	over  func() bool // asked often: reports whether to give up
	work  *Work
	found func(d topswops.Deck, moves int)

	path  [len(topswops.Bundle{}.Path)]uint8
	games [topswops.MaxCards + 1]topswops.Outcome // the back halves of fronts, by number of cards
	need  [topswops.MaxCards + 1]int
	still [topswops.MaxCards + 1]uint32 // cards that must be supporting
}

// resolve finds the decks of the bundle of n cards that a path leads to, from the end that it
// starts from. The decks of that end are listed by length, the longest first.
func (r *resolver) resolve(b *topswops.Bundle, end topswops.Word, decks []based) {
	r.path = b.Path
	r.forth(packWord(end, r.base))
	r.back()
	for i := range decks {
		d := &decks[i]
		if d.moves < r.need[r.base] {
			break
		}
		if r.still[r.base]&^d.quiet == 0 {
			r.carry(r.base, branch{packWord(d.deck, r.base), d.moves, d.quiet &^ 1})
		}
	}
}

// forth plays the games of the path.
func (r *resolver) forth(end topswops.Deck) {
	for m := r.base; m < r.n; m++ {
		kind, card := r.step(m)
		switch kind {
		case front:
			var games [topswops.MaxCards]topswops.Outcome
			topswops.PlayOn(&games, &end, m, 1<<card)
			r.games[m+1] = games[card]
			end = games[card].End
		case keep:
			end = end.Put(m, m)
		case swap:
			e := end
			e.PutIn(&end, m, card, card)
		}
	}
}

// back tells what decks need.
func (r *resolver) back() {
	r.need[r.n], r.still[r.n] = r.Need[r.n], 0
	for m := r.n - 1; m >= r.base; m-- {
		need, still := r.need[m+1], r.still[m+1]&^(1<<m)
		switch kind, card := r.step(m); kind {
		case front:
			need = max(need-1-int(r.games[m+1].Moves), r.Cut[m+1])
			still |= 1 << card
		case keep:
			need -= r.Cut[m+1]
		case swap:
			still |= 1 << card
		}
		r.need[m], r.still[m] = max(need, r.Need[m]), still&^1
	}
}

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

// climb carries up b, of m cards, and the decks that lead to it by up to limit moves, if they
// have the moves that are needed.
func (r *resolver) climb(m int, b branch, limit int) {
	if r.work.Looks[m]++; r.over() {
		return
	}
	homes := b.deck.Homes() &^ (r.still[m] | 1)
	if short := r.need[m] - b.moves; short <= 0 {
		r.carry(m, b)
	} else if short > limit || short >= len(r.low) || homes>>r.low[short] == 0 {
		return
	}
	if limit == 0 {
		return
	}
	for ; homes != 0; homes &= homes - 1 {
		v := bits.TrailingZeros32(homes)
		r.climb(m, branch{b.deck.Flip(v + 1), b.moves + 1, b.quiet &^ (1 << v)}, limit-1)
	}
}

// carry goes from a deck of m cards that has what it needs to those of n cards.
func (r *resolver) carry(m int, b branch) {
	r.work.Decks[m]++
	if m == r.n {
		r.found(b.deck, b.moves)
		return
	}
	up := b
	switch kind, card := r.step(m); kind {
	case front:
		game := &r.games[m+1]
		b.deck.PutIn(&up.deck, m, 0, card)
		up.moves += 1 + int(game.Moves)
		up.quiet &^= 1<<card | game.Shown
		r.carry(m+1, up)
	case keep:
		up.deck = b.deck.Put(m, m)
		if b.moves >= r.need[m+1] {
			up.quiet |= 1 << m
			r.carry(m+1, up)
		}
		if limit := r.Cut[m+1] - 1; limit >= 0 && r.still[m+1]>>m&1 == 0 {
			r.climb(m+1, branch{up.deck.Flip(m + 1), b.moves + 1, b.quiet}, limit)
		}
	case swap:
		b.deck.PutIn(&up.deck, m, card, card)
		up.quiet |= 1 << m
		r.carry(m+1, up)
	}
}
