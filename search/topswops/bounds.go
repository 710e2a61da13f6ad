package topswops

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"dovetail/perm/number"
	"dovetail/perm/topswops"
	"dovetail/results"
	"dovetail/results/games"
	"dovetail/search/population"
	"dovetail/search/run"
)

// boundsMax is the largest deck of [Bounds].
const boundsMax = 2500

// Bounds asks what is known of f(N) without a search.
type Bounds struct {
	N int `json:"n"`
}

func (Bounds) Schema() string { return results.TopswopsBoundsSchema }

func (q Bounds) Check() error { return number.InRange("n", q.N, 1, boundsMax) }

func (Bounds) Seconds() float64 { return 1 }

// Answer encloses the length of the longest game on n cards. The upper bounds are
// 2^(n-1), by the score of cards at home, and F(n+1) with F(1) = F(2) = 1, by Klamkin's
// cut at the largest protagonist. The lower bound is the length of a deck that is built
// and then played, the first of the longest. It gives up when ctx is cancelled, with its
// error.
//
// The chains have about 0.15 n^2 moves, a quadratic lower bound by chaining
// games of linear length as in Morales and Sudborough.
func (q Bounds) Answer(ctx context.Context, _ run.Options) (results.Record, error) {
	n := q.N
	b := games.TopswopsBounds{
		Head:      results.Answering(q, results.Bound),
		N:         n,
		Wilf:      number.Of(new(big.Int).Lsh(big.NewInt(1), uint(n-1))),
		Fibonacci: number.Of(fibonacci(n + 1)),
		Lower:     -1,
	}
	if f, ok := KnownAt(n); ok {
		b.Published, b.Source = f.Length, f.Source
	}
	b.OnRecord = OnRecordAt(n)
	for _, f := range starts {
		if n >= len(f.deck) {
			if err := try(ctx, &b, "chain from "+f.name, f.source, f.chain(n)); err != nil {
				return b, err
			}
		}
	}
	if n <= population.MaxCards {
		deck, err := population.Deck(ctx, n)
		if err == nil {
			err = try(ctx, &b, "quick heuristic; dovetail topswops records searches longer", "", deck)
		}
		if err != nil {
			return b, err
		}
	}
	return b, nil
}

// try plays a deck, and keeps the longest.
func try(ctx context.Context, b *games.TopswopsBounds, name, source string, deck []int) error {
	g, err := topswops.PlayUntil(ctx, deck, false)
	if err != nil {
		return err
	}
	b.Built = append(b.Built, games.TopswopsBuilt{Name: name, Source: source, Length: g.Length()})
	if g.Length() > b.Lower {
		b.Lower, b.Deck = g.Length(), deck
	}
	return nil
}

// fibonacci is F(k), F(1) = F(2) = 1.
func fibonacci(k int) *big.Int {
	a, b := big.NewInt(0), big.NewInt(1)
	for range k {
		a.Add(a, b)
		a, b = b, a
	}
	return a
}

// A round lengthens a game by about 2.4 n moves for eight more cards. It starts with card
// n+8 on top of 2..n in order and eight cards more, and ends with n+8 cards in order. The
// eight are written as their excess over n, or 0 for card 1.
//
// Two passes through the block 2..n make the length. When card v lies at position v-1,
// each card brings up the next, 2, 3, ..., n, so that even and odd cards are separated;
// and n, n-1, ... join them again. The eight cards shift the block by one and make the
// second pass follow the first. The rounds were found by trying all arrangements of eight
// cards. That they end in order is tested for every n to 400, and the deck built from
// them is played.
type round struct {
	residue int // of n modulo 4
	from    int // least n
	cards   []int
}

var rounds = []round{
	{1, 13, []int{6, 2, 3, 5, 0, 1, 7, 4}},
	{2, 6, []int{3, 2, 6, 1, 0, 5, 7, 4}},
}

// extend puts a round before the game of a deck that ends in order. The card that starts
// the round has the role of card 1 until then.
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

// from is a deck whose game ends in order, from which a chain continues.
type from struct {
	name   string
	source string // where the deck comes from; empty if no source is needed
	deck   []int
}

// starts are the decks in order from which the rounds continue, and the longest that end
// in order where rounds continue from their sizes. A chain includes all the moves of its
// start.
var starts = []from{
	{"6 cards in order", "", counted(6)},
	{"13 cards in order", "", counted(13)},
	{longestOf(6), searched, []int{3, 6, 5, 1, 4, 2}},
	{longestOf(10), searched, []int{5, 9, 1, 8, 6, 2, 10, 4, 7, 3}},
	{longestOf(13), searched, []int{2, 9, 4, 5, 11, 12, 10, 1, 8, 13, 3, 6, 7}},
	{longestOf(14), searched, []int{2, 4, 9, 3, 11, 1, 8, 13, 6, 5, 10, 14, 12, 7}},
	{longestOf(17), "OEIS A000375", []int{2, 10, 15, 11, 7, 14, 5, 16, 6, 4, 17, 13, 1, 3, 8, 9, 12}},
	{longestOf(18), "length in OEIS A000376", []int{6, 14, 9, 2, 15, 8, 1, 3, 4, 12, 18, 5, 10, 13, 16, 17, 11, 7}},
}

const searched = "dovetail topswops max --sorted"

func longestOf(n int) string {
	return fmt.Sprintf("the longest deck of %d cards that ends in order", n)
}

// chain builds a deck of n cards, at least as many as its start has, with as many rounds
// as there is room for. The remaining cards are appended.
func (f from) chain(n int) []int {
	deck := f.deck
	for _, r := range rounds {
		for len(deck)%4 == r.residue && len(deck) >= r.from && len(deck)+len(r.cards) <= n {
			deck = r.extend(deck)
		}
	}
	deck = slices.Clone(deck)
	for len(deck) < n {
		deck = append(deck, len(deck)+1)
	}
	return deck
}

// counted is the deck 1, 2, ..., n.
func counted(n int) []int { return ranked(counting(n)) }

func counting(n int) []int {
	cards := make([]int, n)
	for i := range cards {
		cards[i] = i
	}
	return cards
}
