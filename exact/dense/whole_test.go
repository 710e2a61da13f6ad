package dense

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"dovetail/perm/longtest"
)

// wholeQuestion draws rows, vectors and limits, of numbers below the given size; some limits are far below.
func wholeQuestion(rng *rand.Rand, rows, vectors, terms, size int) (r, v [][]int16, limits []uint32) {
	draw := func() (drawn []int16) {
		for range terms {
			drawn = append(drawn, int16(rng.IntN(2*size)-size))
		}
		return drawn
	}
	for range vectors {
		v = append(v, draw())
	}
	for range rows {
		r = append(r, draw())
		limits = append(limits, rng.Uint32N(uint32(size*size))>>(rng.IntN(4)*3))
	}
	return r, v, limits
}

// rowsOf holds rows for the form at hand.
func rowsOf(rows [][]int16, terms int) *Rows {
	r := NewRows(len(rows), terms+2)
	r.Begin(terms)
	for i, row := range rows {
		r.Set(i, func(to []int16) { copy(to, row) })
	}
	return r
}

// modular is the product of a row and a vector modulo 2^32, by numbers that do not overflow.
func modular(row, vector []int16) int32 {
	sum := int64(0)
	for term, x := range row {
		sum += int64(x) * int64(vector[term])
	}
	return int32(sum)
}

// testSmall compares every form with the definition, and gives the number of small products.
func testSmall(t *testing.T, rows, vectors [][]int16, limits []uint32, terms int) (count int) {
	t.Helper()
	want := make([]uint64, len(rows))
	for i, limit := range limits {
		for v, vector := range vectors {
			if x := int64(modular(rows[i], vector)); max(x, -x) <= int64(limit) {
				want[i] |= 1 << v
			}
		}
		count += bits.OnesCount64(want[i])
	}
	everyForm(func(form string) {
		got := make([]uint64, len(rows))
		if Small(got, rowsOf(rows, terms), NewPanel(vectors, terms), limits); !slices.Equal(got, want) {
			t.Fatalf("%s, rows of %d terms, limits %d:\n%x, want\n%x", form, terms, limits, got, want)
		}
	})
	return count
}

func TestSmall(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, size := range []int{3, 1000, 1 << 15} {
		small, all := 0, 0
		for terms := 2; terms <= 70; terms += 2 {
			for _, rows := range []int{0, 4, 12} {
				r, vectors, limits := wholeQuestion(rng, rows, 1+rng.IntN(PanelWidth), terms, size)
				small += testSmall(t, r, vectors, limits, terms)
				all += rows * len(vectors)
			}
		}
		if small*20 < all || small*20 > all*19 {
			t.Fatalf("%d of %d products are small", small, all)
		}
	}
}

// Terms that are as large as can be, or are rounded as far, and limits that one product is at, or just beyond.
func TestSmallAtExtremes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	extremes := []int16{
		math.MaxInt16, -math.MaxInt16, math.MinInt16, 32751, 32752, -32752, -32753,
		15, 16, 17, -15, -16, -17, 512, 1024, 1, -1, 0,
	}
	for range longtest.Of(400, 20_000) {
		terms := 2 * (1 + rng.IntN(40))
		if rng.IntN(20) == 0 {
			terms = 1000
		}
		of := extremes[:0:0]
		for range 1 + rng.IntN(4) {
			of = append(of, extremes[rng.IntN(len(extremes))])
		}
		draw := func(count int) (all [][]int16) {
			for range count {
				v := make([]int16, terms)
				for k := range v {
					v[k] = of[rng.IntN(len(of))]
				}
				all = append(all, v)
			}
			return all
		}
		rows, vectors := draw(4), draw(1+rng.IntN(PanelWidth))
		var limits []uint32
		for _, row := range rows {
			x := uint32(modular(row, vectors[rng.IntN(len(vectors))]))
			limits = append(limits, min(x, -x)-rng.Uint32N(2))
		}
		testSmall(t, rows, vectors, limits, terms)
	}
}

// Products at the limit are small; the largest limit takes all.
func TestSmallAtItsLimit(t *testing.T) {
	const low = math.MinInt16
	rows := [][]int16{
		{low, low}, // with low, low: 2^31, read as -2^31
		{1, 0},
		{-1, 0},
		{0, 1},
	}
	vectors := [][]int16{{low, low}, {5, 0}, {-5, 0}, {6, -5}}
	for _, c := range []struct {
		limit uint32
		want  [4]uint64 // of the first four vectors
	}{
		{0, [4]uint64{0, 0, 0, 0b0110}},
		{4, [4]uint64{0, 0, 0, 0b0110}},
		{5, [4]uint64{0, 0b0110, 0b0110, 0b1110}},
		{math.MaxInt32, [4]uint64{0b1110, 0b1111, 0b1111, 0b1111}},
		{math.MaxInt32 + 1, [4]uint64{0b1111, 0b1111, 0b1111, 0b1111}},
		{math.MaxUint32, [4]uint64{0b1111, 0b1111, 0b1111, 0b1111}},
	} {
		everyForm(func(form string) {
			got := make([]uint64, 4)
			Small(got, rowsOf(rows, 2), NewPanel(vectors, 2), slices.Repeat([]uint32{c.limit}, 4))
			for i, small := range got {
				if small != c.want[i] {
					t.Errorf("%s, limit %d, row %d: %b, want %b", form, c.limit, i, small, c.want[i])
				}
			}
		})
	}
}

// Products of 0 that the form without vector instructions computes with the largest possible
// rounding errors: all errors of the row, of the vector, or of both have one sign. Lower fields are
// as large as sums can be, or 0.
func TestSmallRoundedFar(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	sign := func(x int) int { return 1 - 2*(x>>63&1) }
	for round := range 3000 {
		terms := 4 + 2*rng.IntN(31)
		p, q := make([]int16, terms), make([]int16, terms)
		size, lean, sum, by := 1+rng.IntN(700), round%3, 0, 15-round/3%2*30
		for k := range terms - 2 {
			y := 32*size*(1-2*rng.IntN(2)) + rng.IntN(32) // of about one size, so that |p'||e| and |d||q| are reached
			x := 32 * (rng.IntN(2*size+1) - size)
			if lean != 1 {
				x += by * sign(y)
			}
			if lean != 0 {
				x = 32 * size * (1 - 2*rng.IntN(2))
				y = y&^31 + by*sign(x)
			}
			if lean == 2 {
				x += by * sign(y)
			}
			p[k], q[k] = int16(x), int16(y)
			sum += x * y
		}
		q[terms-2], q[terms-1] = 1024, 1
		x := -sum / 1024
		if x < math.MinInt16 || x > math.MaxInt16 {
			continue
		}
		p[terms-2], p[terms-1] = int16(x), int16(-sum-1024*x)
		below := make([]int16, terms)
		for k, x := range p {
			below[k] = int16(32 * 1023 * sign(int(x)) * (1 - round/6%2*2))
		}
		rows, vectors := slices.Repeat([][]int16{p}, 4), slices.Repeat([][]int16{below, q}, 22)
		everyForm(func(form string) {
			got := make([]uint64, 4)
			const all = 0xaaa_aaaa_aaaa // every second
			if Small(got, rowsOf(rows, terms), NewPanel(vectors, terms), make([]uint32, 4)); got[0]&all != all {
				t.Fatalf("%s: %d times %d is 0, and not small", form, p, q)
			}
		})
	}
}

// Products of 0 to which the last terms, which the form without vector instructions leaves out, give as much as they can.
func TestSmallRest(t *testing.T) {
	for rest := range 60 {
		for _, x := range []int16{math.MaxInt16, -math.MaxInt16} {
			row, q := make([]int16, 8), make([]int16, 8)
			q[7], row[7] = int16(rest), x
			q[0], row[0] = 1024, int16(-int(x)*rest/1024)
			q[1], row[1] = 1, int16(-int(x)*rest-1024*int(row[0]))
			testSmall(t, slices.Repeat([][]int16{row}, 4), [][]int16{q}, []uint32{0, 1, 7, 1000}, 8)
		}
	}
}

// Sums take something from those in the fields below: most where these are as large as can be.
func TestSmallFieldsBelow(t *testing.T) {
	for terms := 2; terms <= 72; terms += 2 {
		if terms == 72 {
			terms = 1000 // as many as there are
		}
		for _, x := range []int16{math.MinInt16, -math.MaxInt16, math.MaxInt16} {
			for _, y := range []int16{math.MinInt16, -math.MaxInt16, math.MaxInt16} {
				row, below, zero := slices.Repeat([]int16{x}, terms), slices.Repeat([]int16{y}, terms), slices.Repeat([]int16{32, -32}, terms/2)
				for _, cycle := range [][][]int16{{below, zero}, {below, below, zero}, {zero}} {
					vectors := slices.Repeat(cycle, 44)[:44]
					limits := []uint32{0, 1, 32767, 32768, 1 << 30, math.MaxInt32, 1 << 31, math.MaxUint32}
					testSmall(t, slices.Repeat([][]int16{row}, len(limits)), vectors, limits, terms)
				}
			}
		}
	}
}

func BenchmarkSmall(b *testing.B) {
	const rows = 64
	r, vectors, limits := wholeQuestion(rand.New(rand.NewPCG(1, 1)), rows, PanelWidth, 52, 1<<15)
	for i := range limits {
		limits[i] = 1 << 18 // such as words have
	}
	small := make([]uint64, rows)
	everyForm(func(form string) {
		r, p := rowsOf(r, 52), NewPanel(vectors, 52)
		b.Run(fmt.Sprintf("%s/terms=52", form), func(b *testing.B) {
			for b.Loop() {
				Small(small, r, p, limits)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(rows*PanelWidth), "ns/product")
		})
	})
}
