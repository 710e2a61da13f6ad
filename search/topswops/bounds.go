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

// BoundsAt computes the bounds; the deck is built going backwards and then
// played.
func BoundsAt(n int) Bounds {
	b := Bounds{N: n, Wilf: new(big.Int).Lsh(big.NewInt(1), uint(n-1)), Fibonacci: fibonacci(n + 1)}
	b.Deck = longDeck(n)
	b.Lower = topswops.Play(b.Deck, false).Length()
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
