// Package noted knows which card a spectator has noted, from the deck as it lies afterwards.
//
// The trick: a deck in known order is riffled m times and perhaps cut; the spectator notes
// the top card and puts it back somewhere; perhaps the deck is cut once more. Cuts are
// uniform, and the law of the place for the card is known. If x was the card, and lay on the
// j-th place from the top, 0 to n-1, before a last cut, the deck before was x, then the other
// cards. Its probability P is in closed form (package riffle), by what x on top leaves of the
// others' order; so
//
//	P(x noted | deck) ~ sum over the ways that the deck may have come, P(x on the others) q(j),
//
// q being the law of the place. Lifting a card changes rising sequences only beside it, so
// that all n posteriors together cost O(n): see [Magician].
package noted

import (
	"fmt"
	"math/big"
	"slices"
)

// Limits of a [Trick].
const (
	MinDeck    = 3
	MaxDeck    = 208
	MaxRiffles = 20
)

// Cut says when the deck is cut, at a uniform place: before the card is noted, after it was
// put back, both times or never.
type Cut string

// The cuts.
const (
	None   Cut = "none"
	Before Cut = "before"
	After  Cut = "after"
	Both   Cut = "both"
)

// Cuts are all of them.
var Cuts = []Cut{None, Before, After, Both}

// Before reports whether the deck is cut before the card is noted, and After whether it is
// afterwards.
func (c Cut) Before() bool { return c == Before || c == Both }

// After is as Before.
func (c Cut) After() bool { return c == After || c == Both }

// Insertion is the law of the place that the noted card is put back to.
type Insertion string

// The laws: all n places alike; as many cards above it as n-1 coins show heads; the places
// of the upper quarter alike.
const (
	Uniform Insertion = "uniform"
	Middle  Insertion = "middle"
	Top     Insertion = "top"
)

// Insertions are all of them.
var Insertions = []Insertion{Uniform, Middle, Top}

// Law is the probability of each place from the top, for n cards.
func (s Insertion) Law(n int) []float64 {
	q := make([]float64, n)
	switch upper := (n + 3) / 4; s {
	case Middle:
		whole := new(big.Int).Lsh(big.NewInt(1), uint(n-1))
		for j := range q {
			q[j], _ = new(big.Rat).SetFrac(new(big.Int).Binomial(int64(n-1), int64(j)), whole).Float64()
		}
	case Top:
		for j := range upper {
			q[j] = 1 / float64(upper)
		}
	default:
		for j := range q {
			q[j] = 1 / float64(n)
		}
	}
	return q
}

// Describe says the law in words.
func (s Insertion) Describe(n int) string {
	switch s {
	case Middle:
		return fmt.Sprintf("put back near the middle: Binomial(%d, 1/2) cards above it", n-1)
	case Top:
		return fmt.Sprintf("put back near the top: uniformly on places 1 to %d", (n+3)/4)
	}
	return fmt.Sprintf("put back uniformly on the %d places", n)
}

// Trick is how the trick is done with N cards.
type Trick struct {
	N       int
	Riffles int
	Cut     Cut
	Insert  Insertion
}

// Check refuses what there is not.
func (t Trick) Check() error {
	switch {
	case t.N < MinDeck || t.N > MaxDeck:
		return fmt.Errorf("n=%d is out of range %d..%d", t.N, MinDeck, MaxDeck)
	case t.Riffles < 1 || t.Riffles > MaxRiffles:
		return fmt.Errorf("riffles=%d is out of range 1..%d", t.Riffles, MaxRiffles)
	case !slices.Contains(Cuts, t.Cut):
		return fmt.Errorf("cut=%q is not one of %v", t.Cut, Cuts)
	case !slices.Contains(Insertions, t.Insert):
		return fmt.Errorf("insert=%q is not one of %v", t.Insert, Insertions)
	}
	return nil
}
