package law

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"dovetail/perm"
	"dovetail/perm/shuffle"
)

var specs = []string{
	"riffle", "riffle(cut=normal,sd=1)", "hindu(mean=2,sd=1)", "hindu(mean=3,sd=1/2,min=2)",
	"deal(piles=1)", "deal(piles=2)", "deal(order=1-3-2)", "hindu(mean=10)",
}

// convolve is the oracle: the sum over all outcomes as the model lists them.
func convolve(n int, law map[uint64]*big.Rat, m shuffle.Model) map[uint64]*big.Rat {
	const bits = 256
	out := map[uint64]*big.Rat{}
	for rank, v := range law {
		deck := perm.Unrank(n, rank)
		m.Support(n, bits, func(p perm.Perm, w *big.Int) bool {
			to := make(perm.Perm, n)
			for i, j := range p {
				to[j] = deck[i]
			}
			x := new(big.Rat).SetFrac(w, new(big.Int).Lsh(big.NewInt(1), bits))
			x.Mul(x, v)
			if r := to.Rank(); out[r] == nil {
				out[r] = x
			} else {
				out[r].Add(out[r], x)
			}
			return true
		})
	}
	return out
}

func TestStepsAgainstConvolution(t *testing.T) {
	for n := 1; n <= 7; n++ {
		for _, first := range specs {
			for _, second := range specs {
				a, err := shuffle.Parse(first)
				b, err2 := shuffle.Parse(second)
				if err != nil || err2 != nil || a.Check(n) != nil || b.Check(n) != nil {
					continue
				}
				if n > 5 && !(first == specs[0] || second == specs[2]) {
					continue
				}
				want := convolve(n, convolve(n, map[uint64]*big.Rat{0: big.NewRat(1, 1)}, a), b)
				w := Word{0, 1}
				got, err := NewChain(alphabet(t, n, first, second), 1).Word(context.Background(), w)
				if err != nil {
					t.Fatal(err)
				}
				for d := range got.Decks() {
					w := want[uint64(d)]
					if w == nil {
						w = new(big.Rat)
					}
					if got.Exact() {
						if new(big.Rat).SetFrac(new(big.Int).SetUint64(got.Counts[d]), got.Den).Cmp(w) != 0 {
							t.Fatalf("%s %s n=%d deck %d: %v/%v, want %v", first, second, n, d, got.Counts[d], got.Den, w)
						}
						continue
					}
					diff := new(big.Rat).SetFloat64(got.Probs[d])
					diff.Sub(diff, w)
					diff.Abs(diff)
					bound, _ := w.Float64()
					if f, _ := diff.Float64(); f > bound*got.RelativeError()+1e-60 {
						t.Fatalf("%s %s n=%d deck %d: %v, want %v", first, second, n, d, got.Probs[d], w)
					}
				}
			}
		}
	}
}

func alphabet(t testing.TB, n int, specs ...string) *Alphabet {
	t.Helper()
	var letters []shuffle.Letter
	for i, s := range specs {
		m, err := shuffle.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		letters = append(letters, shuffle.Letter{Name: byte('A' + i), Model: m})
	}
	a, err := NewAlphabet(n, letters)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// All steps of five letters, nothing in closed form.
func BenchmarkSteps(b *testing.B) {
	for _, c := range []struct {
		spec string
		n    int
	}{{"riffle", 8}, {"riffle", 10}, {"hindu(mean=20/13,sd=25/78)", 8}, {"hindu(mean=20/13,sd=25/78)", 10}} {
		b.Run(fmt.Sprintf("%s/n=%d", c.spec, c.n), func(b *testing.B) {
			a := alphabet(b, c.n, c.spec)
			c := NewChain(a, 1)
			for b.Loop() {
				c.last = nil
				if _, err := c.Core(context.Background(), Word{0, 0, 0, 0, 0}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
