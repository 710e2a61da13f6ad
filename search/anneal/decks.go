package anneal

import (
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/outcome"
)

// Uniform is a uniform deck.
func Uniform(n int, rng *draw.Stream) []uint16 {
	deck := shuffle.NewDeck(n)
	shuffle.Uniform(n)(rng, deck, shuffle.NewDeck(n))
	return deck
}

// PlacesOf is where the cards of a deck are.
func PlacesOf(deck []uint16) *outcome.Sources {
	places := identity
	for j, card := range deck {
		places[card] = uint8(j)
	}
	return &places
}

var identity = *outcome.SourcesOf(nil)
