package topswops

import (
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
	if g.Length() != 7 || h.Largest != 5 || h.Critical != 2 || h.Second.Length() != 4 || h.First.Length() != 2 || h.Before != 2 {
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
		if len(g.Protagonists())+len(g.Supporting()) != len(g.Deck) || g.End[0] != 1 || CheckDeck(g.End) != nil {
			t.Fatalf("%+v", g)
		}
		if h := g.Halves(); h != nil {
			if h.Before+1+h.Second.Length() != g.Length() || h.First.Length() != h.Before {
				t.Fatalf("%+v", h)
			}
		}
	})
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
		end, moves, shown := d.Play()
		var want uint32
		for _, k := range g.Shown {
			want |= 1 << (k - 1)
		}
		final := end.Unpack(len(deck))
		for i := range final {
			final[i]++
		}
		if moves != g.Length() || shown != want || !slices.Equal(final, g.End) {
			t.Fatalf("%v: %d moves to %v, want %d to %v", deck, moves, final, g.Length(), g.End)
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

func benchPlay(b *testing.B, n int) {
	rng := rand.New(rand.NewPCG(1, 2))
	decks := make([]Deck, 1024)
	for i := range decks {
		decks[i] = Pack(rng.Perm(n))
	}
	moves := 0
	for b.Loop() {
		for _, d := range decks {
			_, m, _ := d.Play()
			moves += m
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
}

func BenchmarkPlay16(b *testing.B) { benchPlay(b, 16) }
func BenchmarkPlay32(b *testing.B) { benchPlay(b, 32) }
