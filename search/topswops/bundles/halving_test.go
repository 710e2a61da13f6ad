package bundles

import (
	"math/bits"
	"slices"
	"testing"

	"dovetail/perm/longtest"
	"dovetail/perm/topswops"
)

// halver is the search by halving, the oracle of bundles: every deck has one parent with one card fewer,
// which is the longer half of its game, and is followed on its own.
type halver struct {
	need, cut []int   // by number of cards: the moves of the decks followed, and of back halves that are parents
	low       []uint8 // the bound of climbs, see [Reach]
	found     func(half)
}

// half is a deck with its game.
type half struct {
	size, moves int
	deck, end   topswops.Deck
	quiet       uint32 // supporting cards, 0 aside
}

// halve calls found with each deck of n cards of at least t moves. f has the longest lengths of fewer cards.
func halve(n, t int, f []int, found func(half)) {
	h := halver{make([]int, n+1), make([]int, n+1), Reach(f), found}
	h.need[n] = t
	for m := n; m > 1; m-- {
		h.cut[m] = (h.need[m] + 1) / 2
		h.need[m-1] = h.need[m] - h.cut[m]
	}
	h.follow(rooted(topswops.Pack([]int{0}), 1))
}

// rooted is a deck, played.
func rooted(deck topswops.Deck, size int) half {
	g := deck.Play()
	return half{size, int(g.Moves), deck, g.End, (1<<size - 2) &^ g.Shown}
}

// follow follows a deck and all that comes from it.
func (h *halver) follow(x half) {
	m := x.size
	switch {
	case x.moves < h.need[m]:
		return
	case m == len(h.need)-1:
		h.found(x)
		return
	case x.moves >= h.need[m+1]: // the new card m never shows
		y := half{m + 1, x.moves, x.deck.Put(m, m), x.end.Put(m, m), x.quiet | 1<<m}
		h.follow(y)
		for rest := x.quiet; rest != 0; rest &= rest - 1 {
			v := bits.TrailingZeros32(rest)
			x.deck.PutIn(&y.deck, m, v, v)
			x.end.PutIn(&y.end, m, v, v)
			h.follow(y)
		}
	}
	// A front half: m is in the place of card 0, and z at position m.
	after := x.end.Put(m, m).Exchange(m, 0).Flip(m + 1)
	for rest := x.quiet | 1; rest != 0; rest &= rest - 1 {
		z := bits.TrailingZeros32(rest)
		if g := after.Exchange(0, z).Play(); int(g.Moves) < h.cut[m+1] {
			y := half{size: m + 1, moves: x.moves + 1 + int(g.Moves), end: g.End, quiet: x.quiet &^ g.Shown}
			x.deck.PutIn(&y.deck, m, 0, z)
			h.follow(y)
		}
	}
	if x.moves >= h.cut[m+1] { // a back half
		h.climb(half{m + 1, x.moves, x.deck.Put(m, m), x.end.Put(m, m), x.quiet}, m)
	}
}

// climb undoes the move of card v, at home, and others in all ways.
func (h *halver) climb(x half, v int) {
	up := x
	homes := x.deck.Undo(&up.deck, v) &^ 1
	up.moves++
	up.quiet &^= 1 << v
	if short := h.need[x.size] - up.moves; short <= 0 {
		h.follow(up)
	} else if short >= len(h.low) || homes>>h.low[short] == 0 {
		return
	}
	for ; homes != 0; homes &= homes - 1 {
		h.climb(up, bits.TrailingZeros32(homes))
	}
}

// knownLengths are f(1), ..., f(n), from position 1 on.
func knownLengths(n int) []int {
	return []int{0, 0, 1, 2, 4, 7, 10, 16, 22, 30, 38, 51, 65, 80, 101, 113, 139, 159, 191, 221, 249, 282}[:n+1]
}

// The oracle has all decks, of at least any number of moves, and the games that they have.
func TestHalvingAgainstAllDecks(t *testing.T) {
	for n := 1; n <= longtest.Of(7, 9); n++ {
		count := map[int]int{}
		all(n, func(cards []int) { count[int(topswops.Pack(cards).Play().Moves)]++ })
		want := 0
		for least := knownLengths(n)[n] + 1; least >= 0; least-- {
			want += count[least]
			seen := map[topswops.Deck]bool{}
			halve(n, least, knownLengths(n-1), func(x half) {
				if x != rooted(x.deck, n) || x.moves < least {
					t.Fatalf("n=%d: %+v has the game of %+v", n, x, rooted(x.deck, n))
				}
				seen[x.deck] = true
			})
			if len(seen) != want {
				t.Fatalf("n=%d, T=%d: %d decks, want %d", n, least, len(seen), want)
			}
		}
	}
}

// Bundles find the same decks, down to some moves below the longest.
func TestBundlesAgainstHalving(t *testing.T) {
	testAgainstHalving(t, 11, 10)
	testAgainstHalving(t, 12, longtest.Of(2, 10))
}

func testAgainstHalving(t *testing.T, n, below int) {
	for least := knownLengths(n)[n] + 1; least >= knownLengths(n)[n]-below; least-- {
		var want [][]int
		halve(n, least, knownLengths(n-1), func(x half) { want = append(want, ranked(x.deck.Unpack(n))) })
		slices.SortFunc(want, slices.Compare)
		at := NewLevels(n, least, Usual(n, least), nil)
		if err := at.Check(knownLengths(n - 1)); err != nil {
			t.Fatal(err)
		}
		if got := decks(t, at, knownLengths(n-1)); !slices.EqualFunc(got, want, slices.Equal[[]int]) {
			t.Errorf("n=%d, T=%d: %d decks, but %d by halving", n, least, len(got), len(want))
		}
	}
}

// The bound of climbs is what it is said to be: with f(k) the longest game on k cards, r moves want a card k
// at home with f(k) >= r.
func TestReachByDefinition(t *testing.T) {
	const n = 13
	f := knownLengths(n - 1)
	low := Reach(f)
	for r := range f[n-1] + 1 {
		k := 1
		for f[k] < r {
			k++
		}
		if int(low[r]) != k-1 { // cards count from 0
			t.Errorf("reach of %d moves is %d, want %d", r, low[r], k-1)
		}
	}
	if len(low) != f[n-1]+1 {
		t.Errorf("reach of %d moves, want %d", len(low)-1, f[n-1])
	}
}
