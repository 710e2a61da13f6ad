package copies

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"dovetail/perm"
)

// labelled is the slow oracle: of the a^n ways of an a-shuffle, those that show each
// arrangement. Backwards, every position of the new deck takes a label, and the cards go to
// the positions of label 0, then to those of label 1, and so on.
func labelled(g Game, a int) map[string]int64 {
	n := g.Deck.Size()
	layout, seen := g.Layout(), make([]uint8, n)
	ways := map[string]int64{}
	labels, deck := make([]int, n), make([]uint16, n)
	var fill func(i int)
	fill = func(i int) {
		if i < n {
			for labels[i] = range a {
				fill(i + 1)
			}
			return
		}
		card := uint16(0)
		for label := range a {
			for j, x := range labels {
				if x == label {
					deck[j] = card
					card++
				}
			}
		}
		g.Show(seen, layout, deck)
		ways[string(seen)]++
	}
	fill(0)
	return ways
}

// distances are total variation and separation by definition.
func distances(d Deck, ways map[string]int64, a int) (tvd, separation *big.Rat) {
	all := new(big.Int).Exp(big.NewInt(int64(a)), big.NewInt(int64(d.Size())), nil)
	fair := new(big.Rat).SetFrac(big.NewInt(1), d.Arrangements())
	tvd, separation = new(big.Rat), new(big.Rat)
	d.Every(context.Background(), func(shown []uint8) {
		p := new(big.Rat).SetFrac(big.NewInt(ways[string(shown)]), all)
		if p.Sub(fair, p); p.Sign() > 0 {
			tvd.Add(tvd, p)
			if p.Quo(p, fair); p.Cmp(separation) > 0 {
				separation.Set(p)
			}
		}
	})
	return tvd, separation
}

// small are decks whose labellings can all be gone through.
var small = []Deck{{1, 1}, {1, 4}, {4, 1}, {3, 3}, {2, 5}, {2, 2, 2}, {2, 3, 1}, {1, 1, 4}, {1, 1, 1, 1}, {3, 1, 1, 2}}

func TestCounterByLabels(t *testing.T) {
	for _, d := range small {
		for _, side := range sides {
			for _, a := range []int{1, 2, 3, 4, 5} {
				if d.Size() == 7 && a > 3 {
					continue
				}
				g := Game{d, Blocks, side}
				ways, c := labelled(g, a), newCounter(g)
				tvd, separation := distances(d, ways, a)
				packets := big.NewInt(int64(a))
				d.Every(t.Context(), func(shown []uint8) {
					sum, count := new(big.Int), 0.0
					for k, permutations := range c.Descents(shown) {
						count += permutations
						w := new(big.Int).SetInt64(int64(permutations))
						sum.Add(sum, w.Mul(w, waysOf(d.Size(), packets, k)))
					}
					if sum.Int64() != ways[string(shown)] {
						t.Errorf("%v, %s, a=%d: %v ways for %v, labels say %d", d, side, a, sum, shown, ways[string(shown)])
					}
					if all := float64(perm.Factorial(d.Size())) / float64(d.Arrangements().Int64()); count != all {
						t.Errorf("%v, %s: %v permutations show %v, want %v", d, side, count, shown, all)
					}
				})
				equal(t, fmt.Sprintf("TVD of %v, %s, a=%d", d, side, a), known(c.TVD(t.Context(), packets)), tvd)
				if side != Source {
					continue
				}
				equal(t, fmt.Sprintf("separation of %v, a=%d", d, a), d.Separation(packets), separation)
				if len(d) == 2 {
					equal(t, fmt.Sprintf("TVD of %v by sums, a=%d", d, a), known(d.TVD(t.Context(), int64(a))), tvd)
				}
			}
		}
	}
}

// waysOf is C(a+n-1-d, n).
func waysOf(n int, a *big.Int, d int) *big.Int {
	top := new(big.Int).Add(a, big.NewInt(int64(n-1-d)))
	if top.Cmp(big.NewInt(int64(n))) < 0 {
		return new(big.Int)
	}
	return new(big.Int).Binomial(top.Int64(), int64(n))
}

func equal(t *testing.T, what string, got, want *big.Rat) {
	t.Helper()
	if got.Cmp(want) != 0 {
		t.Errorf("%s is %s, want %s", what, got.RatString(), want.RatString())
	}
}

// The first order is the mean of the descents of all permutations that show an
// arrangement, whatever the order of the fixed deck.
func TestFirstByPermutations(t *testing.T) {
	for _, d := range append(slices.Clone(small), Deck{2, 2, 3}) {
		for _, order := range Orders {
			for _, side := range sides {
				g := Game{d, order, side}
				n := d.Size()
				layout, seen := g.Layout(), make([]uint8, n)
				descents, count := map[string]float64{}, map[string]float64{}
				deck, place := make([]uint16, n), make([]int, n)
				for rank := range perm.Factorial(n) {
					for j, card := range perm.Unrank(n, rank) {
						deck[j], place[card] = uint16(card), j
					}
					g.Show(seen, layout, deck)
					for i := 1; i < n; i++ {
						if place[i] < place[i-1] {
							descents[string(seen)]++
						}
					}
					count[string(seen)]++
				}
				f := newFirstOrder(g)
				size := 0.0
				for shown, number := range count {
					want := float64(n-1)/2 - descents[shown]/number
					if got := f.At([]uint8(shown)); got-want > 1e-12 || want-got > 1e-12 {
						t.Errorf("%v %s %s: first order %v for %q, want %v", d, order, side, got, shown, want)
					}
					size += max(want, -want)
				}
				if g.HasConstant() {
					c, _ := g.Constant().Float64()
					if want := float64(n) / 2 * size / float64(len(count)); c-want > 1e-12 || want-c > 1e-12 {
						t.Errorf("%v %s: c = %v, want %v", d, order, c, want)
					}
				}
			}
		}
	}
}

// A source with the same value on top and at the bottom has no first order.
func TestFirstVanishes(t *testing.T) {
	g := Game{Deck{4, 3}, Cyclic, Source}
	if layout := g.Layout(); layout[0] != layout[6] || g.Constant().Sign() != 0 {
		t.Errorf("%v has c = %v", layout, g.Constant())
	}
	f := newFirstOrder(g)
	g.Deck.Every(t.Context(), func(shown []uint8) {
		if f.At(shown) != 0 {
			t.Errorf("%v has a first order of %v", shown, f.At(shown))
		}
	})
}

// Neighbours of an old deck of 52 cards come to two hands in one order rather than the other
// with a bias of 1/2, 1/26 or 1/338, by how it is dealt (Conger and Howald).
func TestBiasOfDeals(t *testing.T) {
	for order, want := range map[Order]float64{Blocks: 1. / 2, Cyclic: 1. / 26, BackAndForth: 1. / 338} {
		f := newFirstOrder(Game{Deck{13, 13, 13, 13}, order, Target})
		for i, bias := range f.bias {
			x, y := i/4, i%4
			if x > y {
				bias = -bias
			}
			if x == y {
				bias += want
			}
			if bias-want > 1e-15 || want-bias > 1e-15 {
				t.Errorf("%s: hands %d and %d have a bias of %v, want %v", order, x, y, bias, want)
			}
		}
	}
}

func TestLayout(t *testing.T) {
	for _, c := range []struct {
		order Order
		want  string
	}{{Blocks, "000112"}, {Cyclic, "012010"}, {BackAndForth, "012100"}} {
		got := ""
		for _, v := range (Game{Deck{3, 2, 1}, c.order, Source}).Layout() {
			got += fmt.Sprint(v)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.order, got, c.want)
		}
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]Deck{
		"red-black": {26, 26}, "suits": {13, 13, 13, 13}, "top-card": {1, 51}, "13,39": {13, 39}, " 4, 48": {4, 48}, "13^4": {13, 13, 13, 13}, "1^2, 50^1": {1, 1, 50},
		"blackjack": {4, 4, 4, 4, 4, 4, 4, 4, 4, 16}, "ranks": slices.Repeat(Deck{4}, 13), "distinct": slices.Repeat(Deck{1}, 52),
	} {
		if got, err := parseDeck(text, 52); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, wrong := range []string{"", "red", "13,38", "0,52", "-1,53", "52", "26,26,", "1e1,42", "13 39", "13^", "^4", "13^0", "1^99999999999", "13 ^4"} {
		if got, err := parseDeck(wrong, 52); err == nil {
			t.Errorf("%q is read as %v", wrong, got)
		}
	}
	for _, odd := range []string{"red-black", "suits", "ranks", "blackjack"} {
		if _, err := parseDeck(odd, 51); err == nil {
			t.Errorf("%s of 51 cards", odd)
		}
	}
}

// known is what was computed in a context that is never done.
func known[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// Whatever takes long looks at its context before it is through.
func TestGoneBefore(t *testing.T) {
	ctx, leave := context.WithCancel(t.Context())
	leave()
	pair, many := Deck{2, 158}, newCounter(Game{Deck{2, 2, 4}, Blocks, Source})
	_, ofPair := pair.TVD(ctx, 1<<20)
	_, ofMany := many.TVD(ctx, big.NewInt(8))
	_, _, bracket := Deck{80, 80}.Bracket(ctx, 1<<20, 1e-9)
	_, _, enclosed := many.Enclose(ctx, 8)
	for i, err := range []error{ofPair, ofMany, bracket, enclosed} {
		if !errors.Is(err, context.Canceled) {
			t.Error(i, err)
		}
	}
}
