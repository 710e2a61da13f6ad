package decks

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// What a riffle was like is what sorting a list of labels says, by the kernel too.
func TestUndo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := 1; n <= 64; n++ {
		for k := 1; k <= mostRiffles; k++ {
			var p planes
			for i := range k {
				p[i] = rng.Uint64() >> (64 - n)
				if rng.IntN(8) == 0 {
					p[i] = 0
				}
			}
			order := make([]int, n)
			for j := range order {
				order[j] = j
			}
			var want sight
			for i := range k {
				bit := func(j int) int { return int(p[i] >> j & 1) }
				for at, j := range order {
					want.riffles[i].top += uint8(1 - bit(j))
					if at > 0 && bit(j) != bit(order[at-1]) {
						want.riffles[i].switches++
						want.switches++
					}
				}
				slices.SortStableFunc(order, func(a, b int) int { return bit(a) - bit(b) })
			}
			for _, way := range []func(*planes, int, int, *sight){undoGo, undo} {
				var got sight
				before := p
				if way(&p, k, n, &got); got != want || p != before {
					t.Fatalf("n=%d k=%d: %v, want %v", n, k, got, want)
				}
			}
		}
	}
}

func BenchmarkUndo(b *testing.B) {
	for name, way := range map[string]func(*planes, int, int, *sight){"go": undoGo, "kernel": undo} {
		b.Run(name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			var p planes
			var seen sight
			for i := range p {
				p[i] = rng.Uint64() >> 12
			}
			for b.Loop() {
				way(&p, 7, 52, &seen)
			}
		})
	}
}
