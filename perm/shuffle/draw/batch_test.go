package draw

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// The threshold of a batch is exact.
func TestBatches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := Batch(rapid.Uint64Range(1, BatchLimit).Draw(t, "product"))
		rest := new(big.Int).Lsh(big.NewInt(1), 64)
		if rest.Mod(rest, new(big.Int).SetUint64(uint64(b))); rest.Cmp(new(big.Int).SetUint64(b.refuse())) != 0 {
			t.Fatalf("of %d: %d refused, want %v", b, b.refuse(), rest)
		}
	})
}
