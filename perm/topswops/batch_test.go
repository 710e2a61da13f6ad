package topswops

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Games of decks with unknown cards stop where [Word.Flip] alone says that they do.
func TestBatch(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	type stop struct {
		deck Word
		note uint64
	}
	for _, count := range []int{0, 1, 31, 32, 33, 500, BatchMost} {
		for n := 1; n <= WordCards; n++ {
			var fast, slow Batch
			fast.Count = count
			for i := range count {
				var d Word
				for p, v := range rng.Perm(n) {
					if p == 0 || rng.IntN(4) > 0 { // some are unknown
						d = d.Put(p, v)
					}
				}
				fast.Deck[i], fast.Note[i] = d, uint64(i)<<32|uint64(i%50)<<16
			}
			slow = fast
			fast.Play()
			slow.playGo()
			stops := func(b *Batch) (s []stop) {
				for i := range count {
					s = append(s, stop{b.Ended[i], b.Told[i] &^ 1})
				}
				slices.SortFunc(s, func(a, b stop) int { return int(a.note>>32) - int(b.note>>32) })
				return s
			}
			if !slices.Equal(stops(&fast), stops(&slow)) {
				t.Fatalf("%d games of %d cards", count, n)
			}
		}
	}
}
