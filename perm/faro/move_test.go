package faro

import (
	"testing"

	"pgregory.net/rapid"
)

func TestMoves(t *testing.T) {
	for n := uint64(2); n <= 200; n += 2 {
		for q := range n {
			left := distances(n, q)
			for p := range n {
				closed := MoveClosed(n, p, q)
				if got := Replay(n, p, closed); got != q {
					t.Fatalf("%d cards: %v moves %d to %d, not %d", n, closed, p, got, q)
				}
				if int(left[p]) > len(closed) || left[p] < 0 {
					t.Fatalf("%d cards, %d to %d: shortest %d, closed form %d", n, p, q, left[p], len(closed))
				}
			}
		}
	}
}

func TestMoveShortest(t *testing.T) {
	for n := uint64(1); n <= 60; n++ {
		for q := range n {
			for p := range n {
				moves := MoveShortest(n, p, q)
				if Replay(n, p, moves) != q || Replay(n, p, MoveClosed(n, p, q)) != q {
					t.Fatalf("%d cards, %d to %d: %v", n, p, q, moves)
				}
				if want := firstWord(n, p, q); len(moves) != len(want) || Spell(moves) != want {
					t.Fatalf("%d cards, %d to %d: %s, want %s", n, p, q, Spell(moves), want)
				}
			}
		}
	}
}

// firstWord tries all words by length, then in order.
func firstWord(n, p, q uint64) string {
	for r := 0; ; r++ {
		for w := range uint64(1) << r {
			moves := make([]Kind, r)
			for i := range moves {
				moves[i] = Kind(w >> (r - 1 - i) & 1)
			}
			if Replay(n, p, moves) == q {
				return Spell(moves)
			}
		}
	}
}

func TestMoveLarge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Uint64Range(1, 1<<62-1).Draw(t, "n")
		p := rapid.Uint64Range(0, n-1).Draw(t, "p")
		q := rapid.Uint64Range(0, n-1).Draw(t, "q")
		if moves := MoveClosed(n, p, q); Replay(n, p, moves) != q {
			t.Fatalf("%v", moves)
		}
	})
}
