package tally

import (
	"math"
	"testing"
)

// The bound on a sum of means fails with less than its chance, whatever the means are: of two samples, one with
// values 0 and 1 about 1/2, the other with values 0 and 1/4, 0 and 1/2, 0 and 1, or 0 and -1.
func TestUpperOfMeansFailsRarely(t *testing.T) {
	const n, m = 60, 25
	for _, delta := range []float64{0.3, 0.05, 1e-3} {
		for _, size := range []float64{0.25, 0.5, 1, -1} {
			samples := func(k, l int) (Sample, Sample) {
				x, y := float64(k), size*float64(l)
				b := Sample{Sum: y, Squares: size * y, Count: m}
				if size <= SmallValue {
					b.Small = b.Squares
				}
				return Sample{Sum: x, Squares: x, Count: n, Centre: 0.5}, b
			}
			a, b := samples(n/2, 2)
			bet, least := BestBet(delta, a, b), 2.0
			for i := range 11 {
				for j := range 11 {
					p, q := float64(i)/10, float64(j)/10
					fail := 0.0
					ls := binomial(m, q)
					for k, chance := range binomial(n, p) {
						for l, other := range ls {
							x, y := samples(k, l)
							if UpperOfMeans(bet, delta, x, y) < p+size*q {
								fail += chance * other
							}
						}
					}
					if fail > delta {
						t.Errorf("delta=%v p=%v q=%v: fails with %v", delta, p, q, fail)
					}
					least = min(least, fail/delta)
				}
			}
			if least > 0.01 { // where the means are 0 it cannot fail
				t.Errorf("delta=%v: fails with %v of it at least", delta, least)
			}
		}
	}
}

// So too for one sample of small values and large ones: 0, 1/4 and 1 with any chances.
func TestUpperOfMeansOfSmallAndLarge(t *testing.T) {
	const m = 24
	sample := func(quarters, ones int) Sample {
		small := float64(quarters) / 16
		return Sample{Sum: float64(quarters)/4 + float64(ones), Squares: small + float64(ones), Count: m, Small: small}
	}
	for _, delta := range []float64{0.3, 0.05, 1e-3} {
		bet := BestBet(delta, sample(4, 1))
		for _, p := range []float64{0, 0.1, 0.3, 0.6, 1} {
			for _, q := range []float64{0, 0.1, 0.5, 1} { // of those that are not 1/4
				fail := 0.0
				for quarters, chance := range binomial(m, p) {
					for ones, other := range binomial(m-quarters, q) {
						if UpperOfMeans(bet, delta, sample(quarters, ones)) < p/4+(1-p)*q {
							fail += chance * other
						}
					}
				}
				if fail > delta {
					t.Errorf("delta=%v p=%v q=%v: fails with %v", delta, p, q, fail)
				}
			}
		}
	}
	if off := (Sample{Count: m, Centre: 0.5, Small: 0.1}); !math.IsInf(UpperOfMeans(1, 0.05, off), 1) {
		t.Error("small values about 1/2 pass")
	}
}

// With many values the bound is as far from the mean as Bernstein's inequality would have it if the spread were
// known, and never nearer than ln(1/delta) over their number; a bet of everything says nothing.
func TestUpperOfMeansIsSharp(t *testing.T) {
	const delta = 1e-6
	l := math.Log(1 / delta)
	for _, count := range []int64{1e4, 1e6} {
		n := float64(count)
		s := Sample{Sum: 0.01 * n, Squares: 0.002 * n, Count: count}
		off := UpperOfMeans(BestBet(delta, s), delta, s) - 0.01
		if least, most := math.Sqrt(2*l*0.002/n), math.Sqrt(2*l*0.002/n)+l/n; off < least || off > most {
			t.Errorf("%d values: off by %v, want %v to %v", count, off, least, most)
		}
		none := Sample{Count: count}
		if off := UpperOfMeans(BestBet(delta, none), delta, none); off < l/n || off > 1.01*l/n {
			t.Errorf("%d zeros: %v, want %v", count, off, l/n)
		}
		if !math.IsInf(UpperOfMeans(n, delta, s), 1) || math.IsInf(UpperOfMeans(0.99*n, delta, s), 1) {
			t.Error("a bet of all there is")
		}
	}
}
