package perm

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// runsInDeck reads the shuffled deck from the top again and again, each time
// taking the next cards wanted, and counts the passes.
func runsInDeck(p Perm) int {
	deck := p.Inverse()
	passes := 0
	for next := 0; next < len(deck); passes++ {
		for _, card := range deck {
			if card == next {
				next++
			}
		}
	}
	return passes
}

func TestRisingSequences(t *testing.T) {
	for _, c := range []struct {
		deck []int // cards from the top
		want int
	}{
		{nil, 0}, {[]int{0}, 1}, {[]int{0, 1, 2, 3}, 1}, {[]int{3, 2, 1, 0}, 4},
		{[]int{2, 0, 3, 1, 4}, 2}, {[]int{1, 2, 3, 0}, 2},
	} {
		if got := Perm(c.deck).Inverse().RisingSequences(); got != c.want {
			t.Errorf("deck %v has %d rising sequences, not %d", c.deck, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		p := Perm(rapid.Permutation([]int(Identity(n))).Draw(t, "p"))
		if got, want := p.RisingSequences(), runsInDeck(p); got != want {
			t.Fatalf("%v has %d rising sequences, not %d", p, got, want)
		}
		backwards := slices.Clone(p)
		slices.Reverse(backwards)
		if d := p.Descents() + backwards.Descents(); d != n-1 {
			t.Fatalf("%v forwards and backwards has %d descents", p, d)
		}
	})
}
