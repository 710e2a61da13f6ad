package paper

import (
	"math"
	"math/bits"
	"testing"

	"pgregory.net/rapid"
)

// The law of dark cells against all ways in which cells can turn out.
func TestDark(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		white := rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 10).Draw(t, "white")
		want := make([]float64, len(white)+1)
		for outcome := range 1 << len(white) {
			p := 1.0
			for i, f := range white {
				if outcome>>i&1 == 1 {
					f = 1 - f
				}
				p *= f
			}
			want[bits.OnesCount(uint(outcome))] += p
		}
		for k, p := range dark(white) {
			if math.Abs(p-want[k]) > 1e-14 {
				t.Fatalf("P(%d dark) = %v, want %v", k, p, want[k])
			}
		}
	})
}

// What is left out of a long law is nothing.
func TestDarkTail(t *testing.T) {
	white := make([]float64, 3000)
	for i := range white {
		white[i] = 1 - math.Exp(-float64(i)/100)
	}
	law := dark(white)
	sum, mean, expected := 0.0, 0.0, 0.0
	for k, p := range law {
		sum += p
		mean += float64(k) * p
	}
	for _, f := range white {
		expected += 1 - f
	}
	if len(law) > 400 || math.Abs(sum-1) > 1e-12 || math.Abs(mean-expected) > 1e-9 {
		t.Errorf("%d terms with sum %v and mean %v, want mean %v", len(law), sum, mean, expected)
	}
}

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		top    int
		weight []float64
		want   float64
	}{
		{10, []float64{1, 2, 1}, 9}, {10, []float64{1}, 10}, {10, []float64{1, 1}, 9.5},
		{2704, []float64{0, 0, 3, 1}, 2702.5 - 2./3}, {5, []float64{0, 0, 0, 1}, 2},
	} {
		if got := median(c.top, c.weight); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("median of %v from %d = %v, want %v", c.weight, c.top, got, c.want)
		}
	}
}

func TestBinned(t *testing.T) {
	law := []float64{0.5, 0.25, 0.125, 0.125}
	for _, c := range []struct {
		from int
		want []float64
	}{
		{0, []float64{500, 250, 250}}, {1, []float64{750, 125, 125}}, {-1, []float64{0, 500, 500}}, {9, []float64{1000, 0, 0}},
	} {
		got := binned(law, c.from, 3)
		for k := range got {
			if math.Abs(got[k]-c.want[k]) > 1e-9 {
				t.Errorf("from %d: %v, want %v", c.from, got, c.want)
				break
			}
		}
	}
}

func TestGroups(t *testing.T) {
	picture := []int8{
		1, 0, 0, 1,
		0, 1, -1, 1,
		0, 0, 0, 0,
		1, 1, 0, 1,
	}
	if got := redGroups(4, picture); got != 4 {
		t.Errorf("%d groups, want 4", got)
	}
}

func TestLabel(t *testing.T) {
	for word, want := range map[string]string{"RRR": "RRR", "RRRRRRRRRR": "R^10", "HRHRHRHRHR": "HRHRHRHRHR"} {
		if got := label(word); got != want {
			t.Errorf("%s is shown as %s, want %s", word, got, want)
		}
	}
}
