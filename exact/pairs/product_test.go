package pairs

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
)

func random(rng *rand.Rand, rows, columns int) *Matrix {
	m := NewMatrix(rows, columns)
	for i := range rows {
		for j := range columns {
			m.Row(i)[j] = rng.Float64() - 0.5
		}
	}
	return m
}

func packMatrix(m *Matrix) *packed {
	return pack(m.Rows, func(k, j int) float64 { return m.Row(k)[j] })
}

// plain is the product from its definition.
func plain(a, b *Matrix) *Matrix {
	out := NewMatrix(a.Rows, b.Columns)
	for i := range a.Rows {
		sums := out.Row(i)
		for k, x := range a.Row(i) {
			for j, y := range b.Row(k) {
				sums[j] = math.FMA(x, y, sums[j])
			}
		}
	}
	return out
}

func TestProductBitForBit(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{1, 3, 11, 12, 13, 191, 192, 193, 400} {
		for _, rows := range []int{1, 4, 5, 200, 391} {
			a, b := random(rng, rows, size), random(rng, size, size)
			want, got := plain(a, b), NewMatrix(rows, size)
			half := roundUp(rows/2, blockRows)
			product(context.Background(), got, a, packMatrix(b), 0, min(half, rows))
			product(context.Background(), got, a, packMatrix(b), min(half, rows), rows-min(half, rows))
			for i := range rows {
				for j := range size {
					if got.Row(i)[j] != want.Row(i)[j] {
						t.Fatalf("%d x %d: cell %d,%d is %v, want %v", rows, size, i, j, got.Row(i)[j], want.Row(i)[j])
					}
				}
			}
		}
	}
}

// One product of 1326 x 1326: half a letter at 52 cards.
func BenchmarkProduct52(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	const size = 1326
	x, y := random(rng, size, size), packMatrix(random(rng, size, size))
	dst := NewMatrix(size, size)
	for b.Loop() {
		product(context.Background(), dst, x, y, 0, size)
	}
	b.ReportMetric(float64(size*size*size)*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "madd/ns")
}
