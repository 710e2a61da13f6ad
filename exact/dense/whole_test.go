package dense

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// wholeQuestion draws rows, a panel and limits, of numbers below the given size.
func wholeQuestion(rng *rand.Rand, rows, terms, size int) (r []int16, p Panel, limits []uint32) {
	draw := func() int16 { return int16(rng.IntN(2*size) - size) }
	p = NewPanel(terms)
	for v := range PanelWidth {
		for term := range terms {
			p.Set(v, term, draw())
		}
	}
	for range rows {
		for range terms {
			r = append(r, draw())
		}
		limits = append(limits, rng.Uint32N(uint32(size*size)))
	}
	return r, p, limits
}

// Every form, and the definition in numbers that do not overflow, reduced.
func TestSmall(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, size := range []int{3, 1000, 1 << 15} {
		for terms := 2; terms <= 70; terms += 2 {
			for _, rows := range []int{0, 4, 12} {
				r, p, limits := wholeQuestion(rng, rows, terms, size)
				want := make([]uint64, rows)
				products := 0
				for i, limit := range limits {
					for v := range PanelWidth {
						sum := int64(0)
						for term, x := range r[i*terms:][:terms] {
							sum += int64(x) * int64(p[(term/2*PanelWidth+v)*2+term%2])
						}
						if x := int64(int32(sum)); max(x, -x) <= int64(limit) {
							want[i] |= 1 << v
							products++
						}
					}
				}
				if rows > 0 && (products == 0 || products == rows*PanelWidth) {
					t.Fatalf("%d of %d products are small", products, rows*PanelWidth)
				}
				everyForm(func(form string) {
					got := make([]uint64, rows)
					if Small(got, r, p, limits); !slices.Equal(got, want) {
						t.Fatalf("%s, %d rows of %d terms below %d:\n%x, want\n%x", form, rows, terms, size, got, want)
					}
				})
			}
		}
	}
}

// Products at the limit are small; the largest limit takes all.
func TestSmallAtItsLimit(t *testing.T) {
	const low = math.MinInt16
	rows := []int16{
		low, low, // with low, low: 2^31, read as -2^31
		1, 0,
		-1, 0,
		0, 1,
	}
	p := NewPanel(2)
	for v, q := range [][2]int16{{low, low}, {5, 0}, {-5, 0}, {6, -5}} {
		p.Set(v, 0, q[0])
		p.Set(v, 1, q[1])
	}
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
			Small(got, rows, p, slices.Repeat([]uint32{c.limit}, 4))
			for i, small := range got {
				if small&0b1111 != c.want[i] || small>>4 != math.MaxUint64>>4 {
					t.Errorf("%s, limit %d, row %d: %b, want %b and zeros", form, c.limit, i, small, c.want[i])
				}
			}
		})
	}
}

func BenchmarkSmall(b *testing.B) {
	const rows = 64
	r, p, limits := wholeQuestion(rand.New(rand.NewPCG(1, 1)), rows, 52, 1<<15)
	small := make([]uint64, rows)
	everyForm(func(form string) {
		b.Run(fmt.Sprintf("%s/terms=52", form), func(b *testing.B) {
			for b.Loop() {
				Small(small, r, p, limits)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(rows*PanelWidth), "ns/product")
		})
	})
}
