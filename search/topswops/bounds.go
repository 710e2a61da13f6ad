package topswops

import (
	"context"
	"math/big"

	"dovetail/perm/topswops"
)

// Bounds hold the length of the longest game on N cards between others.
type Bounds struct {
	N         int
	Wilf      *big.Int // at most 2^(n-1), by the score of cards at home
	Fibonacci *big.Int // at most F(n+1) with F(1) = F(2) = 1, by Klamkin's cut at the largest protagonist
	Lower     int      // at least this, by Deck
	Deck      []int
	Built     []Construction // all that were tried
	Best      *Fact          // what is published, or nil
}

// Construction is a way to build a long deck.
type Construction struct {
	Name   string
	Source string // of the deck that it starts from; empty if it needs none
	Length int
}

// BoundsMax is the largest deck of [BoundsAt], and beamMax the largest that is
// also looked for going backwards: from there on chains are longer.
const BoundsMax, beamMax = 2500, 60

// BoundsAt computes the bounds; the decks are built and then played. The first
// of the longest is kept. It gives up when ctx ends, with its error.
//
// The chains have about 0.15 n^2 moves, a quadratic lower bound by chaining
// games of linear length as in Morales and Sudborough.
func BoundsAt(ctx context.Context, n int) (Bounds, error) {
	b := Bounds{N: n, Wilf: new(big.Int).Lsh(big.NewInt(1), uint(n-1)), Fibonacci: fibonacci(n + 1), Lower: -1}
	for _, f := range starts {
		if n >= len(f.deck) {
			if err := b.try(ctx, "chain from "+f.name, f.source, f.chain(n)); err != nil {
				return b, err
			}
		}
	}
	if n <= beamMax {
		deck, err := longDeck(ctx, n)
		if err == nil {
			err = b.try(ctx, "backwards from card 1 on top", "", deck)
		}
		if err != nil {
			return b, err
		}
	}
	if f, ok := KnownAt(n); ok {
		b.Best = &f
	}
	return b, nil
}

// try plays a deck, and keeps the longest.
func (b *Bounds) try(ctx context.Context, name, source string, deck []int) error {
	g, err := topswops.PlayUntil(ctx, deck, false)
	if err != nil {
		return err
	}
	b.Built = append(b.Built, Construction{name, source, g.Length()})
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
