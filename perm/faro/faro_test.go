package faro

import (
	"slices"
	"testing"

	"dovetail/perm"
	"dovetail/perm/cards"
	"dovetail/perm/modular"
	"dovetail/results"
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
			dealt := shuffleDeck(k, perm.Identity(n))
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
	for _, c := range []struct{ n, times, step int }{{52, 8, 1}, {13, 12, 2}} {
		q, err := NewTrail(Out, cards.New(c.n, 0), UntilItReturns)
		if err != nil || q.Check() != nil || q.Times != c.times {
			t.Fatalf("%d cards: %+v, %v", c.n, q, err)
		}
		r, err := results.AnswerTo[results.Faro](t.Context(), q, results.Env{})
		if err != nil || len(r.Decks) != c.times+1 || !slices.IsSorted(r.Decks[c.times]) || !r.Returns {
			t.Fatalf("%d cards: %v, %v", c.n, r.Decks, err)
		}
		want := map[int][]int{52: {0, 26, 1, 27, 2, 28}, 13: {0, 10, 7, 4, 1, 11, 8, 5, 2, 12, 9, 6, 3}}[c.n]
		if !slices.Equal(r.Decks[c.step][:len(want)], want) {
			t.Error(r.Decks[c.step])
		}
	}
}

// What is no question is refused before anything is computed.
func TestQuestionsRefuse(t *testing.T) {
	for _, q := range []results.Question{
		Deck{}, Deck{N: 1}, Deck{N: 1 << 63}, Listing{1}, Listing{1 << 62},
		Move{0, 1, 1}, Move{51, 1, 2}, Move{52, 53, 1}, Move{52, 1, 53}, Move{52, 0, 1}, Move{52, 1, 0}, Move{1 << 62, 1, 1},
		Trail{}, Trail{Out, []int{1, 3}, 1}, Trail{In, []int{1, 1}, 1}, Trail{In, []int{1, 0}, 1}, Trail{Out, cards.New(4, 1), -1},
		Trail{Out, cards.New(3, 1), MaxPrinted / 3}, Trail{Out, cards.New(3, 1), 1<<63 - 1},
	} {
		if q.Check() == nil {
			t.Errorf("%#v passed", q)
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
		members, err := listFamilies(uint64(n))
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
