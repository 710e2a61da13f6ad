package density

import (
	"math/rand/v2"
	"testing"
)

func BenchmarkDensity(b *testing.B) {
	a := alphabet(b, 52, "R", "V", "H", "D", "C")
	rng := rand.New(rand.NewPCG(1, 1))
	decks := make([][]uint16, 256)
	for k := range decks {
		decks[k] = uniform(rng, 52)
	}
	for _, spelled := range []string{"RRRRRR", "VVVVVV", "DRRRRRRD", "CRRRRRR", "RRRRRRH", "HRRRRRR"} {
		b.Run(spelled, func(b *testing.B) {
			density, k := closed(b, a, spelled).New(), 0
			for b.Loop() {
				density(decks[k%len(decks)])
				k++
			}
		})
	}
}
