package known

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dovetail/exact/law"
	"dovetail/exact/word"
	"dovetail/results"
)

// What follows from the exact distances of some words is never below the exact distance of a longer one, and is as good as
// the best of its parts.
func TestPartsAgainstLaws(t *testing.T) {
	const n, longest = 7, 5
	rng := rand.New(rand.NewPCG(1, 2))
	blocks, products := 0, 0
	for _, models := range [][]string{{"H=hindu(mean=2,sd=1)", "R=riffle", "D=deal(piles=3)"}, {"R=riffle(cut=uniform)", "A=ashuffle(a=5)", "C=cut"},
		{"L=clumpy(switch=3/5)", "R=riffle", "D=deal(piles=2)"}} {
		a, err := alphabet(n, models)
		if err != nil {
			t.Fatal(err)
		}
		exact := exactDistances(t, a, longest)
		filed := map[string]results.OnRecord{}
		for _, w := range slices.Sorted(maps.Keys(exact)) {
			d := exact[w]
			if len(w) <= 3 && rng.IntN(3) == 0 {
				records := []results.Source{{Name: a.Format(word.Word(w)), Delta: 1e-6}}
				filed[a.Law(word.Word(w))] = results.OnRecord{Lower: results.End{Value: d[0], Records: records},
					Upper: results.End{Value: d[1], Records: records}}
			}
		}
		table := tableOf(filed)
		p := newParts(a, &table)
		for text, d := range exact {
			w := word.Word(text)
			i, ok := p.distance(w)
			if i.Upper.Value < d[0] || i.Lower.Value > d[1] {
				t.Errorf("%s: %v, but the distance is %v", a.Format(w), i, d)
			}
			for from := range w {
				for to := from + 1; to <= len(w); to++ {
					part, ok := filed[a.Law(w[from:to])]
					if ok && part.Upper.Value < i.Upper.Value {
						t.Errorf("%s: %v, but %s has %v", a.Format(w), i, a.Format(w[from:to]), part.Upper.Value)
					}
				}
			}
			switch by, _, _ := strings.Cut(i.Upper.By, " "); {
			case !ok && (i.Lower.Value > 0 || i.Upper.Value < 1):
				t.Errorf("%s: nothing, but %v", a.Format(w), i)
			case by == "block":
				blocks++
			case by == "contraction":
				products++
				value := 0.5
				for _, part := range i.Upper.Parts {
					x, err := a.Parse(part)
					if err != nil {
						t.Fatal(err)
					}
					value *= 2 * p.own(x).Upper.Value
				}
				if value > i.Upper.Value || value < i.Upper.Value-1e-12 {
					t.Errorf("%s: %v, but the product is %v", a.Format(w), i.Upper, value)
				}
			}
		}
	}
	if blocks < 200 || products < 50 {
		t.Errorf("%d by a part, %d by several", blocks, products)
	}
}

// exactDistances are those of all words up to a number of letters, to within their errors.
func exactDistances(t *testing.T, a *word.Alphabet, longest int) map[string][2]float64 {
	t.Helper()
	b, err := law.Compile(t.Context(), a.N, a.Models(), 4<<30)
	if err != nil {
		t.Fatal(err)
	}
	all, cores, chain := map[string][2]float64{}, map[string][2]float64{}, law.NewChain(b, 1)
	words := []word.Word{{}}
	for len(words[0]) < longest {
		var next []word.Word
		for _, w := range words {
			for l := range a.Letters {
				x := append(append(word.Word{}, w...), byte(l))
				next = append(next, x)
				_, core, _ := b.Split(x)
				if len(core) == 0 {
					continue
				}
				d, ok := cores[string(core)]
				if !ok {
					l, err := chain.Core(t.Context(), core)
					if err != nil {
						t.Fatal(err)
					}
					v := l.TVD()
					d = [2]float64{v.Float - v.Error - 1e-15, v.Float + v.Error + 1e-15}
					cores[string(core)] = d
				}
				all[string(x)] = d
			}
		}
		words = next
	}
	return all
}
