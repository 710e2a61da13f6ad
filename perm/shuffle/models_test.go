package shuffle

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"dovetail/perm"
	"dovetail/perm/faro"
)

// support is the law on S_n by the deck that each outcome makes of 0..n-1, in
// units of 2^-bits.
func support(m Model, n int, bits uint) map[string]*big.Int {
	law := map[string]*big.Int{}
	m.Support(n, bits, func(p perm.Perm, w *big.Int) bool {
		add(law, p.Inverse(), w)
		return true
	})
	return law
}

// key is a permutation or a deck of at most 256 cards as a key of maps.
func key(p []int) string {
	b := make([]byte, len(p))
	for i, j := range p {
		b[i] = byte(j)
	}
	return string(b)
}

func add(law map[string]*big.Int, deck []int, w *big.Int) {
	name := key(deck)
	if law[name] == nil {
		law[name] = new(big.Int)
	}
	law[name].Add(law[name], w)
}

// sameSupport compares laws on S_n up to some units.
func sameSupport(t *testing.T, what string, got, want map[string]*big.Int, units int64) {
	t.Helper()
	for deck, w := range want {
		g := got[deck]
		if g == nil {
			g = new(big.Int)
		}
		if new(big.Int).Sub(g, w).CmpAbs(big.NewInt(units)) > 0 {
			t.Fatalf("%s: %q has probability %v, want %v", what, deck, g, w)
		}
	}
	for deck, g := range got {
		if want[deck] == nil && g.CmpAbs(big.NewInt(units)) > 0 {
			t.Fatalf("%s: %q comes with probability %v", what, deck, g)
		}
	}
}

func sameLaw(t *testing.T, what string, got, want *Law) {
	t.Helper()
	for c := range want.Cells {
		if got.Cells[c].Cmp(&want.Cells[c]) != 0 || got.Slack != want.Slack {
			t.Fatalf("%s: cell %d is %v, want %v; slack %d, want %d", what, c, &got.Cells[c], &want.Cells[c], got.Slack, want.Slack)
		}
	}
}

// A cut of 2 cards of 5 brings the third card to the top.
func TestCutConvention(t *testing.T) {
	dst := NewDeck(5)
	parse(t, "cut(law=fixed,cards=2)").Dealer(5)(nil, dst, NewDeck(5))
	if !slices.Equal(dst, []uint16{2, 3, 4, 0, 1}) {
		t.Errorf("a cut of two cards gives %v", dst)
	}
	for n := 1; n <= 9; n++ {
		if got := len(support(parse(t, "cut"), n, 64)); got != n {
			t.Errorf("a uniform cut of %d cards has %d outcomes", n, got)
		}
	}
	if err := parse(t, "cut(law=fixed,cards=6)").Check(5); err == nil {
		t.Error("a cut of 6 cards of 5 passed")
	}
}

// Laws that are uniform have no deviation, whatever the rounding of 1/n.
func TestUniformLawsHaveNoDeviation(t *testing.T) {
	for _, spec := range []string{"cut", "wash", "inverse(of=cut)"} {
		for _, n := range []int{1, 2, 3, 52, 100} {
			l := parse(t, spec).Law(n, 192)
			for i := range n {
				for j, e := range l.Deviation(i) {
					if e != 0 {
						t.Fatalf("%s n=%d cell %d %d: deviation %g", spec, n, i, j, e)
					}
				}
			}
		}
	}
}

func TestTwoShuffleIsTheRiffle(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10, 52, 101} {
		bits := uint(n + 5)
		sameLaw(t, fmt.Sprintf("n=%d", n), parse(t, "ashuffle(a=2)").Law(n, bits), parse(t, "riffle").Law(n, bits))
	}
	for n := 1; n <= 8; n++ {
		sameSupport(t, fmt.Sprintf("n=%d", n), support(parse(t, "ashuffle(a=2)"), n, 64), support(parse(t, "riffle"), n, 64), 0)
	}
}

// P(i, j) = 1/a sum_s P(Bin(j-1, (s+1)/a) + Bin(n-j, s/a) = i-1), term by term.
func TestAShuffleClosedForm(t *testing.T) {
	const bits = 128
	for _, a := range []int{1, 2, 3, 4, 10, 100} {
		for _, n := range []int{1, 2, 5, 12, 17} {
			law := parse(t, fmt.Sprintf("ashuffle(a=%d)", a)).Law(n, bits)
			all := new(big.Int).Exp(big.NewInt(int64(a)), big.NewInt(int64(n)), nil)
			for i := 1; i <= n; i++ {
				for j := 1; j <= n; j++ {
					sum := new(big.Int)
					for s := range a {
						for k := max(0, i-1-(n-j)); k <= min(i-1, j-1); k++ {
							term := binomialTerm(j-1, k, s+1, a)
							sum.Add(sum, term.Mul(term, binomialTerm(n-j, i-1-k, s, a)))
						}
					}
					want := ratio(sum, all, bits)
					if want.Sub(want, law.At(i-1, j-1)).CmpAbs(big.NewInt(law.Slack)) > 0 {
						t.Fatalf("a=%d n=%d P(%d, %d) is off by %v units", a, n, i, j, want)
					}
				}
			}
		}
	}
}

// An a-shuffle and then a b-shuffle are an ab-shuffle, exactly where a and b are
// powers of two.
func TestAShufflesMultiply(t *testing.T) {
	for _, c := range [][3]int{{2, 2, 4}, {4, 2, 8}, {16, 4096, 65536}, {1, 8, 8}} {
		const n, bits = 21, 21 * 16
		var laws [3]*Law
		for k, a := range c {
			laws[k] = aShuffle{a: a}.Law(n, bits)
			if laws[k].Slack != 0 {
				t.Fatalf("a=%d: slack %d", a, laws[k].Slack)
			}
		}
		for i := range n {
			for j := range n {
				sum, term := new(big.Int), new(big.Int)
				for k := range n {
					sum.Add(sum, term.Mul(laws[0].At(i, k), laws[1].At(k, j)))
				}
				if sum.Rsh(sum, bits).Cmp(laws[2].At(i, j)) != 0 {
					t.Fatalf("%v: cell (%d, %d) is %v, want %v", c, i, j, laws[2].At(i, j), sum)
				}
			}
		}
	}
}

// Backwards, a riffle sorts the cards by a fair bit each.
func TestInverseRiffleSortsByBits(t *testing.T) {
	for n := 1; n <= 8; n++ {
		want := map[string]*big.Int{}
		for labels := range 1 << n {
			var deck []int
			for bit := range 2 {
				for i := range n {
					if labels>>i&1 == bit {
						deck = append(deck, i)
					}
				}
			}
			add(want, deck, ratio(big.NewInt(1), big.NewInt(1<<n), 64))
		}
		sameSupport(t, fmt.Sprintf("n=%d", n), support(parse(t, "inverse"), n, 64), want, 0)
	}
}

// The letter P draws packets of 5 to 9 cards from the bottom of the deck, the
// last being what is left, and lays each below those before it.
func TestPacketsFromTheBottom(t *testing.T) {
	const bits = 64
	p, err := Parse(standard['P'])
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{1, 4, 5, 6, 9, 10, 14, 23, 30} {
		want := map[string]*big.Int{}
		var draw func(left, made []int, w *big.Rat)
		draw = func(left, made []int, w *big.Rat) {
			if len(left) == 0 {
				add(want, made, ratio(w.Num(), w.Denom(), bits))
				return
			}
			for size := 5; size <= 9; size++ {
				at := max(0, len(left)-size)
				draw(left[:at], append(made[:len(made):len(made)], left[at:]...), new(big.Rat).Mul(w, big.NewRat(1, 5)))
			}
		}
		draw(perm.Identity(n), nil, big.NewRat(1, 1))
		sameSupport(t, fmt.Sprintf("n=%d", n), support(p, n, bits), want, int64(20*n))
	}
}

// The inverse of a Hindu shuffle is the same with the deck turned over.
func TestInverseHinduIsTurnedOver(t *testing.T) {
	for n := 1; n <= 9; n++ {
		h := parse(t, "hindu(size=uniform,min=2,max=4)")
		j := perm.Reversal(n)
		want := map[string]*big.Int{}
		h.Support(n, 64, func(p perm.Perm, w *big.Int) bool {
			add(want, j.Then(p).Then(j).Inverse(), w)
			return true
		})
		sameSupport(t, fmt.Sprintf("n=%d", n), support(inverse{h}, n, 64), want, 0)
	}
}

// The cut of the letter B in the middle third: floor(n/2 + u), u in [-1, 2).
func TestHumanCuts(t *testing.T) {
	for n, want := range map[int][]int64{ // sixths
		52: {25: 2, 26: 2, 27: 2, 52: 0},
		51: {24: 1, 25: 2, 26: 2, 27: 1, 51: 0},
		2:  {2, 2, 2},
		1:  {3, 3},
	} {
		for c, q := range parse(t, "human").(*human).cuts(n, 64).weights() {
			diff := new(big.Int).Sub(ratio(big.NewInt(want[c]), big.NewInt(6), 64), q)
			if diff.CmpAbs(big.NewInt(1)) > 0 {
				t.Errorf("n=%d cut %d: off by %v units", n, c, diff)
			}
		}
	}
}

// Packets that fall by turns, the bottom packet first, each as it was written
// down by hand: the drops are all words over 1 and 2.
func TestHumanByHand(t *testing.T) {
	const bits = 64
	for n := 1; n <= 7; n++ {
		want := map[string]*big.Int{}
		m := parse(t, "human").(*human)
		for c, q := range m.cuts(n, bits).weights() {
			for word := range 1 << n {
				deck := perm.Identity(n)
				packets := [2][]int{deck[c:], deck[:c]}
				var made []int
				w := new(big.Rat).SetInt(q)
				for k := range n {
					size, chance := 1, big.NewRat(9, 10)
					if word>>k&1 == 1 {
						size, chance = 2, big.NewRat(1, 10)
					}
					w.Mul(w, chance)
					from := packets[k%2]
					at := max(0, len(from)-size)
					made = append(slices.Clone(from[at:]), made...)
					packets[k%2] = from[:at]
				}
				// A packet whose turn comes n/2 times need not be gone yet.
				made = slices.Concat(packets[0], packets[1], made)
				add(want, made, new(big.Int).Quo(w.Num(), w.Denom()))
			}
		}
		sameSupport(t, fmt.Sprintf("n=%d", n), support(m, n, bits), want, 1<<10)
	}
}

// Without errors the human riffle is a faro: out for even decks, in for odd ones.
func TestPerfectHumanIsFaro(t *testing.T) {
	for n := 1; n <= 30; n++ {
		kind := []faro.Kind{faro.Out, faro.In}[n%2]
		law := parse(t, "human(low=0,high=1,double=0)").Law(n, 64)
		if n%2 == 1 {
			law = parse(t, "human(low=-1/2,high=1/2,double=0)").Law(n, 64)
		}
		for c, want := range (certain{perm: kind.Perm}).Law(n, 64).Cells {
			if law.Cells[c].Cmp(&want) != 0 {
				t.Fatalf("n=%d cell %d: %v, want %v", n, c, &law.Cells[c], &want)
			}
		}
	}
}

// One riffle makes at most two rising sequences, and every permutation with at
// most two is one: 2^n - n in all, the identity from n+1 cuts and each other
// from one.
func TestRiffleRisingSequences(t *testing.T) {
	for n := 1; n <= 10; n++ {
		seen := map[string]int{}
		parse(t, "riffle").Support(n, uint(n), func(p perm.Perm, _ *big.Int) bool {
			if r := p.RisingSequences(); r > 2 {
				t.Fatalf("n=%d: a riffle leaves %d rising sequences: %v", n, r, p)
			}
			seen[key(p)]++
			return true
		})
		if want := 1<<n - n; len(seen) != want {
			t.Errorf("n=%d: %d permutations, not %d", n, len(seen), want)
		}
	}
}
