package distinguish

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// addPairs may look up many decks at once. Its sums have the same bits as those of one deck after
// another, for all numbers of decks and of cards.
func TestLookUp(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := 2; n <= MaxCards; n++ {
		weights := make([]float32, n*n)
		for k := range weights {
			weights[k] = float32(r.NormFloat64())
		}
		for decks := range 40 {
			upper, lower := make([]uint16, decks), make([]uint16, decks)
			to := make([]float32, decks)
			for k := range to {
				upper[k], lower[k] = uint16(n*r.IntN(n)), uint16(r.IntN(n))
				to[k] = float32(r.NormFloat64())
			}
			want := slices.Clone(to)
			lookUp(want, weights, upper, lower)
			addPairs(to, weights, upper, lower)
			if !slices.Equal(to, want) {
				t.Fatalf("%d decks of %d cards: %v, want %v", decks, n, to, want)
			}
		}
	}
}
