package orders

import (
	"testing"

	"pgregory.net/rapid"
)

func TestDivides(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.Uint64Range(1, 1<<62).Draw(t, "a")
		b := rapid.Uint64Range(1, 1<<62).Draw(t, "b")
		if rapid.Bool().Draw(t, "multiple") {
			b -= b % a
		}
		if got := divides(a, b) == 1; got != (b%a == 0) {
			t.Fatalf("divides(%d, %d) = %v", a, b, got)
		}
	})
}
