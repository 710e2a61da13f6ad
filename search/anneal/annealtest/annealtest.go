// Package annealtest has words with walks so short that they mix badly, and the exact densities.
// The mean of the estimates must equal these all the same.
package annealtest

import (
	"math"
	"testing"

	"dovetail/exact/law/lawtest"
	"dovetail/exact/position"
	"dovetail/perm"
	"dovetail/perm/shuffle/outcome"
	"dovetail/search/anneal"
)

// Walked is a word with so few steps that its walks mix badly.
type Walked struct {
	Letters *position.Laws
	Target  anneal.Target
	Ladder  *anneal.Ladder
	Decks   [][]uint16
	Ratio   []float64 // n! P(deck), of the decks as the walks have them
}

// Walk is a word of the letters of package lawtest on n cards, with a ladder of a number of steps.
func Walk(t testing.TB, n int, spelled string, steps int) *Walked {
	t.Helper()
	x := &Walked{Letters: lawtest.Small(t, n, lawtest.LettersFor(n))}
	w, err := x.Letters.Parse(spelled)
	if err != nil {
		t.Fatal(err)
	}
	if x.Target, err = anneal.New(x.Letters.Alphabet, w); err != nil {
		t.Fatal(err)
	}
	x.Ladder = x.Target.Ladder()
	x.Ladder.Even(steps)
	_, core, _ := x.Letters.Split(w)
	l := lawtest.LawOf(t, x.Letters.Alphabet, core)
	x.Ratio = make([]float64, l.Decks())
	for d := range l.Decks() {
		var cards []uint16
		for _, c := range perm.Unrank(n, uint64(d)) {
			cards = append(cards, uint16(c))
		}
		x.Decks = append(x.Decks, cards)
		x.Ratio[RankOf(x.Target.Places(cards), n)] = l.Probability(d) * float64(l.Decks())
	}
	return x
}

// Sample is a mean with its standard error. An outcome that is expected less than once may be
// absent from a sample.
type Sample struct{ Count, Sum, Squares float64 }

// Add adds a value.
func (s *Sample) Add(x float64) {
	s.Count++
	s.Sum += x
	s.Squares += float64(x * x)
}

// Mean is the mean of the values.
func (s Sample) Mean() float64 { return s.Sum / s.Count }

// SE is the standard error of the mean.
func (s Sample) SE() float64 {
	return math.Sqrt(max(0, s.Squares/s.Count-float64(s.Mean()*s.Mean()))/s.Count) + 1/s.Count
}

// RankOf is the number of the deck whose cards are at the given places.
func RankOf(places *outcome.Sources, n int) int {
	p := make(perm.Perm, n)
	for card, j := range places[:n] {
		p[card] = int(j)
	}
	return int(p.Inverse().Rank())
}

// MaxMissed is a number of failures that is hardly ever exceeded by count tests that each fail with
// probability delta.
func MaxMissed(count int, delta float64) int {
	mean := float64(delta * float64(count))
	return int(mean + float64(5*math.Sqrt(mean)) + 2)
}
