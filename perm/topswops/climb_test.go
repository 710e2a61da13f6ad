package topswops

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The climb of the machine finds what the one in Go finds, in the same order,
// and counts alike, whatever the bounds.
func TestClimbAgainstGo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.IntRange(1, MaxCards-1).Draw(t, "m")
		seed := rapid.Uint64().Draw(t, "seed")
		rng := rand.New(rand.NewPCG(seed, 1))
		d := risen(rng, m)
		need := rapid.IntRange(-3, 12).Draw(t, "need")
		low := make([]uint8, rapid.IntRange(0, 20).Draw(t, "lows"))
		for i := range low {
			low[i] = uint8(rng.IntN(2 + i/3))
		}
		fast, slow := Climber{Low: low}, Climber{Low: low}
		if rapid.Bool().Draw(t, "next") && m+1 < MaxCards {
			fast.Next = &Next{Need: rng.IntN(30), Cut: rng.IntN(15), Moves: rng.IntN(8), Quiet: rng.Uint32() & (1<<m - 2) & rng.Uint32()}
			slow.Next = fast.Next
		}
		fast.Climb(d, m, need)
		slow.climbGo(d, m, need)
		if fast.Visits != slow.Visits || fast.Stops != slow.Stops || fast.Idle != slow.Idle || !slices.EqualFunc(fast.Found, slow.Found, sameStart) {
			t.Fatalf("%d visits, %d stops, %d idle, %d found; want %d, %d, %d, %d",
				fast.Visits, fast.Stops, fast.Idle, len(fast.Found), slow.Visits, slow.Stops, slow.Idle, len(slow.Found))
		}
		for _, s := range fast.Found {
			if moves := descent(s.Deck, m); moves != s.Moves(need) {
				t.Fatalf("%d moves, want %d", s.Moves(need), moves)
			}
		}
	})
}

func sameStart(a, b Start) bool {
	return a.Deck == b.Deck && (a.Rises != 0) == (b.Rises != 0) && a.left == b.left && a.Shown == b.Shown
}

// risen is a random deck of m cards, of which the move of card m brings some
// home, but not so many that all the ways back would fill the memory.
func risen(rng *rand.Rand, m int) Deck {
	d := Pack(rng.Perm(m))
	for range 3 {
		if v := 1 + rng.IntN(m); v < m {
			d = d.Exchange(v, d.card(m-v))
		}
	}
	return d
}

// card is the card at position p.
func (d Deck) card(p int) int {
	for v := 0; ; v++ {
		if d.Position(v) == p && d[v>>3]>>(v&7*8)&0x80 != 0 {
			return v
		}
	}
}

// descent counts the moves until card m comes to the top.
func descent(d Deck, m int) (moves int) {
	for {
		v := d.card(0)
		if v == m {
			return moves
		}
		d = d.Flip(v + 1)
		moves++
	}
}
