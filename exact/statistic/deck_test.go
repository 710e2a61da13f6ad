package statistic

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"dovetail/perm"
)

// longestRun is by the definition.
func longestRun(deck []int) (longest int) {
	for i := range deck {
		k := 1
		for i+k < len(deck) && deck[i+k] == deck[i]+k {
			k++
		}
		longest = max(longest, k)
	}
	return longest
}

// The laws of the longest run and of the order against all n! decks.
func TestRunAndOrderAgainstAllDecks(t *testing.T) {
	for n := 1; n <= 8; n++ {
		runs := make([]float64, n+1)
		mean, square := 0.0, 0.0
		all := float64(perm.Factorial(n))
		for rank := range perm.Factorial(n) {
			p := perm.Unrank(n, rank)
			runs[longestRun(p)] += 1 / all
			x := float64(p.Order().Int64())
			mean += x / all
			square += x * x / all
		}
		run, want := Run(n), listed(runs)
		if math.Abs(run.Mean-want.Mean) > 1e-12 || math.Abs(run.SD-want.SD) > 1e-7 || run.By != Exact {
			t.Errorf("n=%d: runs %v ± %v, not %v ± %v", n, run.Mean, run.SD, want.Mean, want.SD)
		}
		for k := int64(-1); k <= int64(n)+1; k++ {
			if math.Abs(run.UpTo(k)-want.UpTo(k)) > FairError {
				t.Errorf("n=%d: P(run <= %d) is %v, not %v", n, k, run.UpTo(k), want.UpTo(k))
			}
		}
		order, known := Order(n)
		if sd := math.Sqrt(square - mean*mean); !known || math.Abs(order.Mean-mean) > 1e-10 || math.Abs(order.SD-sd) > 1e-7 {
			t.Errorf("n=%d: order %v ± %v, not %v ± %v", n, order.Mean, order.SD, mean, sd)
		}
	}
	if _, known := Order(maxShapes + 1); known {
		t.Error("the mean order of a large deck")
	}
}

// same compares a law with numbers of decks.
func same(t *testing.T, what string, got Law, decks []float64) {
	t.Helper()
	all := 0.0
	for _, count := range decks {
		all += count
	}
	law := slices.Clone(decks)
	for k := range law {
		law[k] /= all
	}
	want := listed(law)
	for k := range int64(len(law)) + 1 {
		if math.Abs(got.UpTo(k)-want.UpTo(k)) > FairError {
			t.Errorf("%s: P(at most %d) is %v, not %v", what, k, got.UpTo(k), want.UpTo(k))
		}
	}
	if math.Abs(got.Mean-want.Mean) > 1e-12 || math.Abs(got.SD-want.SD) > 1e-7 {
		t.Errorf("%s: %v ± %v, not %v ± %v", what, got.Mean, got.SD, want.Mean, want.SD)
	}
}

// The law of old neighbours side by side against all decks, and what is known of it: decks without any (A002464), and a
// deck of 52 cards.
func TestSideBySideAgainstAllDecks(t *testing.T) {
	for n := 1; n <= 8; n++ {
		old := make([]float64, n+1)
		for rank := range perm.Factorial(n) {
			p := perm.Unrank(n, rank)
			together := 0
			for j := 1; j < n; j++ {
				if p[j] == p[j-1]+1 || p[j-1] == p[j]+1 {
					together++
				}
			}
			old[together]++
		}
		same(t, fmt.Sprintf("old neighbours of %d", n), Together(n), old)
	}
	for n, want := range map[int]float64{9: 47622, 10: 479306, 11: 5296790, 12: 63779034} {
		if got := Together(n).UpTo(0) * float64(perm.Factorial(n)); math.Abs(got/want-1) > 1e-10 {
			t.Errorf("%v decks of %d have no old neighbours side by side, not %v", got, n, want)
		}
	}
	if p := 1 - Together(52).UpTo(0); math.Abs(p-0.864768140) > 1e-9 {
		t.Errorf("old neighbours of 52 cards: %v", p)
	}
	for _, n := range []int{52, 416, 1000, 1_000_000} { // the mean, and Poisson's law of mean 2
		if law := Together(n); math.Abs(law.Mean-2*float64(n-1)/float64(n)) > 1e-12 || math.Abs(law.UpTo(0)-math.Exp(-2)) > 1/float64(n) ||
			math.Abs(law.UpTo(int64(n))-1) > FairError {
			t.Errorf("n=%d: mean %v, none %v", n, law.Mean, law.UpTo(0))
		}
	}
}

// Of any size the law of runs adds up to 1, and no two neighbours are left as often as there
// are no adjacencies.
func TestRunsOfLargeDecks(t *testing.T) {
	for _, n := range []int{30, 31, 32, 52, 1000} {
		run := Run(n)
		if math.Abs(run.UpTo(int64(n))-1) > FairError || math.Abs(run.UpTo(1)-adjacencies(n)[0]) > FairError || run.UpTo(0) != 0 {
			t.Errorf("n=%d: P(run <= n) = %v, P(run = 1) = %v", n, run.UpTo(int64(n)), run.UpTo(1))
		}
	}
}

// One deck by its definitions, and the probability of so few rising sequences by counting decks.
func TestDeck(t *testing.T) {
	const n = 6
	fewer := make([]int64, n+2) // decks by the largest number of rising sequences
	var decks [][]int
	for rank := range perm.Factorial(n) {
		p := perm.Unrank(n, rank)
		for r := p.Inverse().RisingSequences(); r <= n; r++ {
			fewer[r]++
		}
		deck := slices.Clone(p)
		for i := range deck {
			deck[i]++
		}
		decks = append(decks, deck)
	}
	var of Describer
	if _, err := of.Describe(t.Context(), []int{1, 2}, 0); err != nil { // the laws of another size are not kept for this one
		t.Fatal(err)
	}
	for _, deck := range decks {
		d := make(perm.Perm, n)
		for j, card := range deck {
			d[j] = card - 1
		}
		is, err := of.Describe(t.Context(), deck, 3)
		if err != nil {
			t.Fatal(err)
		}
		values := map[string]*big.Int{}
		for _, v := range is.Values {
			values[v.Name] = v.Value
			if v.Fair == nil || v.Fair.By != Exact {
				t.Fatalf("%+v", v)
			}
		}
		r := d.Inverse().RisingSequences()
		if values["rising sequences"].Int64() != int64(r) || values["order"].Cmp(d.Order()) != 0 ||
			values["longest run of neighbours"].Int64() != int64(longestRun(deck)) || values["cycles"].Int64() != int64(len(is.Cycles)) {
			t.Fatalf("%v: %v", deck, values)
		}
		sum := 0
		for _, k := range is.Cycles {
			sum += k
		}
		if few := big.NewRat(fewer[r], 720); sum != n || is.FairAtMost.Cmp(few) != 0 {
			t.Fatalf("%v: cycles %v, a fair deck with so few sequences %s, not %s", deck, is.Cycles, is.FairAtMost, few)
		}
	}
	if few := fewRising(52, 1); few.Num().Cmp(big.NewInt(1)) != 0 || fewRising(52, 52).Cmp(big.NewRat(1, 1)) != 0 {
		t.Error(few)
	}
}
