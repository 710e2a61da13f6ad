package topswops

import (
	"slices"

	"dovetail/perm/topswops"
)

// A round lengthens a game by about 2.4 n moves for eight more cards. It starts
// with card n+8 on top of 2..n in order and eight cards more, and ends with
// n+8 cards in order. The eight are given by what they exceed n by, or 0 for
// card 1.
//
// Two passes through the block 2..n make the length. When card v lies at
// position v-1, each card sends up the next, 2, 3, ..., n, so that even and odd
// cards part; and n, n-1, ... put them together again. What the eight do is to
// shift the block by one and to let the second pass follow the first. The
// rounds were found by trying all ways to lay eight cards; that they end in
// order is tested for every n to 400, and the deck built from them is played.
type round struct {
	residue int // of n modulo 4
	from    int // least n
	cards   []int
}

var rounds = []round{
	{1, 13, []int{6, 2, 3, 5, 0, 1, 7, 4}},
	{2, 6, []int{3, 2, 6, 1, 0, 5, 7, 4}},
}

// extend puts a round before the game of a deck that ends in order: the card
// that starts the round has the part of card 1 until then.
func (r round) extend(deck []int) []int {
	n := len(deck)
	deck = slices.Clone(deck)
	deck[slices.Index(deck, 1)] = n + len(r.cards)
	for _, offset := range r.cards {
		if offset == 0 {
			deck = append(deck, 1)
		} else {
			deck = append(deck, n+offset)
		}
	}
	return deck
}

// chain builds a deck of n cards of rounds, as many as there is room for.
func (r round) chain(n int) []int {
	if n < r.from {
		return counted(n)
	}
	size := n - (n-r.residue)%4
	first := r.from
	for first < size && (size-first)%len(r.cards) != 0 {
		first += 4
	}
	deck := counted(first)
	for len(deck) < size {
		deck = r.extend(deck)
	}
	for len(deck) < n {
		deck = append(deck, len(deck)+1)
	}
	return deck
}

// chainedDeck is a deck of n cards whose game has about 0.15 n^2 moves, a
// quadratic lower bound by chaining games of linear length as in Morales and
// Sudborough.
func chainedDeck(n int) []int {
	var best []int
	most := -1
	for _, r := range rounds {
		deck := r.chain(n)
		if moves := topswops.Play(deck, false).Length(); moves > most {
			best, most = deck, moves
		}
	}
	return best
}

// counted is the deck 1, 2, ..., n.
func counted(n int) []int { return ranked(counting(n)) }
