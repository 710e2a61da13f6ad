package position

import (
	"bytes"
	"math"
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
		productGo(slow, a, b, 0, a.height(), a.Stride)
		for c := range fast.Data {
			if fast.Data[c] != slow.Data[c] {
				t.Fatalf("n=%d cell %d: %v, oracle %v", n, c, fast.Data[c], slow.Data[c])
			}
		}
		again, columns := NewMatrix(n), NewMatrix(n)
		for row := 0; row < again.height(); row += 4 {
			ProductRows(again, a, b, row, 4)
		}
		ProductColumns8(columns, a, b)
		for i := range n {
			for j := range n {
				if again.At(i, j) != slow.At(i, j) {
					t.Fatalf("n=%d rows in parts: cell (%d,%d) %v, oracle %v", n, i, j, again.At(i, j), slow.At(i, j))
				}
				want := 0.0
				if j < 8 {
					want = slow.At(i, j)
				}
				if columns.At(i, j) != want {
					t.Fatalf("n=%d eight columns: cell (%d,%d) %v, want %v", n, i, j, columns.At(i, j), want)
				}
			}
		}
		mask, oracle := make([]byte, n*a.Stride/4), make([]byte, n*a.Stride/4)
		Within(a, 0.7, mask)
		withinGo(a, 0.7, oracle)
		if !bytes.Equal(mask, oracle) {
			t.Fatalf("n=%d: mask %x, oracle %x", n, mask, oracle)
		}
		for _, lim := range [][2]float64{{0.5, 1}, {-1, 0}, {-2, -1}, {1, 1}} {
			sums, want := make([]float64, n), make([]float64, n)
			l1, b1, u1 := scan(a, 0, n, lim[0], lim[1], sums)
			l2, b2, u2 := scanGo(a, 0, n, lim[0], lim[1], want)
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
		scan(x, 0, 52, 0.1, 0.2, sums)
	}
}

// Cells at the limit are within it.
func TestWithinItsLimit(t *testing.T) {
	const limit = 0.25
	for _, n := range []int{1, 4, 9, 52} {
		m := NewMatrix(n)
		for i := range n {
			for j := range n {
				m.Row(i)[j] = [...]float64{limit, -limit, math.Nextafter(limit, 1), -math.Nextafter(limit, 1), 0}[(i+j)%5]
			}
		}
		fast, slow := make([]byte, n*m.Stride/4), make([]byte, n*m.Stride/4)
		Within(m, limit, fast)
		withinGo(m, limit, slow)
		for i := range n {
			for j := range n {
				at, bit := (i*m.Stride+j)/4, byte(1)<<(j%4)
				if want := math.Abs(m.At(i, j)) <= limit; fast[at]&bit != 0 != want || slow[at]&bit != 0 != want {
					t.Fatalf("n=%d: cell %d,%d is %v: %v by the kernel, %v by its oracle", n, i, j, m.At(i, j), fast[at]&bit != 0, slow[at]&bit != 0)
				}
			}
		}
	}
}
