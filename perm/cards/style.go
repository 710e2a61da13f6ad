package cards

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Style is how cards are called: the names of cards 1, 2, ...
type Style []string

// Numbers calls cards by their numbers.
var Numbers Style

// Name is what a card is called.
func (s Style) Name(card int) string {
	if 1 <= card && card <= len(s) {
		return s[card-1]
	}
	return strconv.Itoa(card)
}

// Covers is an error if a deck of n cards has some without a name.
func (s Style) Covers(n int) error {
	if s != nil && n > len(s) {
		return fmt.Errorf("only %d cards of the deck of %d have names; use numbers", len(s), n)
	}
	return nil
}

// Order is the order of a new deck of cards, from the top.
type Order string

// The orders. Decks of the United States Playing Card Company are sold as Bicycle says: turned
// over, ace to king of spades and of diamonds, then king to ace of clubs and of hearts, jokers
// and advertisements aside (https://ambitiouswithcards.com/new-deck-order/). Suits has them in
// the order in which they rank at bridge (Laws of Duplicate Bridge 2017, law 1).
const (
	Suits   Order = "suits"   // ace to king of spades, hearts, diamonds, clubs
	Bicycle Order = "bicycle" // ace to king of hearts and clubs, king to ace of diamonds and spades
	Ranks   Order = "ranks"   // the aces of spades, hearts, diamonds, clubs, the twos, ..., the kings
)

// Orders are all of them.
var Orders = []Order{Suits, Bicycle, Ranks}

const suits = "♠♥♦♣"

var ranks = strings.Fields("A 2 3 4 5 6 7 8 9 10 J Q K")

// Style calls the cards of a new deck by rank and suit. The order "" is that of Suits.
func (o Order) Style() (s Style) {
	suit := func(suit string, ranks []string) {
		for _, rank := range ranks {
			s = append(s, rank+suit)
		}
	}
	switch o {
	case Bicycle:
		falling := slices.Clone(ranks)
		slices.Reverse(falling)
		suit("♥", ranks)
		suit("♣", ranks)
		suit("♦", falling)
		suit("♠", falling)
	case Ranks:
		for _, rank := range ranks {
			for _, suit := range suits {
				s = append(s, rank+string(suit))
			}
		}
	default:
		for _, c := range suits {
			suit(string(c), ranks)
		}
	}
	return s
}

// rankOf and suitOf are what people write for a rank and a suit, in small letters.
var rankOf, suitOf = spellings(ranks,
	strings.Fields("ace/a two/2 three/3 four/4 five/5 six/6 seven/7 eight/8 nine/9 ten/10/t jack/j queen/q king/k")),
	spellings(strings.Split(suits, ""),
		strings.Fields("spades/spade/s/♠/♤ hearts/heart/h/♥/♡ diamonds/diamond/d/♦/♢ clubs/club/c/♣/♧"))

func spellings(names, written []string) map[string]string {
	all := map[string]string{}
	for i, forms := range written {
		for form := range strings.SplitSeq(forms, "/") {
			all[form] = names[i]
		}
	}
	return all
}
