package dense

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func random(rng *rand.Rand, rows, columns int) *Matrix {
	return Of(rows, columns, func(int, int) float64 { return rng.NormFloat64() })
}

// everyForm calls f with every form that the machine has.
func everyForm(f func(name string)) {
	defer func(form form) { active = form }(active)
	for active = range best() + 1 {
		f([...]string{"plain", "vectors", "avx512", "vnni"}[active])
	}
}

// chains is the product from its definition.
func chains(a, b *Matrix) *Matrix {
	return Of(a.Rows, b.Columns, func(i, j int) float64 {
		sum := 0.0
		for k, x := range a.Row(i) {
			sum = math.FMA(x, b.At(k, j), sum)
		}
		return sum
	})
}

// same wants all cells to be the same, and the padding 0.
func same(t *testing.T, what string, got, want *Matrix) {
	t.Helper()
	for c, x := range got.Data {
		if x != want.Data[c] {
			t.Fatalf("%s: cell (%d,%d) is %v, want %v", what, c/got.Stride, c%got.Stride, x, want.Data[c])
		}
	}
}

func TestProducts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for n := 1; n <= 70; n++ {
		a, b := random(rng, n, n), random(rng, n, n)
		want := chains(a, b)
		everyForm(func(form string) {
			what := fmt.Sprintf("%s, n=%d", form, n)
			got := random(rng, n, n)
			Product(got, a, b)
			same(t, what, got, want)
			got = New(n, n)
			for row := 0; row < got.height(); row += 4 {
				ProductRows(got, a, b, row, 4)
			}
			ProductRows(got, a, b, 0, 0)
			same(t, what+" in parts", got, want)
			got = New(n, n)
			for row := range n {
				RowTimes(got.Data[row*got.Stride:][:got.Stride], a.Row(row), b)
			}
			same(t, what+", row by row", got, want)
		})
	}
}

// Rough products are as near as a step allows that rounds twice, and in a kernel have the bits of others.
func TestRough(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := 1; n <= 60; n++ {
		a, b := random(rng, n, n), random(rng, n, n)
		want := chains(a, b)
		everyForm(func(form string) {
			got := New(n, n)
			Rough(got, a, b)
			alone := New(n, n)
			for row := range n {
				RoughRowTimes(alone.Data[row*alone.Stride:][:alone.Stride], a.Row(row), b)
			}
			same(t, form+", row by row", alone, got)
			if form != "plain" {
				same(t, form, got, want)
			}
			for i := range n {
				for j := range n {
					size := 0.0
					for k, x := range a.Row(i) {
						size += math.Abs(x * b.At(k, j))
					}
					if math.Abs(got.At(i, j)-want.At(i, j)) > float64(2*n+2)*0x1p-53*size {
						t.Fatalf("%s, n=%d: cell (%d,%d) is %v, want %v", form, n, i, j, got.At(i, j), want.At(i, j))
					}
				}
			}
		})
	}
}

// In large products the later terms are added to the earlier ones, and zeros are left out, for any
// number of threads.
func TestFactors(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{1, 11, 24, 27, depth - 1, depth, depth + 1, 2*depth + 13} {
		for _, rows := range []int{5, height + 6} {
			a, b := random(rng, rows, size), random(rng, size, size)
			for k := range size {
				for j := range size {
					if far := k*7/size - j*5/size; far*far > 1 || k/9%5 == 1 {
						b.Row(k)[j] = 0
					}
				}
			}
			want := chains(a, b)
			everyForm(func(form string) {
				for _, threads := range []int{1, 2} {
					got := random(rng, rows, size)
					f, err := NewFactor(t.Context(), b)
					if err == nil {
						err = f.Product(t.Context(), got, a, threads)
					}
					if err != nil {
						t.Fatal(err)
					}
					same(t, fmt.Sprintf("%s, %d x %d, %d threads", form, rows, size, threads), got, want)
				}
				got := random(rng, rows, size)
				Product(got, a, b)
				same(t, fmt.Sprintf("%s, %d x %d, at once", form, rows, size), got, want)
			})
		}
	}
}

// A product is left when its context is cancelled.
func TestCancelled(t *testing.T) {
	over, cancel := context.WithCancel(t.Context())
	cancel()
	m := New(8, 8)
	if _, err := NewFactor(over, m); err != context.Canceled {
		t.Error(err)
	}
	f, err := NewFactor(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Product(over, New(8, 8), m, 2); err != context.Canceled {
		t.Error(err)
	}
}

func TestScans(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for n := 1; n <= 70; n++ {
		m := random(rng, n, n)
		everyForm(func(form string) {
			for _, lim := range [][2]float64{{0.5, 1}, {-1, 0}, {-2, -1}, {1, 1}} {
				sums, want := make([]float64, n), make([]float64, n)
				l1, b1, u1 := Scan(m, lim[0], lim[1], sums)
				l2, b2, u2 := scanGo(m, 0, n, lim[0], lim[1], want)
				if l1 != l2 || b1 != b2 || u1 != u2 || !slices.Equal(sums, want) {
					t.Fatalf("%s, n=%d %v: %v %d %d %v, want %v %d %d %v", form, n, lim, l1, b1, u1, sums, l2, b2, u2, want)
				}
			}
			for row := 0; row < n; row += 4 {
				want := 0.0
				for _, x := range m.Data[row*m.Stride : min(row+7, n)*m.Stride] {
					want = max(want, math.Abs(x))
				}
				if got := Largest(m, row, 7); got != want {
					t.Fatalf("%s, n=%d: largest of rows from %d is %v, want %v", form, n, row, got, want)
				}
			}
		})
	}
}

// Cells of few bits, whose sums lie between two doubles, tiny and huge ones, and those that nearly cancel.
func TestHardProducts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 6))
	hard := func(int, int) float64 {
		x := math.Ldexp(float64(rng.IntN(1<<20)-1<<19), -rng.IntN(80))
		switch rng.IntN(8) {
		case 0:
			return 0
		case 1:
			return math.Ldexp(x, -rng.IntN(1000))
		case 2:
			return math.Ldexp(x, rng.IntN(480))
		case 3:
			return math.Nextafter(1, float64(rng.IntN(3))) + math.Ldexp(1, -rng.IntN(60))
		}
		return x
	}
	for i := range 400 {
		tiny := func(i, j int) float64 { return math.Ldexp(rng.NormFloat64(), -540+rng.IntN(60)) }
		a, b := Of(12, 12, hard), Of(12, 12, hard)
		if i%2 == 1 { // products that are partly below all doubles
			a, b = Of(12, 12, tiny), Of(12, 12, tiny)
		}
		want := chains(a, b)
		everyForm(func(form string) {
			got := New(12, 12)
			Product(got, a, b)
			same(t, form, got, want)
		})
	}
}

func BenchmarkProduct(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{52, 1326} {
		x, y, z := random(rng, n, n), random(rng, n, n), New(n, n)
		everyForm(func(form string) {
			if n > 52 && form == "plain" {
				return
			}
			b.Run(fmt.Sprintf("%s/n=%d", form, n), func(b *testing.B) {
				for b.Loop() {
					for row := 0; row < z.height(); row += height {
						ProductRows(z, x, y, row, min(height, z.height()-row))
					}
				}
				b.ReportMetric(float64(n*n*n)*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "fma/ns")
			})
		})
	}
}

func BenchmarkScan52(b *testing.B) {
	x := random(rand.New(rand.NewPCG(1, 1)), 52, 52)
	sums := make([]float64, 52)
	for b.Loop() {
		Scan(x, 0.1, 0.2, sums)
	}
}

// Terms are added to parts of matrices as to whole ones, and lines to lines.
func TestAddTerms(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	large := random(rng, 40, 96)
	part := func(m *Matrix, row, column, rows, columns int) *Matrix {
		return &Matrix{Rows: rows, Columns: columns, Stride: m.Stride, Data: m.Data[row*m.Stride+column:]}
	}
	for _, add := range []bool{false, true} {
		for _, terms := range []int{1, 2, 5, 17} {
			a, b := part(large, 1, 3, 12, terms), part(large, 16, 40, terms, 24)
			want := random(rng, 20, 64)
			before := slices.Clone(want.Data)
			addTermsGo(part(want, 4, 7, 12, 24), a, b, 0, 12, 24, 0, terms, add, false)
			for i := range 12 {
				for j := range 24 {
					x := 0.0
					if add {
						x = before[(4+i)*want.Stride+7+j]
					}
					for k := range terms {
						x = math.FMA(a.At(i, k), b.At(k, j), x)
					}
					if got := want.At(4+i, 7+j); got != x {
						t.Fatalf("%d terms, add %v: (%d,%d) is %v, want %v", terms, add, i, j, got, x)
					}
				}
			}
			everyForm(func(form string) {
				got := &Matrix{Rows: 20, Columns: 64, Stride: 64, Data: slices.Clone(before)}
				AddTerms(part(got, 4, 7, 12, 24), a, b, add)
				same(t, fmt.Sprintf("%s, %d terms, add %v", form, terms, add), got, want)
			})
		}
		for lines := range 7 {
			factors, src := random(rng, 1, 2*lines+1).Data[:2*lines], random(rng, lines+1, LineWidth).Data
			before := random(rng, lines+1, LineWidth).Data
			want := slices.Clone(before)
			addLinesGo(want, src, factors, 1./3, add)
			for c := range lines * LineWidth {
				x, y := 0.0, c/LineWidth
				if add {
					x = before[c]
				}
				x = math.FMA(1./3*factors[2*y], src[c], x)
				if x = math.FMA(1./3*factors[2*y+1], src[c+LineWidth], x); want[c] != x {
					t.Fatalf("%d lines: cell %d is %v, want %v", lines, c, want[c], x)
				}
			}
			everyForm(func(form string) {
				got := slices.Clone(before)
				if AddLines(got, src, factors, 1./3, add); !slices.Equal(got, want) {
					t.Fatalf("%s, %d lines, add %v: not as in Go", form, lines, add)
				}
			})
		}
	}
}
