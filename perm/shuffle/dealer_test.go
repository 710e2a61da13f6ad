package shuffle

import (
	"math/big"
	"slices"
	"testing"

	"dovetail/perm/shuffle/draw"

	"pgregory.net/rapid"
)

// The quickest merges against mergeGo, for any set of any deck.
func TestMerge(t *testing.T) {
	t.Run("small", rapid.MakeCheck(testMerge[uint16]))
	t.Run("large", rapid.MakeCheck(testMerge[uint32]))
}

func testMerge[C Card](t *rapid.T) {
	n := rapid.IntRange(1, 300).Draw(t, "n")
	set := draw.NewSet(n)
	bottom := set.Draw(draw.NewStream([32]byte{rapid.Byte().Draw(t, "seed")}))
	to := rapid.IntRange(0, n).Draw(t, "size")
	set.Resize(draw.NewStream([32]byte{1}), bottom, to)
	src, a, b := Deck[C](n), Deck[C](n), Deck[C](n)
	MergerOf[C]()(a, src, set, n-to)
	mergeGo(b, src, set, n-to)
	if !slices.Equal(a, b) {
		t.Fatalf("n=%d: %v, want %v", n, a, b)
	}
}

// Batches serve every bound once.
func TestBatches(t *testing.T) {
	for n := range 1100 {
		next := n - 1
		for _, b := range batches(n) {
			product := big.NewInt(1)
			for i := b.high; i >= b.low; i-- {
				if i != next {
					t.Fatalf("n=%d: position %d follows %d", n, i, next+1)
				}
				next--
				product.Mul(product, big.NewInt(int64(i+1)))
			}
			if product.Cmp(new(big.Int).SetUint64(uint64(b.Batch))) != 0 {
				t.Fatalf("n=%d: product %v; have %d", n, product, b.Batch)
			}
		}
		if n > 0 && next != 0 {
			t.Fatalf("n=%d: positions 1..%d are left", n, next)
		}
	}
}
