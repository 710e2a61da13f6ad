package picture

import (
	"strings"

	"dovetail/results"
)

// Card is a card as it is drawn: its name, and its appearance.
type Card struct{ Name, Like string }

// Cards are the cards of a deck as a record names them.
func Cards(deck []int, named results.Named) (all []Card) {
	for _, name := range named.Called(deck...) {
		colour := ""
		if strings.HasSuffix(name, "♥") || strings.HasSuffix(name, "♦") {
			colour = "red"
		}
		all = append(all, Card{name, colour})
	}
	return all
}

// Face is a card that shows its rank and suit, or its number.
type Face struct {
	Number     int
	Rank, Suit string
	Like       string
}

// Faces are the cards of a deck.
func Faces(deck []int, named results.Named) (all []Face) {
	for i, c := range Cards(deck, named) {
		f := Face{Number: deck[i], Rank: c.Name, Like: c.Like}
		if r := []rune(c.Name); len(r) > 1 && r[len(r)-1] > 0x2000 {
			f.Rank, f.Suit = string(r[:len(r)-1]), string(r[len(r)-1])
		}
		all = append(all, f)
	}
	return all
}
