package tally

import (
	"math"
	"slices"
	"testing"
)

// Whatever the probability, the ends are on its two sides as often as they should, by
// all outcomes of the trials; and they are not further off than needed.
func TestInterval(t *testing.T) {
	for _, n := range []int64{1, 2, 7, 40, 300} {
		for _, delta := range []float64{0.3, 0.05, 1e-6} {
			var low, high []float64
			for k := range n + 1 {
				low, high = append(low, AtLeast(k, n, delta)), append(high, AtMost(k, n, delta))
			}
			places := slices.Concat(low, high) // where most of what is allowed goes wrong
			for i, p := range places {
				places[i] = p * (1 - 1e-9)
			}
			for step := range 101 {
				places = append(places, float64(step)/100)
			}
			for _, p := range places {
				above, below := 0.0, 0.0
				for k := range n + 1 {
					if low[k] > p {
						above += pmf(k, n, p)
					}
					if high[k] < p {
						below += pmf(k, n, p)
					}
				}
				if above > delta || below > delta {
					t.Fatalf("n=%d, delta=%v, p=%v: above with probability %v, below %v", n, delta, p, above, below)
				}
			}
			if all := AtLeast(n, n, delta); math.Abs(all-math.Pow(delta, 1/float64(n))) > 2e-3 {
				t.Errorf("n=%d, delta=%v: all succeed, p is at least %v", n, delta, all)
			}
		}
	}
	if AtLeast(0, 5, 0.1) != 0 || AtMost(5, 5, 0.1) != 1 {
		t.Error("nothing is known of one side, and something is said")
	}
	if low := AtLeast(400_000, 500_000, 1e-6); math.Abs(low-0.8+4.7534*math.Sqrt(0.16/500_000)) > 3e-5 {
		t.Errorf("of 500,000 trials 0.8: at least %v", low)
	}
}
