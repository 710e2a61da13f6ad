package tally

import (
	"math"
	"testing"
)

// Tails of sums are those of plain convolution, for every sum that there can be; the rare ones too, which a
// convolution of positive numbers has to its last digits.
func TestSumTailsAreThoseOfConvolution(t *testing.T) {
	for name, law := range map[string][]float64{
		"coin": {0.5, 0.5}, "rare": {0.99, 0.009, 0.001}, "even": {0.5, 0, 0.5}, "gap": {0.25, 0.25, 0, 0, 0.5},
		"dice": {0, 1. / 6, 1. / 6, 1. / 6, 1. / 6, 1. / 6, 1. / 6}, "end": {0.5, 0.5, 0},
	} {
		for _, count := range []int{1, 2, 3, 17, 200} {
			sum := []float64{1}
			for range count {
				next := make([]float64, len(sum)+len(law)-1)
				for i, p := range sum {
					for k, q := range law {
						next[i+k] += p * q
					}
				}
				sum = next
			}
			for s := range sum {
				lower, upper := SumTails(law, count, int64(s))
				wantLower, wantUpper := 0., 0.
				for k := 0; k <= s; k++ {
					wantLower += sum[k]
				}
				for k := len(sum) - 1; k >= s; k-- {
					wantUpper += sum[k]
				}
				for _, c := range [][2]float64{{lower, wantLower}, {upper, wantUpper}} {
					if !(math.Abs(c[0]-c[1]) <= 1e-9*c[1]+1e-290) {
						t.Fatalf("%s: %d values, sum %d: %v, want %v", name, count, s, c[0], c[1])
					}
				}
			}
		}
	}
}

// Of very many values the sum is about normal: its tails at four deviations are those of the first terms of
// Edgeworth's series.
func TestSumTailsOfManyValues(t *testing.T) {
	law := make([]float64, 1327) // uniform
	for k := range law {
		law[k] = 1. / 1327
	}
	for _, count := range []int{1e4, 1e6} {
		sd := math.Sqrt(float64(count) * (1327*1327 - 1) / 12)
		for _, z := range []float64{0, 1, 4} {
			s := int64(663*float64(count) + z*sd)
			_, upper := SumTails(law, count, s)
			x := (float64(s) - 0.5 - 663*float64(count)) / sd
			want := 0.5*math.Erfc(x/math.Sqrt2) + math.Exp(-x*x/2)/math.Sqrt(2*math.Pi)*(x*x*x-3*x)*(-1.2/float64(count))/24
			if math.Abs(upper-want) > 1e-6*want {
				t.Errorf("%d values, %v deviations: %v, want %v", count, z, upper, want)
			}
		}
	}
}
