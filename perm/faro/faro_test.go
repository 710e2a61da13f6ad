package faro

import (
	"slices"
	"testing"

	"dovetail/perm"
	"dovetail/perm/cards"
	"dovetail/perm/modular"
)

func TestFourCases(t *testing.T) {
	for n := 1; n <= cycleLimit; n++ {
		for _, k := range []Kind{Out, In} {
			p := k.Perm(n)
			c, err := k.Order(uint64(n))
			if err != nil {
				t.Fatal(err)
			}
			if got := p.Order(); got.Uint64() != c.Order {
				t.Fatalf("%s-shuffle of %d: cycles say %s, the order of 2 is %d", k, n, got, c.Order)
			}
			dealt := Shuffle(k, perm.Identity(n))
			if !slices.Equal(p, perm.Perm(dealt).Inverse()) {
				t.Fatalf("%s-shuffle of %d: positions and packets differ", k, n)
			}
			checkMultiplication(t, k, n, p)
		}
	}
}

// checkMultiplication holds the table of the package comment to p.
func checkMultiplication(t *testing.T, k Kind, n int, p perm.Perm) {
	m := int(k.Modulus(uint64(n)))
	for i, j := range p {
		want := 2 * i
		if k == In {
			want++
		}
		if k == Out && n%2 == 0 && i == n-1 {
			want = i
		} else {
			want %= m
		}
		if j != want {
			t.Fatalf("%s-shuffle of %d: %d goes to %d, not %d", k, n, i, j, want)
		}
	}
}

func TestSeedDecks(t *testing.T) {
	var last []int
	steps := 0
	trail(Out, cards.New(52, 0), -1, func(step int, deck []int) bool {
		if step == 1 && !slices.Equal(deck[:6], []int{0, 26, 1, 27, 2, 28}) {
			t.Error(deck)
		}
		steps, last = step, deck
		return true
	})
	if steps != 8 || !slices.IsSorted(last) {
		t.Errorf("52 cards: %d steps, %v", steps, last)
	}
	trail(Out, cards.New(13, 0), 12, func(step int, deck []int) bool {
		if step == 2 && !slices.Equal(deck, []int{0, 10, 7, 4, 1, 11, 8, 5, 2, 12, 9, 6, 3}) {
			t.Error(deck)
		}
		steps = step
		return true
	})
	if steps != 12 {
		t.Error(steps)
	}
}

func TestDecksOfModulus(t *testing.T) {
	for m := uint64(3); m < 1000; m += 2 {
		for _, k := range []Kind{Out, In} {
			for _, n := range k.Decks(m) {
				if k.Modulus(n) != m {
					t.Fatalf("%s %d: modulus %d, not %d", k, n, k.Modulus(n), m)
				}
			}
		}
	}
}

func TestFamilies(t *testing.T) {
	for n := 2; n <= familyLimit; n++ {
		members, err := Families(uint64(n))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range members {
			if err := f.Perm().Check(); err != nil {
				t.Fatal(err)
			}
			if got := f.Perm().Order(); got.Cmp(f.Order.Int) != 0 {
				t.Fatalf("%d cards, %s: %s says %d, the cycles say %s", n, f.Name, f.Formula, f.Order, got)
			}
		}
	}
}

func TestOrderLimits(t *testing.T) {
	for _, n := range []uint64{0, 1 << 63} {
		if _, err := Out.Order(n); err == nil {
			t.Errorf("%d cards passed", n)
		}
	}
	if c, err := Out.Order(1<<63 - 1); err != nil || modular.Power(2, c.Order, 1<<63-1) != 1 {
		t.Errorf("the largest deck: %v", err)
	}
}
