package topswops

import (
	"math"
	"testing"
)

// After a tenth of the work the rest is predicted within three tenths: work is
// counted as decks looked at, which take much the same everywhere.
func TestTimeLeft(t *testing.T) {
	for n := 12; n <= 14; n++ {
		if off := predicted(t, n); math.Abs(off-1) > 0.3 {
			t.Errorf("n=%d: after a tenth, the rest is predicted to be %.2f times what it is", n, off)
		}
	}
}

// predicted is the ratio of what is predicted after a tenth of a search to what
// is left.
func predicted(t *testing.T, n int) float64 {
	f := knownLengths(n)
	j := newHalving(question{Query{N: n, Least: f[n], Lengths: f[:n]}, budget})
	roots, err := j.Roots()
	if err != nil {
		t.Fatal(err)
	}
	w := newWalk(n, j.at, j.low)
	w.leaf = func(node) {}
	var work, weight []float64 // up to each root
	var all, sum float64
	for _, p := range roots {
		r, err := j.restOf(p.Payload)
		if err != nil {
			t.Fatal(err)
		}
		w.goOn(r)
		all += float64(Sum(w.stats().Visits))
		sum += p.Weight
		work, weight = append(work, all), append(weight, sum)
	}
	i := 0
	for work[i] < all/10 {
		i++
	}
	left := work[i] * (sum - weight[i]) / weight[i]
	t.Logf("n=%d: %.0f looked at, %.0f left of them after %d of %d roots, %.0f predicted", n, all, all-work[i], i+1, len(roots), left)
	return left / (all - work[i])
}
