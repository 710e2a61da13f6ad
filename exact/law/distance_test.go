package law

import (
	"cmp"
	"math"
	"math/big"
	"slices"
	"testing"

	"dovetail/exact/word"
	"dovetail/perm"
)

// Distances by their definitions, in rationals.
func TestDistancesByDefinition(t *testing.T) {
	for _, specs := range alphabets {
		a := withDigits(alphabet(t, 5, specs...), 7)
		eachWord(3, 3, func(w word.Word) {
			l := law(t, a, w)
			n := big.NewRat(int64(l.Decks()), 1)
			one := big.NewRat(1, 1)
			fair := new(big.Rat).Inv(n)
			tvd, square := new(big.Rat), new(big.Rat)
			separation := new(big.Rat)
			entropy := 0.0
			for d := range l.Decks() {
				p := l.value(d).Exact
				if p == nil {
					p = new(big.Rat).SetFloat64(l.Probs[d])
				}
				diff := new(big.Rat).Sub(p, fair)
				if diff.Sign() > 0 {
					tvd.Add(tvd, diff)
				}
				square.Add(square, diff.Mul(diff, diff))
				if s := new(big.Rat).Sub(one, new(big.Rat).Mul(n, p)); d == 0 || s.Cmp(separation) > 0 {
					separation = s
				}
				if f, _ := p.Float64(); f > 0 {
					entropy -= f * math.Log2(f)
				}
			}
			square.Mul(square, n)
			l2, l2Square := l.L2()
			for _, c := range []struct {
				what string
				got  Value
				want *big.Rat
			}{{"TVD", l.TVD(), tvd}, {"separation", l.Separation(), separation}, {"l-2 squared", l2Square, square}} {
				if l.Exact() && c.got.Exact.Cmp(c.want) != 0 {
					t.Fatalf("%v: %s %v, want %v", w, c.what, c.got.Exact, c.want)
				}
				if f, _ := c.want.Float64(); (l.Exact() || c.what != "l-2 squared") && math.Abs(c.got.Float-f) > c.got.Error+2*unit*max(1, f) {
					t.Fatalf("%v: %s %v, want %v", w, c.what, c.got, f)
				}
			}
			if f, _ := square.Float64(); math.Abs(l2.Float-math.Sqrt(f)) > l2.Error+8*unit*math.Sqrt(f) {
				t.Fatalf("%v: l-2 %v, want %v", w, l2, math.Sqrt(f))
			}
			if got := l.MaxEntropy().Float - l.Deficit().Float; math.Abs(got-entropy) > l.Deficit().Error+1e-13 {
				t.Fatalf("%v: entropy %v, want %v", w, got, entropy)
			}
		})
	}
}

// The extreme decks are those of all decks sorted.
func TestExtremeDecks(t *testing.T) {
	whole := alphabet(t, 5, "riffle", "deal(piles=2)", "hindu(mean=2,sd=1)")
	for _, a := range []*Compiled{whole, withDigits(whole, 4)} {
		extremes(t, a)
	}
	top := compute(t, whole, "CCC").Most(3)
	if len(top) != 3 || top[0].Probability.Float < top[1].Probability.Float {
		t.Errorf("%v", top)
	}
}

func extremes(t *testing.T, a *Compiled) {
	for _, word := range []string{"A", "AA", "ABA", "B"} {
		l := compute(t, a, word)
		ranks := make([]int, l.Decks())
		for i := range ranks {
			ranks[i] = i
		}
		count := func(d int) uint64 { return l.Counts.At(d).Uint64() }
		sharing := map[uint64]int{}
		for d := range ranks {
			sharing[count(d)]++
		}
		for _, least := range []bool{false, true} {
			slices.SortStableFunc(ranks, func(x, y int) int {
				c := cmp.Compare(count(x), count(y))
				if !least {
					c = -c
				}
				return cmp.Or(c, x-y)
			})
			for k, d := range l.extremes(130, least) {
				if rank := int(d.Cards.Rank()); rank != ranks[k] || d.Sharing != sharing[count(rank)] {
					t.Fatalf("%s: place %d is deck %d shared by %d, want %d by %d", word, k, rank, d.Sharing, ranks[k], sharing[count(ranks[k])])
				}
			}
		}
	}
}

// Decks whose doubles differ by no more than their errors share a place, those first
// whose cards come first, and no others do.
func TestExtremeDecksInDoubles(t *testing.T) {
	const a, b = 0.3, 0.1
	l := &Law{N: 3, Probs: []float64{b, a * (1 + 3*unit), b * (1 + 2*unit), a, b * (1 + 40*unit), b * (1 - unit)}, Roundings: 4}
	for i, want := range []struct {
		rank    uint64
		sharing int
	}{{1, 2}, {3, 2}, {4, 1}, {0, 3}, {2, 3}, {5, 3}} {
		d := l.Most(6)[i]
		if d.Cards.Rank() != want.rank || d.Sharing != want.sharing {
			t.Errorf("place %d: deck %d shared by %d, want %d by %d", i, d.Cards.Rank(), d.Sharing, want.rank, want.sharing)
		}
	}
	if d := l.Least(1)[0]; d.Cards.Rank() != 0 || d.Sharing != 3 {
		t.Errorf("least likely: deck %d shared by %d", d.Cards.Rank(), d.Sharing)
	}
}

func TestEachDeck(t *testing.T) {
	l := compute(t, alphabet(t, 5, "riffle"), "AA")
	rank := uint64(0)
	l.Each(func(deck []int, _ string) bool {
		for i, card := range perm.Unrank(5, rank) {
			if deck[i] != card+1 {
				t.Fatalf("rank %d: %v", rank, deck)
			}
		}
		rank++
		return true
	})
	if rank != 120 {
		t.Errorf("%d decks", rank)
	}
}
