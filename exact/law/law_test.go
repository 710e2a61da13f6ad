package law

import (
	"context"
	"math/big"
	"testing"

	"dovetail/perm"
	"dovetail/perm/shuffle"
)

func letter(t testing.TB, n int, spec string) *Letter {
	t.Helper()
	m, err := shuffle.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	l, err := compile(n, shuffle.Letter{Name: 'X', Model: m})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

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
	for n := 2; n <= 7; n++ {
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
				c := NewChain(&Alphabet{N: n}, 1)
				c.Begin(nil, letter(t, n, first))
				got, err := c.Extend(context.Background(), 1, nil, letter(t, n, second))
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

func BenchmarkRiffles10(b *testing.B) {
	benchRiffles(b, 10)
}
func BenchmarkRiffles8(b *testing.B) {
	benchRiffles(b, 8)
}
func BenchmarkHindus8(b *testing.B) {
	r := letter(b, 8, "hindu(mean=20/13,sd=50/156)")
	c := NewChain(&Alphabet{N: 8}, 1)
	for b.Loop() {
		c.Begin(nil, r)
		for k := 1; k < 5; k++ {
			c.Extend(context.Background(), k, nil, r)
		}
	}
}
func benchRiffles(b *testing.B, n int) {
	r := letter(b, n, "riffle")
	c := NewChain(&Alphabet{N: n}, 1)
	for b.Loop() {
		c.Begin(nil, r)
		for k := 1; k < 5; k++ {
			if _, err := c.Extend(context.Background(), k, nil, r); err != nil {
				b.Fatal(err)
			}
		}
	}
}
