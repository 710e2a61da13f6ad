package shuffle

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// Sizes are drawn alike with and without a table, also close to where they change.
func TestSearchedSizes(t *testing.T) {
	rat := big.NewRat
	for name, law := range map[string]*sizes{
		"normal":    roundedNormal(rat(500, 1), rat(31, 3), roundings[0], 0, 1000, choiceBits),
		"floored":   roundedNormal(rat(20, 3), rat(9, 1), roundings[1], 2, 1000, choiceBits),
		"beyond":    roundedNormal(rat(2000, 1), rat(1, 1), roundings[2], 1, 1000, choiceBits),
		"uniform":   flooredUniform(rat(7, 2), rat(901, 3), 0, 1000, choiceBits),
		"clamped":   flooredUniform(rat(-7, 2), rat(2001, 3), 0, 500, choiceBits),
		"one value": flooredUniform(rat(3, 1), rat(4, 1), 0, 500, choiceBits),
	} {
		tabled, searched := law.tabled(), law.searched()
		a, b := rand.NewChaCha8([32]byte{5}), rand.NewChaCha8([32]byte{5})
		for range 2000 {
			if x, y := tabled(a), searched(b); x != y {
				t.Fatalf("%s: %d by the table, %d without", name, x, y)
			}
		}
		if law.about == nil {
			continue
		}
		for k := law.from; k < law.to; k++ {
			if p := fixedFloat(law.upTo(k), choiceBits); math.Abs(p-law.about(k)) > 1e-9 {
				t.Fatalf("%s: P(size <= %d) is %v, about %v", name, k, p, law.about(k))
			}
		}
	}
}
