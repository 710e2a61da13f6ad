package topswops

import (
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
	Best      *Fact // what is published, or nil
}

// beamMax is the largest deck that is also looked for going backwards: from
// some 50 cards on the chain is longer.
const beamMax = 60

// BoundsAt computes the bounds; the decks are built and then played.
func BoundsAt(n int) Bounds {
	b := Bounds{N: n, Wilf: new(big.Int).Lsh(big.NewInt(1), uint(n-1)), Fibonacci: fibonacci(n + 1)}
	b.Deck = chainedDeck(n)
	b.Lower = topswops.Play(b.Deck, false).Length()
	if n <= beamMax {
		if deck := longDeck(n); topswops.Play(deck, false).Length() > b.Lower {
			b.Deck, b.Lower = deck, topswops.Play(deck, false).Length()
		}
	}
	if f, ok := KnownAt(n); ok {
		b.Best = &f
	}
	return b
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
