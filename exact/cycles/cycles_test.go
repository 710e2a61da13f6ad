package cycles

import (
	"math"
	"math/big"
	"testing"

	"dovetail/exact/law"
	"dovetail/perm/must"
	"dovetail/perm/shuffle/models"
	"dovetail/perm/shuffle/notation"
)

// Against the law on all orders, from outcomes that one exchange after the other makes.
func TestAgainstAllOrders(t *testing.T) {
	for n := 2; n <= 6; n++ {
		for _, distinct := range []bool{false, true} {
			spec := "transpositions"
			if distinct {
				spec += "(distinct=true)"
			}
			m, w := must.Have(models.Parse(spec))(t), must.Have(Start(t.Context(), n, 2))(t)
			word := ""
			for k := 1; k <= 9; k++ {
				must.Do(t, w.Step(t.Context(), distinct))
				word += "T"
				l := must.Have(law.Of(t.Context(), n, []notation.Letter{{Name: 'T', Model: m}}, word, 1<<30, 1))(t)
				for what, c := range map[string]struct {
					got  Value
					want law.Value
				}{"tvd": {w.TVD(), l.TVD()}, "separation": {w.Separation(), l.Separation()}, "deficit": {w.Deficit(), l.Deficit()}} {
					if off := math.Abs(c.got.Is - c.want.Float); off > c.got.Error+c.want.Error+4*unit {
						t.Errorf("%d cards, %s^%d: %s %v, want %v", n, spec, k, what, c.got, c.want)
					}
				}
				most := 0.0
				for deck := range l.Decks() {
					most = max(most, math.Abs(float64(float64(l.Decks())*l.Probability(deck))-1))
				}
				if got := w.Linf(); math.Abs(got.Is-most) > got.Error+1e-12 {
					t.Errorf("%d cards, %s^%d: l-infinity %v, want %v", n, spec, k, got, most)
				}
			}
		}
	}
}

// As published, and as other programs computed.
func TestKnownDistances(t *testing.T) {
	for _, c := range []struct {
		n, k int
		want *big.Rat
		off  float64
	}{
		{4, 1, big.NewRat(17, 24), 0}, {4, 2, big.NewRat(9, 32), 0}, {4, 3, big.NewRat(65, 384), 0},
		{52, 50, big.NewRat(9779047279, 1e10), 1e-10}, {52, 100, big.NewRat(3389209311, 1e10), 1e-10}, {52, 150, big.NewRat(521612367, 1e10), 1e-10},
	} {
		w := must.Have(Start(t.Context(), c.n, 2))(t)
		for range c.k {
			must.Do(t, w.Step(t.Context(), false))
		}
		want, _ := c.want.Float64()
		if got := w.TVD(); math.Abs(got.Is-want) > got.Error+c.off || got.Error > 1e-12 {
			t.Errorf("%d cards after %d exchanges: %v, want %v", c.n, c.k, got, want)
		}
	}
}

// Errors are above those of fractions, which are followed beside the doubles.
func TestErrors(t *testing.T) {
	const n = 9
	w := must.Have(Start(t.Context(), n, 1))(t)
	exact := make([]*big.Rat, len(w.f))
	for i, f := range w.f {
		exact[i] = new(big.Rat).SetFloat64(f)
	}
	for k := range 60 {
		distinct := k%3 == 0
		must.Do(t, w.Step(t.Context(), distinct))
		next := make([]*big.Rat, len(exact))
		mean := new(big.Rat)
		for i := range next {
			sum, all := new(big.Rat), int64(n*(n-1)/2)
			if !distinct {
				sum.Mul(exact[i], big.NewRat(n, 2))
				all = n * n
			}
			for _, move := range w.moves[w.from[i]:w.from[i+1]] {
				sum.Add(sum, new(big.Rat).Mul(exact[move>>pairBits], big.NewRat(int64(move&(1<<pairBits-1)), 1)))
			}
			if next[i] = sum.Quo(sum, big.NewRat(all, 1)); !distinct {
				next[i].Mul(next[i], big.NewRat(2, 1))
			}
			mean.Add(mean, new(big.Rat).Mul(next[i], new(big.Rat).SetFloat64(w.share[i])))
			if f, _ := next[i].Float64(); math.Abs(w.f[i]-f) > f*w.relative() {
				t.Fatalf("step %d, type %d: %v, want %v", k, i, w.f[i], f)
			}
		}
		exact = next
		if f, _ := mean.Float64(); math.Abs(f-1) > 1e-14 {
			t.Fatalf("step %d: the probabilities add up to %v", k, f)
		}
	}
}

// No number of workers changes a digit.
func TestWorkers(t *testing.T) {
	var want Value
	for _, workers := range []int{1, 2, 5} {
		w := must.Have(Start(t.Context(), 20, workers))(t)
		for k := range 30 {
			must.Do(t, w.Step(t.Context(), k%2 == 0))
		}
		if got := w.TVD(); want.Error > 0 && got != want {
			t.Errorf("%d workers: %v, want %v", workers, got, want)
		} else {
			want = got
		}
	}
}
