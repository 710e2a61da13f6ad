// Package copies answers how far riffles leave a deck from fair when cards are alike: red and
// black, suits, ranks, the hands of a deal. Answers are exact or in a certified interval where that
// is possible, and otherwise from sampled decks. Each row says which.
//
// An a-shuffle is observed through a fixed deck of n cards, n_v of which have the value v. If the
// fixed deck is the source, it is shuffled, and the arrangement w of values is observed. If it is
// the target, a deck of distinct cards is shuffled and dealt to the values of the target by
// position. Then the value, that is, the hand of each original card is observed. Both ways prod
// n_v! permutations show the same arrangement. If N_d of them have d descents (d+1 rising
// sequences) the arrangement has, relative to the uniform law U,
//
//	P(w)/U = sum_d N_d/(prod n_v!) x_d,   x_d = n! C(a+n-1-d, n)/a^n
//
// (Conger and Viswanath, Riffle shuffles of decks with repeated cards, Annals of Probability 34,
// 2006). N_d is the same for every a. It is quickly counted if the values of the fixed deck stand
// in blocks (descents.go). For other decks that is #P-hard in general, and only the first order in
// 1/a is computed (first.go).
//
// Two values in blocks, as source, are different: P(w)/U is a sum along the path of w, and
// the total variation distance is exact (fractions.go) or enclosed (bracket.go).
package copies

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"dovetail/perm/number"
)

// Deck is the number of cards of each value.
type Deck []int

// MaxDeck is the most cards of a deck, so that products of factorials, n_1! n_2! ..., are
// doubles.
const MaxDeck = 160

// The named decks: the cards of each value, for n cards.
var named = []struct {
	name  string
	parts int // that n must be a multiple of
	deck  func(n int) Deck
}{
	{"red-black", 2, func(n int) Deck { return slices.Repeat(Deck{n / 2}, 2) }},
	{"suits", 4, func(n int) Deck { return slices.Repeat(Deck{n / 4}, 4) }},
	{"ranks", 13, func(n int) Deck { return slices.Repeat(Deck{n / 13}, 13) }},
	{"blackjack", 13, func(n int) Deck { return append(slices.Repeat(Deck{n / 13}, 9), 4*n/13) }},
	{"top-card", 1, func(n int) Deck { return Deck{1, n - 1} }},
	{"distinct", 1, func(n int) Deck { return slices.Repeat(Deck{1}, n) }},
}

// deckNames are those of decks.
func deckNames() (names []string) {
	for _, d := range named {
		names = append(names, d.name)
	}
	return names
}

// parseDeck reads a deck of n cards. It is a name, or the cards of each value with commas between,
// where 4^9 stands for 4 of each of nine values.
func parseDeck(text string, n int) (Deck, error) {
	for _, d := range named {
		if d.name != text {
			continue
		}
		if n%d.parts != 0 {
			return nil, fmt.Errorf("deck=%s needs a multiple of %d cards, not n=%d", text, d.parts, n)
		}
		deck := d.deck(n)
		return deck, deck.Check(n)
	}
	if strings.Trim(text, "0123456789,^ ") != "" || text == "" {
		return nil, fmt.Errorf("deck=%q is not one of %s, or the cards of each value such as 13,39 or 4^9,16", text,
			strings.Join(deckNames(), ", "))
	}
	var deck Deck
	for part := range strings.SplitSeq(text, ",") {
		count, values, several := strings.Cut(strings.TrimSpace(part), "^")
		if !several {
			values = "1"
		}
		cards, err := number.ParseInt("deck: cards of a value", count, 1, MaxDeck)
		if err != nil {
			return nil, err
		}
		times, err := number.ParseInt("deck: values", values, 1, MaxDeck)
		if err != nil {
			return nil, err
		}
		deck = append(deck, slices.Repeat(Deck{int(cards)}, int(times))...)
	}
	return deck, deck.Check(cmp.Or(n, deck.Size()))
}

// Check refuses a deck that has not n cards.
func (d Deck) Check(n int) error {
	if n < 2 || n > MaxDeck {
		return fmt.Errorf("n=%d is out of range 2..%d", n, MaxDeck)
	}
	sum := 0
	for _, count := range d {
		if count < 1 || count > n {
			return fmt.Errorf("the deck has %d cards of a value; want 1..%d", count, n)
		}
		sum += count
	}
	if sum != n {
		return fmt.Errorf("the cards of all values add up to %d, but n is %d", sum, n)
	}
	if len(d) < 2 {
		return fmt.Errorf("the deck has %d value; want at least 2", len(d))
	}
	return nil
}

// Size is n.
func (d Deck) Size() (n int) {
	for _, count := range d {
		n += count
	}
	return n
}

// Arrangements is their number, n!/(n_1! n_2! ...).
func (d Deck) Arrangements() *big.Int {
	ways, n := big.NewInt(1), 0
	var c big.Int
	for _, count := range d {
		n += count
		ways.Mul(ways, c.Binomial(int64(n), int64(count)))
	}
	return ways
}

// Order is the sequence of the values of the fixed deck, from the top: in blocks; or one by one in
// rounds that all begin with the first value; or in rounds that alternate in direction.
type Order string

// The orders.
const (
	Blocks       Order = "blocks"
	Cyclic       Order = "cyclic"
	BackAndForth Order = "back-and-forth"
)

// Orders are all of them.
var Orders = []Order{Blocks, Cyclic, BackAndForth}

// Side says which deck is fixed.
type Side string

// The sides.
const (
	Source Side = "source"
	Target Side = "target"
)

// sides are both of them.
var sides = []Side{Source, Target}

// Game is a fixed deck through which a shuffle is observed.
type Game struct {
	Deck  Deck  `json:"deck"`
	Order Order `json:"order"`
	Fixed Side  `json:"fixed"`
}

// Layout is the value at each position of the fixed deck.
func (g Game) Layout() (layout []uint8) {
	left := slices.Clone(g.Deck)
	n := left.Size()
	for round := 0; len(layout) < n; round++ {
		for k := range left {
			v := k
			if g.Order == BackAndForth && round%2 == 1 {
				v = len(left) - 1 - k
			}
			take := min(1, left[v])
			if g.Order == Blocks {
				take = left[v]
			}
			layout = append(layout, slices.Repeat([]uint8{uint8(v)}, take)...)
			left[v] -= take
		}
	}
	return layout
}

// Show is the arrangement that a shuffled deck of distinct cards shows, from 0. seen has room for
// one value a card.
func (g Game) Show(seen []uint8, layout []uint8, deck []uint16) {
	for j, card := range deck {
		if g.Fixed == Source {
			seen[j] = layout[card]
		} else {
			seen[card] = layout[j]
		}
	}
}

// newGame reads a game: a deck of n cards, and the order of its values in the source, in the
// target, or in a deal. A deal is a target, with four equal hands if no deck is named. At most one
// of the orders is given; without any the source is in blocks.
func newGame(deck string, n int, source, target, deal Order) (g Game, err error) {
	given := 0
	g.Fixed, g.Order = Source, Blocks
	for _, o := range []struct {
		side  Side
		order Order
	}{{Source, source}, {Target, target}, {Target, deal}} {
		if o.order != "" {
			given++
			g.Fixed, g.Order = o.side, o.order
		}
	}
	if given > 1 {
		return g, errors.New("source, target and deal say which deck is fixed: give only one of them")
	}
	if deck == "" {
		deck = "red-black"
		if deal != "" {
			deck = "suits"
		}
	}
	g.Deck, err = parseDeck(deck, n)
	return g, err
}
