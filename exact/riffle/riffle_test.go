package riffle

import (
	"fmt"
	"maps"
	"math/big"
	"testing"

	"dovetail/perm"
)

func TestClosedFormsAgainstEnumeration(t *testing.T) {
	for n := 1; n <= 7; n++ {
		l := riffle(n)
		for m := 1; m <= 3; m++ {
			if m > 1 {
				l = l.then(riffle(n))
			}
			check(t, fmt.Sprintf("%d riffles of %d", m, n), l, big.NewInt(1<<m))
		}
	}
	for n := 1; n <= 6; n++ {
		for a := 1; a <= 5; a++ {
			check(t, fmt.Sprintf("%d-shuffle of %d", a, n), labelled(n, a), big.NewInt(int64(a)))
		}
	}
}

// check compares the closed forms with a law with a packets, and with what a
// cut makes of it.
func check(t *testing.T, what string, l law, a *big.Int) {
	t.Helper()
	for p, w := range l.weight {
		if q := Q(l.n, a, l.perm(p).RisingSequences()); q.Cmp(big.NewRat(w, l.total)) != 0 {
			t.Fatalf("%s: %v has probability %d/%d, not %v", what, l.perm(p), w, l.total, q)
		}
	}
	equal(t, what+": separation and birthday bound", Separation(l.n, a), Birthday(l.n, a))
	laws := map[Cut]law{None: l, Before: rotation(l.n).then(l), After: l.then(rotation(l.n))}
	for _, cut := range Cuts {
		tvd, separation, linf := laws[cut].distances()
		s := New(l.n, cut)
		where := fmt.Sprintf("%s, cut %s: ", what, cut)
		equal(t, where+"TVD", s.TVD(a), tvd)
		equal(t, where+"separation", s.Separation(a), separation)
		equal(t, where+"l-infinity", s.Linf(a), linf)
		checkEntropy(t, where, laws[cut], s, a)
	}
}

func equal(t *testing.T, what string, got, want *big.Rat) {
	t.Helper()
	if got.Cmp(want) != 0 {
		t.Errorf("%s is %v, not %v", what, got, want)
	}
}

// A riffle in its three descriptions.
func TestDescriptions(t *testing.T) {
	for n := 1; n <= 7; n++ {
		model, inverse, dropped := riffle(n), labelled(n, 2), dropped(n)
		for p := range model.weight {
			want := big.NewRat(model.weight[p], model.total)
			equal(t, "cut and drop", big.NewRat(dropped.weight[p], dropped.total), want)
			equal(t, "inverse bits", big.NewRat(inverse.weight[p], inverse.total), want)
		}
		if len(dropped.weight) != len(model.weight) || len(inverse.weight) != len(model.weight) {
			t.Errorf("n=%d: supports of %d, %d and %d", n, len(model.weight), len(dropped.weight), len(inverse.weight))
		}
	}
}

// dropped cuts c cards with probability C(n, c)/2^n, and drops the next card from
// a packet of x cards beside one of y with probability x/(x+y). All weights are
// over 2^n n!.
func dropped(n int) law {
	l := newLaw(n)
	p := make(perm.Perm, n)
	for c := 0; c <= n; c++ {
		var drop func(top, bottom int, weight int64)
		drop = func(top, bottom int, weight int64) {
			left := int64(top + bottom)
			if left == 0 {
				l.add(p, weight)
				return
			}
			if top > 0 {
				p[top-1] = top + bottom - 1
				drop(top-1, bottom, weight/left*int64(top))
			}
			if bottom > 0 {
				p[c+bottom-1] = top + bottom - 1
				drop(top, bottom-1, weight/left*int64(bottom))
			}
		}
		cuts := new(big.Int).Binomial(int64(n), int64(c))
		drop(c, n-c, cuts.Mul(cuts, factorial(n)).Int64())
	}
	return l
}

// An a-shuffle then a b-shuffle is an ab-shuffle.
func TestProducts(t *testing.T) {
	for n := 1; n <= 6; n++ {
		for a := 1; a <= 3; a++ {
			for b := 1; b <= 3; b++ {
				got, want := labelled(n, a).then(labelled(n, b)), labelled(n, a*b)
				if got.total != want.total || !maps.Equal(got.weight, want.weight) {
					t.Errorf("n=%d: a %d-shuffle then a %d-shuffle is no %d-shuffle", n, a, b, a*b)
				}
			}
		}
	}
}

// A cut alone reaches n of n! permutations.
func TestCutAlone(t *testing.T) {
	for n := 1; n <= 7; n++ {
		tvd, _, _ := rotation(n).distances()
		want := new(big.Rat).SetFrac(big.NewInt(-1), factorial(n-1))
		equal(t, "TVD of a cut", tvd, want.Add(want, big.NewRat(1, 1)))
		for _, cut := range []Cut{Before, After} {
			equal(t, "TVD of a cut", New(n, cut).TVD(big.NewInt(1)), tvd)
		}
	}
}

func TestEulerian(t *testing.T) {
	for n := 1; n <= 8; n++ {
		counts := make([]int64, n)
		first := map[[2]int]int64{}
		each(n, func(p perm.Perm) {
			counts[p.Descents()]++
			first[[2]int{p.Descents(), p[0] + 1}]++
		})
		table := (&Shuffle{cards: n}).refined(64)
		for k, a := range Eulerian(n) {
			if a.Int64() != counts[k] {
				t.Errorf("A(%d, %d) = %v, not %d", n, k, a, counts[k])
			}
			for d := 1; d <= n; d++ {
				if got, _ := table[k*n+d-1].Int64(); got != first[[2]int{k, d}] {
					t.Errorf("A(%d, %d, %d) = %d, not %d", n, k, d, got, first[[2]int{k, d}])
				}
			}
			for least := 1; least < n; least++ {
				var count, total int64
				for d := least + 1; d <= n; d++ {
					count += first[[2]int{k, d}]
					total += first[[2]int{k, d}] * int64(d)
				}
				if c, s := firstAbove(n, k, least); c.Int64() != count || s.Int64() != total {
					t.Errorf("n=%d, k=%d, d > %d: %v and %v, not %d and %d", n, k, least, c, s, count, total)
				}
			}
		}
	}
	sum := new(big.Int)
	for _, a := range Eulerian(201) {
		sum.Add(sum, a)
	}
	if sum.Cmp(factorial(201)) != 0 {
		t.Errorf("row 201 adds up to %v", sum)
	}
}

// The extremes of the law are those of its closed form: separation is the
// birthday bound, and the likeliest permutation the furthest from uniform.
func TestExtremes(t *testing.T) {
	one := big.NewRat(1, 1)
	for n := 1; n <= 60; n++ {
		for _, packets := range []int64{1, 2, 3, 7, 59, 60, 61, 1 << 20} {
			a := big.NewInt(packets)
			distinct := big.NewRat(1, 1)
			for i := range int64(n) {
				distinct.Mul(distinct, big.NewRat(max(packets-i, 0), packets))
			}
			equal(t, "birthday bound", Birthday(n, a), distinct.Sub(one, distinct))
			ratio := func(r int) *big.Rat {
				q := Q(n, a, r)
				return q.Mul(q, new(big.Rat).SetInt(factorial(n)))
			}
			equal(t, "separation", Separation(n, a), new(big.Rat).Sub(one, ratio(n)))
			equal(t, "l-infinity", Linf(n, a), new(big.Rat).Sub(ratio(1), one))
		}
	}
}

// Figures of Bayer and Diaconis, table 1, with more digits.
func TestPublished(t *testing.T) {
	for _, c := range []struct {
		n, from, digits int
		tvd             []string
	}{
		{52, 1, 10, []string{"1.0000000000", "1.0000000000", "1.0000000000", "0.9999995334", "0.9237329294",
			"0.6135495966", "0.3340609995", "0.1671586419", "0.0854201934", "0.0429455489"}},
		{8, 1, 6, []string{"0.993849", "0.649049", "0.334743", "0.180001"}},
	} {
		for i, want := range c.tvd {
			if got := TVD(c.n, big.NewInt(1<<(c.from+i))).FloatString(c.digits); got != want {
				t.Errorf("n=%d, m=%d: %s, not %s", c.n, c.from+i, got, want)
			}
		}
	}
}

// A cut never hurts, and one after the riffles helps less than one before.
func TestCutsInOrder(t *testing.T) {
	for _, n := range []int{2, 3, 10, 31, 52, 101} {
		none, before, after := New(n, None), New(n, Before), New(n, After)
		for m := 1; m <= 20; m++ {
			a := big.NewInt(1 << m)
			if before.TVD(a).Cmp(after.TVD(a)) > 0 || after.TVD(a).Cmp(none.TVD(a)) > 0 {
				t.Errorf("n=%d, m=%d: %v, %v and %v do not rise", n, m, before.TVD(a), after.TVD(a), none.TVD(a))
			}
		}
	}
}
