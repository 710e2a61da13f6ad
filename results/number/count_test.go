package number

import "testing"

func TestCount(t *testing.T) {
	for _, c := range []struct {
		n          any
		noun, want string
	}{
		{0, "move", "0 moves"}, {1, "move", "1 move"}, {2, "move", "2 moves"}, {11, "move", "11 moves"}, {int64(1), "deck", "1 deck"}, {uint64(21), "deck", "21 decks"},
		{OfInt(1), "word", "1 word"}, {OfUint(1 << 60), "word", "1152921504606846976 words"}, {"26,26", "equal card", "26,26 equal cards"},
		{1, "mismatch", "1 mismatch"}, {2, "mismatch", "2 mismatches"}, {3, "guess", "3 guesses"}, {1, "shelf", "1 shelf"}, {10, "shelf", "10 shelves"},
	} {
		if got := Count(c.n, c.noun); got != c.want {
			t.Errorf("%v %s: %q, want %q", c.n, c.noun, got, c.want)
		}
	}
}
