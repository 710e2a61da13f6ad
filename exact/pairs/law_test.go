package pairs

import (
	"context"
	"math"
	"math/big"
	"testing"

	"dovetail/exact/position"
	"dovetail/perm"
	"dovetail/perm/shuffle"
)

func alphabet(t testing.TB, n int, names string, models ...string) *Alphabet {
	t.Helper()
	letters, err := shuffle.Alphabet(n, []byte(names), "literal", models)
	if err != nil {
		t.Fatal(err)
	}
	a := position.NewAlphabet(n, letters)
	all := make(position.Word, len(letters))
	for l := range all {
		all[l] = byte(l)
	}
	p, err := NewAlphabet(context.Background(), a, all)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// direct is the law of ordered pairs as one matrix on n*n states, letter by letter
// from the outcomes.
func direct(a *Alphabet, w position.Word) [][]float64 {
	n := a.N
	law := make([][]float64, n*n)
	for x := range law {
		law[x] = make([]float64, n*n)
		law[x][x] = 1
	}
	for _, l := range w {
		next := make([][]float64, n*n)
		for x := range next {
			next[x] = make([]float64, n*n)
		}
		a.Letters[l].Model.Support(n, 60, func(p perm.Perm, weight *big.Int) bool {
			q := math.Ldexp(float64(weight.Int64()), -60)
			for x := range law {
				for y, v := range law[x] {
					if v != 0 {
						next[x][p[y/n]*n+p[y%n]] += q * v
					}
				}
			}
			return true
		})
		law = next
	}
	return law
}

func TestLawAgainstOutcomes(t *testing.T) {
	for n := 2; n <= 6; n++ {
		a := alphabet(t, n, "HRDVCB", "H=hindu(mean=2,sd=1)", "D=deal(piles=2)")
		for _, s := range []string{"R", "D", "HD", "DRDH", "DDRVDHD", "HCRDB", "VBRH"} {
			w, err := a.Parse(s)
			if err != nil {
				t.Fatal(err)
			}
			law, want := newLaw(t, a, w), direct(a, w)
			distances, ends, together := law.Distances(), law.Ends(), law.Together()
			uniform := 1 / float64(n*(n-1))
			for i := range n {
				for j := range n {
					if i == j {
						continue
					}
					row, column := 0.0, 0.0
					near := 0.0
					for k := range n {
						for l := range n {
							if k == l {
								continue
							}
							p := want[i*n+j][k*n+l]
							if got := law.Probability(i, j, k, l); math.Abs(got-p) > 1e-13 {
								t.Fatalf("n=%d %s: %d,%d to %d,%d is %v, want %v", n, s, i, j, k, l, got, p)
							}
							row += math.Abs(p-uniform) / 2
							column += math.Abs(want[k*n+l][i*n+j]-uniform) / 2
							if k == l+1 || l == k+1 {
								near += p
							}
						}
					}
					x, _ := law.number(i, j)
					if math.Abs(distances[x]-row) > 1e-13 || math.Abs(ends[x]-column) > 1e-13 {
						t.Fatalf("n=%d %s: distances of %d,%d are %v and %v, want %v and %v", n, s, i, j, distances[x], ends[x], row, column)
					}
					if j == i+1 && math.Abs(together[i]-near) > 1e-13 {
						t.Fatalf("n=%d %s: %d,%d together %v, want %v", n, s, i, j, together[i], near)
					}
				}
			}
		}
	}
}

// The law of one of two cards is the position law, at 52 cards, or 32 where products
// are long without assembly.
func TestLawMargins(t *testing.T) {
	n := 52
	if testing.Short() {
		n = 32
	}
	a := alphabet(t, n, "HRD")
	w, _ := a.Parse("DHRDD")
	law := newLaw(t, a, w)
	single, err := position.NewChain(a.Alphabet).Word(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{0, 7, n - 1} {
		for k := range n {
			for _, j := range []int{1, 30} {
				sum := 0.0
				for l := range n {
					if l != k {
						sum += law.Probability(i, j, k, l)
					}
				}
				if want := single.Probabilities(i)[k]; math.Abs(sum-want) > law.Slack() {
					t.Fatalf("%d with %d to %d: %v, want %v", i, j, k, sum, want)
				}
			}
		}
	}
}

// A prefix that is kept, and any number of threads, give the same bits.
func TestChainIsTheSame(t *testing.T) {
	a := alphabet(t, 24, "HRD")
	one, three := NewChain(a, a.Every(), 1), NewChain(a, a.Every(), 3)
	for _, s := range []string{"RRR", "RRH", "RDHR", "RDHDR", "H"} {
		w, _ := a.Parse(s)
		x, y, fresh := rows(t, one, w), rows(t, three, w), rows(t, NewChain(a, a.Every(), 2), w)
		for i := range x.Sum.Rows {
			for j, v := range x.Sum.Row(i) {
				if v != y.Sum.Row(i)[j] || v != fresh.Sum.Row(i)[j] || x.Diff.Row(i)[j] != fresh.Diff.Row(i)[j] {
					t.Fatalf("%s: cell %d,%d differs", s, i, j)
				}
			}
		}
	}
}

// The law of a 7-letter word at 52 cards, with its letters' laws.
func BenchmarkLaw52(b *testing.B) {
	for b.Loop() {
		a := alphabet(b, 52, "HRD")
		w, _ := a.Parse("RHRRHRR")
		newLaw(b, a, w)
	}
}

func newLaw(t testing.TB, a *Alphabet, w position.Word) *Law {
	t.Helper()
	l, err := NewLaw(context.Background(), a, w, 1)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func rows(t testing.TB, c *Chain, w position.Word) *Rows {
	t.Helper()
	r, err := c.Core(context.Background(), w)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
