package topswops

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func drawDeck(t *rapid.T, most int) []int {
	n := rapid.IntRange(1, most).Draw(t, "n")
	seed := rapid.Uint64().Draw(t, "seed")
	d := rand.New(rand.NewPCG(seed, 0)).Perm(n)
	for i := range d {
		d[i]++
	}
	return d
}

// The seed's own example: 3 1 4 5 2.
func TestExample(t *testing.T) {
	g := Play([]int{3, 1, 4, 5, 2}, true)
	h := g.Halves()
	if g.Length() != 7 || h.Largest != 5 || h.Critical != 2 || h.Before != 2 ||
		!slices.Equal(h.First, []int{3, 5, 4, 1, 2}) || !slices.Equal(h.Second, []int{2, 4, 1, 3, 5}) {
		t.Errorf("%d moves, halves %+v", g.Length(), h)
	}
	var scores []int64
	for _, s := range g.Scores() {
		scores = append(scores, s.Int64())
	}
	if want := []int64{0, 4, 8, 16, 18, 24, 28, 31}; !slices.Equal(scores, want) {
		t.Errorf("scores %v, want %v", scores, want)
	}
}

func TestGameInvariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := Play(drawDeck(t, 40), true)
		for i, s := range g.Scores()[1:] {
			if gain := new(big.Int).Sub(s, g.Scores()[i]); gain.Cmp(big.NewInt(2)) < 0 {
				t.Fatalf("move %d gains %v", i+1, gain)
			}
		}
		for v := 1; v <= len(g.Deck); v++ {
			shown := v == 1 || slices.Contains(g.Shown, v)
			if slices.Contains(g.Protagonists(), v) != shown || slices.Contains(g.Supporting(), v) == shown {
				t.Fatalf("card %d among %v and %v, of moves %v", v, g.Protagonists(), g.Supporting(), g.Shown)
			}
		}
		if g.End[0] != 1 || CheckDeck(g.End) != nil {
			t.Fatalf("%+v", g)
		}
		if h := g.Halves(); g.Length() > 0 {
			first, second := Play(h.First, false), Play(h.Second, false)
			if h.Before+1+second.Length() != g.Length() || first.Length() != h.Before || first.Length() != h.FirstLength || second.Length() != h.SecondLength || !slices.Equal(second.End, g.End) || h.Critical != h.Second[0] {
				t.Fatalf("%v: %+v", g.Deck, h)
			}
		}
	})
}

// A game is left soon after its context has ended.
func TestPlayUntil(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if g, err := PlayUntil(ctx, []int{2, 1}, false); g != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", g, err)
	}
}

func TestDeck(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		deck := drawDeck(t, MaxCards)
		cards := slices.Clone(deck)
		for i := range cards {
			cards[i]--
		}
		d := Pack(cards)
		g := Play(deck, false)
		o := d.Play()
		var want uint32
		for _, k := range g.Shown {
			want |= 1 << (k - 1)
		}
		final := o.End.Unpack(len(deck))
		for i := range final {
			final[i]++
		}
		if int(o.Moves) != g.Length() || o.Shown != want || !slices.Equal(final, g.End) {
			t.Fatalf("%v: %d moves to %v, want %d to %v", deck, o.Moves, final, g.Length(), g.End)
		}
		k := rapid.IntRange(1, len(deck)).Draw(t, "k")
		slices.Reverse(cards[:k])
		if got := d.Flip(k).Unpack(len(deck)); !slices.Equal(got, cards) {
			t.Fatalf("flip %d: %v, want %v", k, got, cards)
		}
	})
}

func TestCheckDeck(t *testing.T) {
	for _, d := range [][]int{{}, {0}, {2}, {1, 1}, {1, 3}, {1, -2}} {
		if CheckDeck(d) == nil {
			t.Errorf("%v passes", d)
		}
	}
}

func TestPutInAgainstGo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.IntRange(1, MaxCards-1).Draw(t, "m")
		d := Pack(rapid.Permutation(upTo(m)).Draw(t, "deck"))
		v, z := rapid.IntRange(0, m-1).Draw(t, "v"), rapid.IntRange(0, m-1).Draw(t, "z")
		var got Deck
		d.PutIn(&got, m, v, z)
		if want := d.putInGo(m, v, z); got != want {
			t.Fatalf("%v with %d for %d for %d: %v, want %v", d.Unpack(m), m, v, z, got.Unpack(m+1), want.Unpack(m+1))
		}
	})
}

func TestUndoAgainstGo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, MaxCards).Draw(t, "n")
		v := rapid.IntRange(0, n-1).Draw(t, "v")
		d := Pack(rapid.Permutation(upTo(n)).Draw(t, "deck"))
		d = d.Exchange(v, d.Unpack(n)[v])
		var got, want Deck
		if homes, wanted := d.Undo(&got, v), d.undoGo(&want, v); homes != wanted || got != want {
			t.Fatalf("%v before %d: %v, want %v", d.Unpack(n), v, got.Unpack(n), want.Unpack(n))
		}
	})
}

func upTo(n int) []int {
	cards := make([]int, n)
	for i := range cards {
		cards[i] = i
	}
	return cards
}
