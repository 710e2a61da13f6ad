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
	Run        int // the colour of the old neighbours among whom it still stands, from 1; 0 for none
	Rank, Suit string
	Like       string
	Named      bool // before it was turned over
}

// Faces are the cards of a deck.
func Faces(deck []int, named results.Named) (all []Face) {
	run := 0
	for i, c := range Cards(deck, named) {
		f := Face{Number: deck[i], Rank: c.Name, Like: c.Like}
		after, before := i > 0 && deck[i-1] == deck[i]-1, i+1 < len(deck) && deck[i+1] == deck[i]+1
		if before && !after {
			run++
		}
		if before || after {
			f.Run = (run-1)%len(lit) + 1
		}
		if r := []rune(c.Name); len(r) > 1 && r[len(r)-1] > 0x2000 {
			f.Rank, f.Suit = string(r[:len(r)-1]), string(r[len(r)-1])
		}
		all = append(all, f)
	}
	return all
}
