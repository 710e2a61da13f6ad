package draw

import (
	"math"
	"math/big"
	"testing"

	"dovetail/perm/shuffle/fixed"
)

// Sizes are drawn alike with and without a table, also close to where they change.
func TestSearchedSizes(t *testing.T) {
	rat := big.NewRat
	for name, law := range map[string]*Sizes{
		"normal":    RoundedNormal(rat(500, 1), rat(31, 3), Roundings[0], 0, 1000, Bits),
		"floored":   RoundedNormal(rat(20, 3), rat(9, 1), Roundings[1], 2, 1000, Bits),
		"beyond":    RoundedNormal(rat(2000, 1), rat(1, 1), Roundings[2], 1, 1000, Bits),
		"uniform":   FlooredUniform(rat(7, 2), rat(901, 3), 0, 1000, Bits),
		"clamped":   FlooredUniform(rat(-7, 2), rat(2001, 3), 0, 500, Bits),
		"one value": FlooredUniform(rat(3, 1), rat(4, 1), 0, 500, Bits),
	} {
		tabled, searched := law.tabled(), law.searched()
		a, b := NewStream([32]byte{5}), NewStream([32]byte{5})
		for range 2000 {
			if x, y := tabled(a), searched(b); x != y {
				t.Fatalf("%s: %d by the table, %d without", name, x, y)
			}
		}
		if law.About == nil {
			continue
		}
		for k := law.From; k < law.To; k++ {
			if p := fixed.Float(law.UpTo(k), Bits); math.Abs(p-law.About(k)) > 1e-9 {
				t.Fatalf("%s: P(size <= %d) is %v, about %v", name, k, p, law.About(k))
			}
		}
	}
}
