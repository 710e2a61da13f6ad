package models

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"dovetail/perm/longtest"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
)

// chiSquared holds counts against expectations, by a test that what is right fails with
// probability 1e-6; the seeds are fixed.
func chiSquared(t *testing.T, what string, counts []int, expected []float64) {
	t.Helper()
	sum, cells := 0.0, -1.0
	for i, e := range expected {
		if e < 5 {
			t.Fatalf("%s: cell %d is expected %v times", what, i, e)
		}
		sum += (float64(counts[i]) - e) * (float64(counts[i]) - e) / e
		cells++
	}
	if (distuv.ChiSquared{K: cells}).Survival(sum) < 1e-6 {
		t.Errorf("%s: counts %v, expected %v", what, counts, expected)
	}
}

// landings counts on which stretches of the deck some cards land in the same deals; ends are the stretches' of
// each card.
func landings(t *testing.T, deal shuffle.DealerOf[uint32], n, deals int, ends map[int][]int) map[int][]int {
	t.Helper()
	counts := map[int][]int{}
	for card := range ends {
		counts[card] = make([]int, len(ends[card]))
	}
	rng := draw.NewStream([32]byte{9})
	src, dst := shuffle.Deck[uint32](n), shuffle.Deck[uint32](n)
	for range deals {
		deal(rng, dst, src)
		for card := range ends {
			j := slices.Index(dst, uint32(card))
			counts[card][sort.SearchInts(ends[card], j+1)]++
		}
	}
	return counts
}

// Card i of a riffled deck, from 1, is the i-th of the top packet at position j with
// probability C(j-1, i-1)/2^j, and the bottom packet is the same upside down.
func riffleLaw(n, i, j int) float64 {
	choose := func(n, k int) float64 {
		a, _ := math.Lgamma(float64(n + 1))
		b, _ := math.Lgamma(float64(k + 1))
		c, _ := math.Lgamma(float64(n - k + 1))
		return a - b - c
	}
	p := 0.0
	if j >= i {
		p += math.Exp(choose(j-1, i-1) - float64(j)*math.Ln2)
	}
	if j <= i {
		p += math.Exp(choose(n-j, n-i) - float64(n-j+1)*math.Ln2)
	}
	return p
}

func TestLargeRiffle(t *testing.T) {
	const n = 70001
	deals := longtest.Of(200.0, 800)
	// Stretches that are expected to take 50 of the deals.
	ends, expected := map[int][]int{}, map[int][]float64{}
	for _, card := range []int{100, 20000, 35000, 69000} {
		share, c := 0.0, card-1
		for j := 1; j <= n; j++ {
			if share += riffleLaw(n, card, j); share*deals >= 50 {
				ends[c], expected[c], share = append(ends[c], j), append(expected[c], share*deals), 0
			}
		}
		last := len(ends[c]) - 1
		ends[c][last] = n
		expected[c][last] += share * deals
	}
	for _, spec := range []string{"riffle", "ashuffle(a=2)"} {
		for c, counts := range landings(t, shuffle.DealerFor[uint32](parse(t, spec), n), n, int(deals), ends) {
			chiSquared(t, fmt.Sprintf("%s, card %d", spec, c+1), counts, expected[c])
		}
	}
}

// Shuffles after which any one card is equally likely to lie anywhere.
func TestLargeUniform(t *testing.T) {
	const n, parts = 70001, 10
	deals := longtest.Of(120, 500)
	var ends []int
	var expected []float64
	for k := range parts {
		ends, expected = append(ends, n*(k+1)/parts), append(expected, float64(deals)/parts)
	}
	for _, spec := range []string{"cut", "wash", "inverse(of=wash)"} {
		for card, counts := range landings(t, shuffle.DealerFor[uint32](parse(t, spec), n), n, deals, map[int][]int{0: ends, 50000: ends}) {
			chiSquared(t, fmt.Sprintf("%s, card %d", spec, card), counts, expected)
		}
	}
}

// Packets of many sizes, as they are seen in the deck: how many cards of the top are in order,
// one below the other, in a riffle and in others next to each other.
func TestLargeSizes(t *testing.T) {
	const n, parts = 200000, 10
	deals := longtest.Of(120, 1000)
	riffled := func(deck []uint32) (size int) {
		at := make([]int, n)
		for j, c := range deck {
			at[c] = j
		}
		for size = 1; size < n && at[size] > at[size-1]; size++ {
		}
		return size
	}
	newTop := func(deck []uint32) int { return int(deck[0]) }
	newBottom := func(deck []uint32) int { return int(deck[n-1]) + 1 }
	for spec, c := range map[string]struct {
		size func(deck []uint32) int
		law  interface{ CDF(x float64) float64 }
	}{
		"cut(law=binomial)":                        {newTop, distuv.Normal{Mu: n / 2, Sigma: math.Sqrt(n) / 2}},
		"riffle(cut=normal,sd=5000)":               {riffled, distuv.Normal{Mu: n / 2, Sigma: 5000}},
		"human(low=-50000,high=50000,double=0)":    {riffled, distuv.Uniform{Min: 50000, Max: 150000}},
		"hindu(mean=50000,sd=7000)":                {newBottom, distuv.Normal{Mu: 50000, Sigma: 7000}},
		"hindu(size=uniform,min=20000,max=119999)": {newBottom, distuv.Uniform{Min: 20000, Max: 120000}},
	} {
		deal := shuffle.DealerFor[uint32](parse(t, spec), n)
		rng := draw.NewStream([32]byte{2})
		src, dst := shuffle.Deck[uint32](n), shuffle.Deck[uint32](n)
		counts, expected := make([]int, parts), slices.Repeat([]float64{float64(deals) / parts}, parts)
		for range deals {
			deal(rng, dst, src)
			counts[min(parts-1, int(parts*c.law.CDF(float64(c.size(dst)))))]++
		}
		chiSquared(t, spec, counts, expected)
	}
}

func BenchmarkLarge(b *testing.B) {
	for _, spec := range []string{"riffle", "riffle(cut=normal,sd=100)", "hindu", "deal", "cut", "top", "wash", "human", "ashuffle(a=3)", "inverse(of=riffle)"} {
		for _, n := range []int{1e3, 1e4, 1e5, 1e6, 1e7} {
			b.Run(fmt.Sprintf("%s/%.0e", spec, float64(n)), func(b *testing.B) {
				deal := shuffle.DealerFor[uint32](parse(b, spec), n)
				rng := draw.NewStream([32]byte{1})
				src, dst := shuffle.Deck[uint32](n), shuffle.Deck[uint32](n)
				for b.Loop() {
					deal(rng, dst, src)
					src, dst = dst, src
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/card")
			})
		}
	}
}
