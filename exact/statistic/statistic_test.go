package statistic

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"dovetail/perm"
)

// slowly measures a deck by the definitions.
func slowly(deck []uint32) (v Values) {
	n := len(deck)
	d := make(perm.Perm, n)
	for j, c := range deck {
		d[j] = int(c)
	}
	v[Rising] = int64(d.Inverse().RisingSequences())
	v[Descents] = int64(d.Descents())
	v[Cycles] = int64(len(d.Cycles()))
	longest := make([]int64, n) // that end at a place
	for j, c := range d {
		if c == j {
			v[Fixed]++
		}
		if j > 0 && c == d[j-1]+1 {
			v[Adjacencies]++
		}
		v[Displacement] += int64(max(c-j, j-c))
		longest[j] = 1
		for i := range j {
			if d[i] > c {
				v[Inversions]++
			} else {
				longest[j] = max(longest[j], longest[i]+1)
			}
		}
		v[Increasing] = max(v[Increasing], longest[j])
	}
	v[First], v[Last] = int64(d[0]+1), int64(d[n-1]+1)
	return v
}

func check(t *testing.T, g *Measurer, deck []uint32) {
	t.Helper()
	got, err := g.Measure(t.Context(), deck)
	if want := slowly(deck); err != nil || got != want {
		t.Fatalf("%v: %v, %v, want %v", deck, err, got, want)
	}
}

// All decks of up to seven cards.
func TestSmallDecks(t *testing.T) {
	for n := 1; n <= 7; n++ {
		g, deck := NewMeasurer(n), make([]uint32, n)
		for rank := range perm.Factorial(n) {
			for j, c := range perm.Unrank(n, rank) {
				deck[j] = uint32(c)
			}
			check(t, g, deck)
		}
	}
}

// Decks that are mixed much, little and not at all, of sizes round those where blocks
// and levels begin.
func TestLargerDecks(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{8, 52, 63, 64, 65, 127, 128, 129, 511, 512, 513, 1000, 4095, 4096, 4097, 4500} {
		g, deck := NewMeasurer(n), make([]uint32, n)
		for _, exchanges := range []int{0, 3, n / 10, 10 * n} {
			for j := range deck {
				deck[j] = uint32(j)
			}
			for range exchanges {
				i, j := rng.IntN(n), rng.IntN(n)
				deck[i], deck[j] = deck[j], deck[i]
			}
			check(t, g, deck)
			for i := range n / 2 {
				deck[i], deck[n-1-i] = deck[n-1-i], deck[i]
			}
			check(t, g, deck)
		}
	}
}

// In large decks what is known: the reversal, and blocks of 300,000 cards exchanged.
func TestLargeDecks(t *testing.T) {
	const n, block = 600_000, 300_000
	g, deck := NewMeasurer(n), make([]uint32, n)
	for j := range deck {
		deck[j] = uint32(n - 1 - j)
	}
	got, _ := g.Measure(t.Context(), deck)
	if want := (Values{n, n - 1, 0, n / 2, n * (n - 1) / 2, 0, 1, n * n / 2, n, 1}); got != want {
		t.Errorf("reversal: %v, want %v", got, want)
	}
	for j := range deck {
		deck[j] = uint32((j + block) % n)
	}
	got, _ = g.Measure(t.Context(), deck)
	if want := (Values{2, 1, 0, block, block * block, n - 2, block, n * block, block + 1, block}); got != want {
		t.Errorf("cut: %v, want %v", got, want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := g.Measure(ctx, deck); err == nil {
		t.Error("measured although the context is over")
	}
}

func TestNames(t *testing.T) {
	for s := range Statistic(Count) {
		if got, ok := Named(s.String()); !ok || got != s {
			t.Errorf("%v is not found by its name", s)
		}
	}
	if _, ok := Named("nothing"); ok {
		t.Error("nothing is a statistic")
	}
}

func BenchmarkMeasure(b *testing.B) {
	for _, n := range []int{52, 1e3, 1e5, 1e6, 1e7} {
		g, deck := NewMeasurer(n), make([]uint32, n)
		for j, c := range rand.New(rand.NewPCG(1, 2)).Perm(n) {
			deck[j] = uint32(c)
		}
		for name, f := range map[string]func(){
			"look": func() { look(deck, new(Values)) }, "rising": func() { g.rising(deck) }, "cycles": func() { g.cycles(b.Context(), deck) },
			"inversions": func() { g.inversions(deck) }, "increasing": func() { g.tree.increasing(deck) },
			"all": func() { g.Measure(context.Background(), deck) },
		} {
			b.Run(fmt.Sprintf("%d/%s", n, name), func(b *testing.B) {
				for b.Loop() {
					f()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/card")
			})
		}
	}
}
