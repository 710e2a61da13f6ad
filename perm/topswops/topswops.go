// Package topswops has the game on one deck: it plays it, analyses it, and packs decks into
// machine words.
//
// The rule: if the card on top is k > 1, reverse the first k cards; the game
// ends when card 1 comes to the top. The length of a deck is the number of its
// moves. A card that comes to the top is a protagonist, the others are
// supporting cards: they may be exchanged without changing the length.
//
// [Game] plays a deck of any size and says what happened, card by card, as
// users count, from 1. [Deck] and [Word] are decks of up to 32 and 16 cards
// for the searches; there cards and positions count from 0, so that card k
// reverses k+1 positions, is at home in position k, and card 0 ends the game.
// [Depths], [Climbs] and [Patterns] go backwards from many decks at a time.
//
// Which decks have the longest games is a search, in search/topswops.
//
// Names follow the article on the game in the Japanese Wikipedia, and
// L. Morales and H. Sudborough, A quadratic lower bound for Topswops,
// Theoretical Computer Science 411 (2010) 3965-3970.
package topswops

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"dovetail/perm/cards"
)

// MaxDeck is the largest deck of [Play].
const MaxDeck = 10_000

// Game is a deck played to its end. Cards and positions count from 1.
type Game struct {
	Deck    []int
	End     []int
	Shown   []int // the cards that were moved, in order: one a move
	History [][]int

	cut []int // the deck after the move of the largest card shown
}

// Length is the number of moves.
func (g *Game) Length() int { return len(g.Shown) }

// CheckDeck says why the cards are no deck 1..n, or nil.
func CheckDeck(deck []int) error {
	if len(deck) < 1 || len(deck) > MaxDeck {
		return fmt.Errorf("a deck of %d cards is out of range 1..%d", len(deck), MaxDeck)
	}
	return cards.Check(deck)
}

// Play plays a valid deck, naively. It keeps the deck before every move if
// history is set.
func Play(deck []int, history bool) *Game {
	g, _ := PlayUntil(context.Background(), deck, history)
	return g
}

// PlayUntil is Play for long games. It gives up when ctx is cancelled, with its error.
func PlayUntil(ctx context.Context, deck []int, history bool) (*Game, error) {
	g := &Game{Deck: slices.Clone(deck)}
	d := slices.Clone(deck)
	for largest := 1; d[0] != 1; {
		if len(g.Shown)%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if history {
			g.History = append(g.History, slices.Clone(d))
		}
		k := d[0]
		g.Shown = append(g.Shown, k)
		slices.Reverse(d[:k])
		if k > largest {
			largest, g.cut = k, append(g.cut[:0], d...)
		}
	}
	g.End = d
	return g, nil
}

// Protagonists are the cards that came to the top, in increasing order: 1,
// which ends the game, among them.
func (g *Game) Protagonists() []int { return g.cards(true) }

// Supporting are the cards that never came to the top.
func (g *Game) Supporting() []int { return g.cards(false) }

// cards are those that came to the top, or those that did not.
func (g *Game) cards(top bool) (cards []int) {
	shown := make([]bool, len(g.Deck)+1)
	shown[1] = true
	for _, k := range g.Shown {
		shown[k] = true
	}
	for v := 1; v <= len(g.Deck); v++ {
		if shown[v] == top {
			cards = append(cards, v)
		}
	}
	return cards
}

// Halves are a game cut where its largest protagonist comes to the top, which happens once. First
// has Before moves, and Second the remaining ones except that of the largest card.
type Halves struct {
	Largest      int   // the largest card that comes to the top
	Critical     int   // the card that is on top after its move
	Before       int   // the moves before the card comes to the top
	First        []int // the deck that plays the first half: 1 and the largest card exchanged
	FirstLength  int
	Second       []int // the deck that plays the second half: the one after the move of the largest card
	SecondLength int
}

// Halves are the game's two; a game without moves has none.
func (g *Game) Halves() (h Halves) {
	if g.Length() == 0 {
		return h
	}
	h = Halves{
		Largest:  slices.Max(g.Shown),
		Critical: g.cut[0],
		First:    slices.Clone(g.Deck),
		Second:   slices.Clone(g.cut),
	}
	h.Before = slices.Index(g.Shown, h.Largest)
	one, largest := slices.Index(h.First, 1), slices.Index(h.First, h.Largest)
	h.First[one], h.First[largest] = h.Largest, 1
	h.FirstLength, h.SecondLength = h.Before, g.Length()-1-h.Before
	return h
}

// Scores is the certificate that the game ends: before each move and at the
// end, the sum of 2^(j-1) over the cards j at home, in position j. A move of
// card k gains 2^(k-1) and loses at most the cards 2..k-1, so that the score
// grows by at least 2 and the length is at most 2^(n-1).
func (g *Game) Scores() []*big.Int {
	d := slices.Clone(g.Deck)
	score := homeScore(d)
	scores := []*big.Int{new(big.Int).Set(score)}
	for _, k := range g.Shown {
		addHomes(score, d[:k], -1)
		slices.Reverse(d[:k])
		addHomes(score, d[:k], 1)
		scores = append(scores, new(big.Int).Set(score))
	}
	return scores
}

func homeScore(d []int) *big.Int {
	score := new(big.Int)
	addHomes(score, d, 1)
	return score
}

// addHomes adds the score of the cards at home, or takes it away.
func addHomes(score *big.Int, d []int, sign int) {
	for i, v := range d {
		if v != i+1 {
			continue
		}
		points := new(big.Int).Lsh(big.NewInt(1), uint(i))
		if sign < 0 {
			score.Sub(score, points)
		} else {
			score.Add(score, points)
		}
	}
}
