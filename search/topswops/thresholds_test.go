package topswops

import (
	"slices"
	"testing"
)

// The cuts halve, and what is needed below is the lesser of the two parts.
func TestHalvedByDefinition(t *testing.T) {
	for n := 1; n <= 12; n++ {
		for least := range 200 {
			h := halved(n, least)
			if h.Need[n] != least {
				t.Fatalf("n=%d, T=%d: %v", n, least, h)
			}
			for m := 2; m <= n; m++ {
				back, front := h.Cut[m], h.Need[m]-h.Cut[m]
				if h.Need[m-1] != min(back, front) || back-front < 0 || back-front > 1 {
					t.Fatalf("n=%d, T=%d, m=%d: %v", n, least, m, h)
				}
			}
		}
	}
}

// The bounds of the climbs are what they are said to be: with f(k) the longest
// game on k cards, r moves want a card k at home with f(k) >= r.
func TestBoundsOfClimbsByDefinition(t *testing.T) {
	const n = 13
	f := knownLengths(n - 1)
	low := reach(f)
	wants := func(r int) uint8 { // cards count from 0
		for k := 1; k < len(f); k++ {
			if f[k] >= r {
				return uint8(k - 1)
			}
		}
		return forbidden
	}
	for r := range f[n-1] + 1 {
		if low[r] != wants(r) {
			t.Errorf("reach of %d moves is %d, want %d", r, low[r], wants(r))
		}
	}
	if len(low) != f[n-1]+1 {
		t.Errorf("reach of %d moves, want %d", len(low)-1, f[n-1])
	}
	for _, least := range []int{0, 1, 40, 80, 160, 400} {
		h := halved(n, least)
		for m := 2; m <= n; m++ {
			floor := h.floor(m, low)
			if len(floor) != h.Need[m]+1 || floor[h.Need[m]] != 0 {
				t.Errorf("T=%d, m=%d: floor %v, needed %d", least, m, floor, h.Need[m])
			}
			for l := range h.Need[m] {
				if want := wants(h.Need[m] - l); floor[l] != want {
					t.Errorf("T=%d, m=%d: floor after %d moves %d, want %d", least, m, l, floor[l], want)
				}
			}
			if m == n {
				continue
			}
			// A deck of m cards with l moves, as a back half: card m moves back first.
			rise := h.rise(m, low)
			for l := range 2*h.Need[m+1] + 3 {
				want := uint8(0)
				if r := h.Need[m+1] - l - 1; r > 0 {
					want = wants(r)
				}
				if l < h.Cut[m+1] {
					want = forbidden
				}
				if got := rise[min(l, len(rise)-1)]; got != want {
					t.Errorf("T=%d, m=%d: rise with %d moves %d, want %d", least, m, l, got, want)
				}
			}
		}
	}
}

// What a walk does is told to the last deck: a bound that is weaker than it
// could be finds the same, for more work.
func TestWorkOfWalks(t *testing.T) {
	for _, c := range []struct {
		n, least int
		order    bool
		want     []uint64 // nodes, visits, stops, short
	}{
		{8, 10, false, []uint64{6881, 7489, 945, 3569}},
		{9, 30, false, []uint64{2066, 4426, 1310, 1475}},
		{11, 51, false, []uint64{69035, 187658, 58805, 46883}},
		{12, 60, false, []uint64{567913, 2029606, 710563, 433340}},
		{12, 63, true, []uint64{534072, 1500971, 479859, 436047}},
	} {
		w := newWalk(c.n, halved(c.n, c.least), reach(knownLengths(c.n-1)))
		w.leaf = func(node) {}
		if c.order {
			w.inOrder()
		}
		x := root()
		w.from(&x)
		s := w.stats()
		if got := []uint64{sumOf(s.Nodes), sumOf(s.Visits), sumOf(s.Stops), sumOf(s.Short)}; !slices.Equal(got, c.want) {
			t.Errorf("n=%d, T=%d, order=%v: %d, want %d", c.n, c.least, c.order, got, c.want)
		}
	}
}
