package statistic

import (
	"math"
	"testing"

	"dovetail/perm"
)

// Laws are those of all decks, and have the mean and the deviation that are known for any n.
func TestProbabilities(t *testing.T) {
	statistics := []Statistic{Rising, Descents, Fixed, Adjacencies, Cycles, Inversions}
	for n := 1; n <= 7; n++ {
		g := NewMeasurer(n)
		counts := map[Statistic]map[int64]float64{}
		for rank := range perm.Factorial(n) {
			var deck []uint32
			for _, card := range perm.Unrank(n, rank) {
				deck = append(deck, uint32(card))
			}
			v, err := g.Measure(t.Context(), deck)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range statistics {
				if counts[s] == nil {
					counts[s] = map[int64]float64{}
				}
				counts[s][v[s]] += 1 / float64(perm.Factorial(n))
			}
		}
		for _, s := range statistics {
			for k, p := range s.Probabilities(n) {
				if math.Abs(p-counts[s][int64(k)]) > 1e-12 {
					t.Errorf("n=%d, %s %d: %v, want %v", n, s, k, p, counts[s][int64(k)])
				}
			}
		}
	}
	for _, n := range []int{20, 52, 104, 416} {
		for _, s := range statistics {
			mean, square, all := 0., 0., 0.
			for k, p := range s.Probabilities(n) {
				all += p
				mean += float64(k) * p
				square += float64(k) * float64(k) * p
			}
			want := s.Fair(n)
			if sd := math.Sqrt(square - mean*mean); math.Abs(all-1) > 1e-12 || math.Abs(mean/want.Mean-1) > 1e-11 || math.Abs(sd/want.SD-1) > 1e-9 {
				t.Errorf("n=%d, %s: %v in all, %v +- %v, want %v +- %v", n, s, all, mean, sd, want.Mean, want.SD)
			}
		}
	}
}
