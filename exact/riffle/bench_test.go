package riffle

import (
	"fmt"
	"math/big"
	"testing"
)

// BenchmarkRows is what a table of m = 1 to last riffles costs: every distance,
// with the entropy to 40 bits.
func BenchmarkRows(b *testing.B) {
	for _, c := range []struct{ n, last int }{{52, 12}, {1000, 20}} {
		for _, cut := range Cuts {
			b.Run(fmt.Sprintf("n=%d,m=1..%d,cut=%s", c.n, c.last, cut), func(b *testing.B) {
				for b.Loop() {
					s := New(c.n, cut)
					for m := 1; m <= c.last; m++ {
						a := big.NewInt(1 << m)
						s.TVD(a)
						s.Separation(a)
						s.Linf(a)
						s.Entropy(a, within(1e-12))
					}
				}
			})
		}
	}
}

// BenchmarkShelves is what the rows of one pass through 10 to 300 shelves cost.
func BenchmarkShelves(b *testing.B) {
	for b.Loop() {
		for _, m := range []int64{10, 15, 20, 25, 30, 35, 38, 50, 64, 100, 150, 200, 250, 300} {
			c := Shelves(52, big.NewInt(m))
			c.TVD()
			c.Separation()
			c.Linf()
			c.Entropy(within(1e-12))
		}
	}
}
