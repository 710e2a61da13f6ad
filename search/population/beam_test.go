package population

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"dovetail/perm"
	"dovetail/perm/longtest"
	"dovetail/perm/topswops"
)

// kept is what a beam for more cards keeps of m.
func (q Beam) kept(m int) (*beam, []ranked) {
	b := q.begun(m, func() bool { return false })
	return b, b.upTo(m, m+2)
}

// ofAll has room for all decks of m cards.
func ofAll(m int, sorted bool) (*beam, []ranked) {
	return Beam{Width: 1 << 20, Families: m, Seed: 1, Sorted: sorted}.kept(m)
}

// expect makes ready for decks of a size, with room for all.
func (b *beam) expect(size int) {
	b.best = append(b.best, found{})
	b.all = pool{width: b.Width}
	b.begin(size)
}

// each calls f with every deck of m cards.
func each(m int, f func(topswops.Deck)) {
	for rank := range perm.Factorial(m) {
		f(topswops.Pack(perm.Unrank(m, rank)))
	}
}

// With room for all, a beam keeps all decks, or all that end in order, each once.
func TestBeamOfAllDecks(t *testing.T) {
	for _, sorted := range []bool{false, true} {
		for m := 2; m <= 7; m++ {
			want := map[topswops.Deck]bool{}
			each(m, func(d topswops.Deck) {
				if !sorted || d.Play().End.Ordered(m) {
					want[d] = true
				}
			})
			_, kept := ofAll(m, sorted)
			for _, r := range kept {
				if !want[r.deck] {
					t.Errorf("%d cards, in order %v: %v is there twice, or no deck", m, sorted, r.deck.Unpack(m))
				}
				delete(want, r.deck)
			}
			if len(want) > 0 {
				t.Errorf("%d cards, in order %v: %d decks are missing", m, sorted, len(want))
			}
		}
	}
}

// A climb goes back as far as any deck with one card more that leads to a deck.
func TestClimbIsDeepest(t *testing.T) {
	const m = 6
	deepest := map[string]int{}
	each(m+1, func(d topswops.Deck) {
		cards := d.Unpack(m + 1)
		for moves := 1; cards[0] != 0; moves++ {
			top := cards[0]
			slices.Reverse(cards[:top+1])
			if top == m {
				rest := fmt.Sprint(cards[:m])
				deepest[rest] = max(deepest[rest], moves)
				return
			}
		}
	})
	b, kept := ofAll(m, false)
	for _, r := range kept {
		b.family = pool{width: 1}
		b.offer(r.deck, 0)
		cards := r.deck.Unpack(m)
		if got := int(b.family.decks[0].key >> hashBits); got != deepest[fmt.Sprint(cards)] {
			t.Fatalf("%v: %d moves back, want %d", cards, got, deepest[fmt.Sprint(cards)])
		}
	}
}

// The lengths are those of the decks: f(n) to 15 cards within seconds, and the longest that
// end in order.
func TestBeamReaches(t *testing.T) {
	for _, test := range []struct {
		sorted bool
		want   []int
	}{
		{false, []int{0, 1, 2, 4, 7, 10, 16, 22, 30, 38, 51, 65, 80, 101, 113}[:longtest.Of(13, 15)]},
		{true, []int{0, 1, 2, 4, 7, 10, 16, 22, 30, 38, 51, 63, 80}[:longtest.Of(11, 13)]},
	} {
		decks, err := Beam{Width: 30_000, Families: 12, Seed: 1, Sorted: test.sorted}.Longest(t.Context(), len(test.want))
		if err != nil || len(decks) != len(test.want) {
			t.Fatal(len(decks), err)
		}
		for i, d := range decks {
			if l := listed(d).length; topswops.CheckDeck(d) != nil || len(d) != i+1 || l != test.want[i] {
				t.Errorf("%v: %d moves, want %d", d, l, test.want[i])
			}
			if test.sorted && !slices.IsSorted(topswops.Play(d, true).End) {
				t.Errorf("%v does not end in order", d)
			}
		}
	}
}

// Where families are bounded a deck keeps no more of its children than there is room for, the
// best of all among them.
func TestFamilies(t *testing.T) {
	const m = 8
	b, parents := ofAll(m, false)
	b.expect(m + 1)
	bounded := 0
	for i := range parents {
		b.Families = m + 1
		b.offspring(&parents[i].deck)
		all := slices.Clone(b.family.decks)
		if len(all) != b.births {
			t.Fatalf("%d children of %d", len(all), b.births)
		}
		b.Families = m
		b.offspring(&parents[i].deck)
		b.family.cut()
		some := b.family.decks
		if most := 8 + int(math.Sqrt(float64(len(all)))/2); len(some) > most || len(some) < min(8, len(all)) {
			t.Fatalf("%d children are kept of %d, want 8 to %d", len(some), len(all), most)
		}
		byKey := func(a, b ranked) int { return cmp.Compare(a.key, b.key) }
		if slices.MaxFunc(some, byKey) != slices.MaxFunc(all, byKey) {
			t.Fatalf("of %v the best is lost", all)
		}
		if len(some) < len(all) {
			bounded++
		}
	}
	if bounded < 1000 {
		t.Error("only", bounded, "families were bounded")
	}
}

// However narrow, a sparse beam keeps all decks of 8 cards, and of 9 each with its chance, others
// for another seed.
func TestSparse(t *testing.T) {
	q := Beam{Width: 10, Families: sparseTo, Chance: 10}
	if _, decks := q.kept(sparseFrom - 1); len(decks) != int(perm.Factorial(sparseFrom-1)) {
		t.Fatalf("%d decks of %d cards", len(decks), sparseFrom-1)
	}
	seeds := map[topswops.Deck]int{}
	for q.Seed = range 2 {
		_, decks := q.kept(sparseFrom)
		// 36,288 of 9! are expected, with a standard deviation of 181.
		if n := len(decks); n < 36_288-900 || n > 36_288+900 {
			t.Errorf("%d decks of %d cards", n, sparseFrom)
		}
		for _, r := range decks {
			if seeds[r.deck]>>q.Seed == 1 {
				t.Fatalf("%v is there twice", r.deck.Unpack(sparseFrom))
			}
			seeds[r.deck] |= 1 << q.Seed
		}
	}
	both := 0
	for _, s := range seeds {
		if s == 3 {
			both++
		}
	}
	// 3,629 of 9!, with a standard deviation of 60.
	if both < 3_629-300 || both > 3_629+300 {
		t.Errorf("%d decks are kept for both seeds", both)
	}
}

// A beam gives up in the middle of a family.
func TestBeamGivesUp(t *testing.T) {
	const m = 8
	b, parents := ofAll(m, false)
	b.expect(m + 1)
	large := 0
	for i := range parents {
		b.over = func() bool { return false }
		b.offspring(&parents[i].deck)
		if b.births <= glance {
			continue
		}
		large++
		asked := 0
		b.over = func() bool { asked++; return asked == 2 }
		b.offspring(&parents[i].deck)
		if !b.stop || b.births > glance+m {
			t.Fatalf("%d children, after %d questions", b.births, asked)
		}
		b.stop = false
	}
	if large == 0 {
		t.Error("no family is large")
	}
}
