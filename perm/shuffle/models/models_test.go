package models

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"dovetail/perm"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/fixed"
	"dovetail/perm/shuffle/riffles"
	"dovetail/perm/shuffle/shuffletest"
)

func sameLaw(t *testing.T, what string, got, want *shuffle.Law) {
	t.Helper()
	for c := range want.Cells {
		if got.Cells[c].Cmp(&want.Cells[c]) != 0 || got.Slack != want.Slack {
			t.Fatalf("%s: cell %d is %v, want %v; slack %d, want %d", what, c, &got.Cells[c], &want.Cells[c], got.Slack, want.Slack)
		}
	}
}

// A cut of 2 cards of 5 brings the third card to the top.
func TestCutConvention(t *testing.T) {
	dst := shuffle.NewDeck(5)
	parse(t, "cut(law=fixed,cards=2)").Dealer(5)(nil, dst, shuffle.NewDeck(5))
	if !slices.Equal(dst, []uint16{2, 3, 4, 0, 1}) {
		t.Errorf("a cut of two cards gives %v", dst)
	}
	for n := 1; n <= 9; n++ {
		if got := len(shuffletest.Support(parse(t, "cut"), n, 64)); got != n {
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
		shuffletest.Same(t, fmt.Sprintf("n=%d", n), shuffletest.Support(parse(t, "ashuffle(a=2)"), n, 64), shuffletest.Support(parse(t, "riffle"), n, 64), 0)
	}
}

// An a-shuffle and then a b-shuffle are an ab-shuffle, exactly where a and b are
// powers of two.
func TestAShufflesMultiply(t *testing.T) {
	for _, c := range [][3]int{{2, 2, 4}, {4, 2, 8}, {16, 4096, 65536}, {1, 8, 8}} {
		const n, bits = 21, 21 * 16
		var laws [3]*shuffle.Law
		for k, a := range c {
			laws[k] = riffles.NewAShuffle(a).Law(n, bits)
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
			shuffletest.Add(want, deck, fixed.Ratio(big.NewInt(1), big.NewInt(1<<n), 64))
		}
		shuffletest.Same(t, fmt.Sprintf("n=%d", n), shuffletest.Support(parse(t, "inverse"), n, 64), want, 0)
	}
}

// The inverse of a Hindu shuffle is the same with the deck turned over.
func TestInverseHinduIsTurnedOver(t *testing.T) {
	for n := 1; n <= 9; n++ {
		h := parse(t, "hindu(size=uniform,min=2,max=4)")
		j := perm.Reversal(n)
		want := map[string]*big.Int{}
		h.Support(n, 64, func(p perm.Perm, w *big.Int) bool {
			shuffletest.Add(want, j.Then(p).Then(j).Inverse(), w)
			return true
		})
		shuffletest.Same(t, fmt.Sprintf("n=%d", n), shuffletest.Support(shuffle.Undo(h), n, 64), want, 0)
	}
}

// Without errors the human riffle is a faro: out for even decks, in for odd ones.
func TestPerfectHumanIsFaro(t *testing.T) {
	for n := 1; n <= 30; n++ {
		perfect := parse(t, []string{"faro(kind=out)", "faro(kind=in)"}[n%2])
		law := parse(t, "human(low=0,high=1,double=0)").Law(n, 64)
		if n%2 == 1 {
			law = parse(t, "human(low=-1/2,high=1/2,double=0)").Law(n, 64)
		}
		for c, want := range perfect.Law(n, 64).Cells {
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
			seen[shuffletest.Key(p)]++
			return true
		})
		if want := 1<<n - n; len(seen) != want {
			t.Errorf("n=%d: %d permutations, not %d", n, len(seen), want)
		}
	}
}
