package shuffle

import (
	"math/rand/v2"
	"testing"

	"dovetail/perm"
)

// walk is a tilted walk between random orders.
func walk(t testing.TB, m Model, n int, rng *rand.ChaCha8) *Tilted {
	r := rand.New(rng)
	w := &Tilted{Outcome: NewOutcome(m, n), N: n, Rng: rng}
	w.Before, w.After = SourcesOf(perm.Perm(r.Perm(n))), SourcesOf(perm.Perm(r.Perm(n)))
	w.Draw(rng)
	w.Count()
	return w
}

func fall(n int, by float64) []float64 {
	weight := make([]float64, n+1)
	x := 1.0
	for r := range weight {
		weight[r] = x
		x *= by
	}
	return weight
}

// Walks in lanes take the same steps whatever makes them.
func TestLanes(t *testing.T) {
	sweep := sweepLanes
	defer func() { sweepLanes = sweep }()
	for _, a := range []int{2, 3, 4, 8, 16} {
		for _, n := range []int{2, 3, 8, 52, 64} {
			var all [2][]*Tilted
			for k := range all {
				for lane := range 5 {
					all[k] = append(all[k], walk(t, aShuffle{a}, n, rand.NewChaCha8([32]byte{byte(lane)})))
				}
			}
			for range 20 {
				sweepLanes = sweep
				Sweep(all[0], fall(n, 0.3), 77)
				sweepLanes = sweepLanesGo
				Sweep(all[1], fall(n, 0.3), 77)
			}
			for k, w := range all[0] {
				v := all[1][k]
				if *w.Sources() != *v.Sources() || w.Rises != v.Rises || w.Rng.Uint64() != v.Rng.Uint64() {
					t.Fatalf("a=%d n=%d lane %d: %v %d, %v %d", a, n, k, w.Sources(), w.Rises, v.Sources(), v.Rises)
				}
				r := w.Rises
				if w.Count(); r != w.Rises || risesGo(w.Before, w.Sources(), w.After, n) != r {
					t.Fatalf("a=%d n=%d lane %d: %d rising sequences, counted %d", a, n, k, r, w.Rises)
				}
			}
		}
	}
}

func benchSweep(b *testing.B, m Model, count int) {
	var walks []*Tilted
	for k := range count {
		walks = append(walks, walk(b, m, 52, rand.NewChaCha8([32]byte{byte(k)})))
	}
	weight := fall(52, 0.15)
	for n := 0; n < b.N; n += 52 * count {
		Sweep(walks, weight, 52)
	}
}

func BenchmarkSweepR(b *testing.B)  { benchSweep(b, &riffle{}, 8) }
func BenchmarkSweepR2(b *testing.B) { benchSweep(b, aShuffle{4}, 8) }
func BenchmarkSweepR3(b *testing.B) { benchSweep(b, aShuffle{8}, 8) }
func BenchmarkSweepR4(b *testing.B) { benchSweep(b, aShuffle{16}, 8) }
func BenchmarkSweepH(b *testing.B) {
	m, _ := Parse("hindu")
	benchSweep(b, m, 8)
}
func BenchmarkSweepN(b *testing.B) {
	m, _ := Parse("riffle(cut=normal)")
	benchSweep(b, m, 8)
}
