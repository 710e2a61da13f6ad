package faro

import (
	"slices"
	"testing"

	"dovetail/perm"
	"dovetail/perm/modular"
	"dovetail/perm/must"
)

func TestFourCases(t *testing.T) {
	for n := 1; n <= cycleLimit; n++ {
		for _, k := range []Kind{Out, In} {
			p := k.Perm(n)
			c := must.Have(k.Order(uint64(n)))(t)
			if got := p.Order(); got.Uint64() != c.Order {
				t.Fatalf("%s-shuffle of %d: cycles say %s, the order of 2 is %d", k, n, got, c.Order)
			}
			dealt := Shuffled(k, perm.Identity(n))
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
		members := must.Have(Families(uint64(n)))(t)
		for _, f := range members {
			must.Do(t, f.Perm().Check())
			if got := f.Perm().Order(); got.Cmp(f.Order) != 0 {
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
