package language

import (
	"testing"
)

// One move is no moves.
func TestMoves(t *testing.T) {
	for n, want := range map[any]string{0: "moves", 1: "move", "1": "move", int64(2): "moves", "11": "moves"} {
		if got := English.Moves(n); got != want {
			t.Errorf("%v %s", n, got)
		}
	}
}
