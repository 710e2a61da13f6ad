package topswops

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Games end as [Word.Play] says that they do.
func TestBatch(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	type stop struct {
		deck Word
		note uint64
	}
	for _, count := range []int{0, 1, 31, 32, 33, 500, batchMost} {
		for n := 1; n <= WordCards; n++ {
			var b batch
			var want []stop
			b.Count = count
			for i := range count {
				var d Word
				for p, v := range rng.Perm(n) {
					d = d.Put(p, v)
				}
				b.Deck[i], b.Note[i] = d, uint64(i)<<32|uint64(kept-30+i%50)<<16
				end, moves, shown := d.Play()
				if note := b.Note[i] + uint64(moves)<<16 | uint64(shown); moves+i%50 >= 30 {
					want = append(want, stop{end, note})
				}
			}
			for name, play := range map[string]func(*batch){"kernel": (*batch).play, "go": (*batch).playGo} {
				b := b
				play(&b)
				var got []stop
				for i := range b.Count {
					got = append(got, stop{b.Ended[i], b.Notes[i] &^ 1})
				}
				slices.SortFunc(got, func(a, b stop) int { return int(a.note>>32) - int(b.note>>32) })
				if !slices.Equal(got, want) {
					t.Fatalf("%s: %d games of %d cards", name, count, n)
				}
			}
		}
	}
}
