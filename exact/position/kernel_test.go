package position

import (
	"math/rand/v2"
	"testing"
)

func random(n int, rng *rand.Rand) *Matrix {
	m := NewMatrix(n)
	for i := range n {
		for j := range n {
			m.Row(i)[j] = rng.NormFloat64()
		}
	}
	return m
}

// Every kernel must give the oracle's bits at every size.
func TestKernels(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for n := 1; n <= 70; n++ {
		a, b := random(n, rng), random(n, rng)
		fast, slow := NewMatrix(n), NewMatrix(n)
		Product(fast, a, b)
		productGo(slow, a, b)
		for c := range fast.Data {
			if fast.Data[c] != slow.Data[c] {
				t.Fatalf("n=%d cell %d: %v, oracle %v", n, c, fast.Data[c], slow.Data[c])
			}
		}
		for _, lim := range [][2]float64{{0.5, 1}, {-1, 0}, {-2, -1}, {1, 1}} {
			sums, want := make([]float64, n), make([]float64, n)
			l1, b1, u1 := scan(a, lim[0], lim[1], sums)
			l2, b2, u2 := scanGo(a, lim[0], lim[1], want)
			if l1 != l2 || b1 != b2 || u1 != u2 {
				t.Fatalf("n=%d %v: scan %v %d %d, oracle %v %d %d", n, lim, l1, b1, u1, l2, b2, u2)
			}
			for i := range sums {
				if sums[i] != want[i] {
					t.Fatalf("n=%d row %d: sum %v, oracle %v", n, i, sums[i], want[i])
				}
			}
		}
	}
}

func BenchmarkProduct52(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	x, y, z := random(52, rng), random(52, rng), NewMatrix(52)
	for b.Loop() {
		Product(z, x, y)
	}
	b.ReportMetric(52*52*52*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "fma/ns")
}

func BenchmarkScan52(b *testing.B) {
	x := random(52, rand.New(rand.NewPCG(1, 1)))
	sums := make([]float64, 52)
	for b.Loop() {
		scan(x, 0.1, 0.2, sums)
	}
}
