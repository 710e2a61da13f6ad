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
				low, high = append(low, ClopperPearsonLower(k, n, delta)), append(high, ClopperPearsonUpper(k, n, delta))
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
			if all := ClopperPearsonLower(n, n, delta); math.Abs(all-math.Pow(delta, 1/float64(n))) > 2e-3 {
				t.Errorf("n=%d, delta=%v: all succeed, p is at least %v", n, delta, all)
			}
		}
	}
	if ClopperPearsonLower(0, 5, 0.1) != 0 || ClopperPearsonUpper(5, 5, 0.1) != 1 {
		t.Error("nothing is known of one side, and something is said")
	}
	if low := ClopperPearsonLower(400_000, 500_000, 1e-6); math.Abs(low-0.8+4.7534*math.Sqrt(0.16/500_000)) > 3e-5 {
		t.Errorf("of 500,000 trials 0.8: at least %v", low)
	}
}

// binomial is P(k of n) for k = 0..n.
func binomial(n int, p float64) []float64 {
	law := []float64{1}
	for range n {
		next := make([]float64, len(law)+1)
		for k, q := range law {
			next[k] += q * (1 - p)
			next[k+1] += q * p
		}
		law = next
	}
	return law
}

// Both bounds fail with less than their chance, for values 0 and 1 with any mean, and for
// values -1 and 2.
func TestBoundsFailRarely(t *testing.T) {
	const n = 60
	for _, delta := range []float64{0.3, 0.1, 1e-3} {
		for i := range 101 {
			p := float64(i) / 100
			var fail [5]float64
			for k, chance := range binomial(n, p) {
				mean := float64(k) / n
				wide, square := 3*mean-1, 1+3*mean
				for which, fails := range []bool{
					mean-BernsteinRadius(mean, 1, 1, delta, n) > p,
					mean+BernsteinRadius(mean, 1, 1, delta, n) < p,
					wide-BernsteinRadius(square, 2, 3, delta, n) > 3*p-1,
					wide+BernsteinRadius(square, 2, 3, delta, n) < 3*p-1,
					ChernoffUpper(mean, delta, n) < p,
				} {
					if fails {
						fail[which] += chance
					}
				}
			}
			if slices.Max(fail[:]) > delta {
				t.Errorf("delta=%v p=%v: fail with %v", delta, p, fail)
			}
		}
	}
}

// The bounds are what their theorems say.
func TestBoundsAreSharp(t *testing.T) {
	for _, c := range []struct{ square, most, reach float64 }{{0.09, 1, 2}, {0.5, 2, 3}} {
		const n, delta = 10000, 1e-6
		got := BernsteinRadius(c.square, c.most, c.reach, delta, n)
		v := c.most * c.most * ChernoffUpper(c.square/c.most/c.most, delta/2, n)
		if p := math.Exp(-n * got * got / (2*v + 2*c.reach*got/3)); math.Abs(p/(delta/2)-1) > 1e-6 {
			t.Errorf("%+v: beyond %v with chance %v", c, got, p)
		}
	}
	if got, want := ChernoffUpper(0, 1e-6, 1000), 1-math.Pow(1e-6, 1e-3); math.Abs(got-want) > 1e-9 {
		t.Errorf("chernoff of 0 is %v, want %v", got, want)
	}
	if got := ChernoffUpper(1, 0.1, 10); got != 1 {
		t.Errorf("chernoff of 1 is %v", got)
	}
	if q := ChernoffUpper(0.2, 0.01, 50); math.Abs(kl(0.2, q)-math.Log(100)/50) > 1e-9 {
		t.Errorf("kl at chernoff is %v", kl(0.2, q))
	}
}
