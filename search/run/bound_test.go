package run

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestFloatBoundKeepsOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := rapid.Float64().Draw(t, "x"), rapid.Float64().Draw(t, "y")
		if (x < y) != (FloatBound(x) < FloatBound(y)) {
			t.Fatalf("%v and %v change order", x, y)
		}
		if BoundFloat(FloatBound(x)) != x {
			t.Fatalf("%v comes back as %v", x, BoundFloat(FloatBound(x)))
		}
	})
	if FloatBound(math.Copysign(0, -1)) != FloatBound(0) {
		t.Error("-0 and 0 differ")
	}
	if FloatBound(math.Inf(-1)) <= NoBound || BoundFloat(NoBound) != math.Inf(-1) {
		t.Error("NoBound is not below all floats")
	}
}
