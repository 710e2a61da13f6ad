package riffles

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
)

// A riffle whose cut is known to lie between the quartiles has those cuts alone, as likely to each other as before, in its
// law of cards, of pairs and in its deals.
func TestGivenMiddleCut(t *testing.T) {
	for _, c := range []struct {
		model    *riffle
		n        int
		from, to int
	}{
		{gsr(), 8, 3, 5}, {gsr(), 9, 3, 6}, {gsr(), 52, 24, 28},
		{&riffle{cutting: cutting{name: "uniform"}}, 7, 2, 5},
		{&riffle{cutting: cutting{name: "normal", off: new(big.Rat), sd: big.NewRat(5, 3)}}, 52, 25, 27},
		{&riffle{cutting: cutting{name: "binomial", top: big.NewRat(1, 4)}}, 8, 1, 3},
	} {
		m := GivenMiddleCut(c.model, c.n)
		if m == nil {
			t.Fatalf("%s of %d cards: no model", c.model, c.n)
		}
		before, after := c.model.law(c.n, 256), m.(*riffle).law(c.n, 256)
		mass := new(big.Int)
		for _, p := range before[c.from : c.to+1] {
			mass.Add(mass, p)
		}
		for size, p := range after {
			want := new(big.Rat)
			if c.from <= size && size <= c.to {
				want.SetFrac(before[size], mass)
			}
			got := new(big.Rat).SetFrac(p, fixed.Unit(256))
			if x, _ := got.Sub(got, want).Float64(); math.Abs(x) > 1e-70 {
				t.Errorf("%s: a cut of %d is off by %v", m, size, x)
			}
		}
		law := fixed.Floats(after, 256)
		const decks = 20000
		seen, drawn, set := make([]float64, c.n+1), m.(*riffle).drawn(c.n), draw.NewSet(c.n)
		rng := draw.NewStream([32]byte{3})
		for range decks {
			seen[drawn(rng, set)]++
		}
		for size, p := range law {
			if off := seen[size] - decks*p; math.Abs(off) > 5*math.Sqrt(decks*p) {
				t.Errorf("%s: %v of %d deals have a cut of %d, expected %v", m, seen[size], decks, size, decks*p)
			}
		}
		if c.n > 9 {
			continue
		}
		counted, formula := shuffle.SupportPairs(m, c.n), shuffle.Pairs(t.Context(), m, c.n)
		for at, p := range counted.Kept {
			if math.Abs(formula.Kept[at]-p)+math.Abs(formula.Swapped[at]-counted.Swapped[at]) > 1e-12 {
				t.Fatalf("%s: the laws of pairs differ at %d", m, at)
			}
		}
	}
	half := &riffle{cutting: cutting{name: "half"}}
	if known := slices.ContainsFunc([]shuffle.Model{half, NewAShuffle(3)}, func(m shuffle.Model) bool { return GivenMiddleCut(m, 52) != nil }); known {
		t.Error("a cut that is always the same, or none, has a middle")
	}
}
