package topswops

import (
	"math/bits"

	"dovetail/perm/topswops"
)

// ending has the games that follow the end of a front half, when card m, new,
// has taken the part of card 0: card m comes to the top at the end, and its move
// brings z to the top, which lay at position m. Decks found by one climb end
// alike, so that each of these games is played once for all of them.
type ending struct {
	end    topswops.Deck
	m      int
	played uint32
	games  [topswops.MaxCards]topswops.Outcome // by z
	most   int                                 // what longest found, or -1
}

func (e *ending) set(end topswops.Deck, m int) {
	e.end, e.m, e.played, e.most = end, m, 0, -1
}

// play plays the games that start with one of the cards on top.
func (e *ending) play(cards uint32) *[topswops.MaxCards]topswops.Outcome {
	if fresh := cards &^ e.played; fresh != 0 {
		topswops.PlayOn(&e.games, &e.end, e.m, fresh)
		e.played |= cards
	}
	return &e.games
}

// longest is the length of the longest game below cut that starts with 0 or one
// of the cards on top.
func (e *ending) longest(cards uint32, cut int) int {
	if e.most < 0 {
		e.most = 0
		games := e.play(cards)
		for ; cards != 0; cards &= cards - 1 {
			if moves := int(games[bits.TrailingZeros32(cards)].Moves); moves < cut {
				e.most = max(e.most, moves)
			}
		}
	}
	return e.most
}
