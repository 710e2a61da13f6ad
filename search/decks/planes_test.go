package decks

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// What riffles count for is what sorting a list of labels says, by the kernel too.
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
			var scores [mostRiffles]score
			for i := range scores {
				for t := range scores[i].switches {
					scores[i].switches[t] = rng.Int64N(1 << 40)
				}
				for c := range scores[i].tops {
					scores[i].tops[c] = -rng.Int64N(1 << 40)
				}
			}
			want := int64(0)
			for i := range k {
				bit := func(j int) int { return int(p[i] >> j & 1) }
				switches, top := 0, 0
				for at, j := range order {
					top += 1 - bit(j)
					if at > 0 && bit(j) != bit(order[at-1]) {
						switches++
					}
				}
				want += scores[i].switches[switches] + scores[i].tops[top]
				slices.SortStableFunc(order, func(a, b int) int { return bit(a) - bit(b) })
			}
			before := p
			if a, b := undoGo(&p, &scores, k, n), undo(&p, &scores, k, n); a != want || b != want || p != before {
				t.Fatalf("n=%d k=%d: %v and %v, want %v", n, k, a, b, want)
			}
		}
	}
}

// The kernel makes the moves that plain Go makes, on labels of any words of riffles, forwards and back; and labels
// stay such as lead to the deck.
func TestSweep(t *testing.T) {
	for _, x := range []struct {
		n    int
		word string
	}{{5, "LMNR"}, {7, "LL"}, {8, "LLLL"}, {31, "MNMNM"}, {52, "LMNLLRM"}, {64, "LLLMMMNN"}, {63, "LLLLLLLLLLLLLLLL"}} {
		a := small(t, x.n, scaled)
		w, err := a.Parse(x.word)
		if err != nil {
			t.Fatal(err)
		}
		b := newBlock(a.Alphabet, w)
		v := b.walkers(1).(*labelled)
		for seed := range 20 {
			if seed%2 == 0 {
				v.deal(0, stream(1, x.word, seed, 0))
			} else if v.begin(0, v.places(uniform(x.n, stream(1, x.word, seed, 1))), stream(1, x.word, seed, 2)); !v.can(0) {
				continue
			} else {
				v.draw(0)
			}
			for step := range 50 {
				one := &v.walks[0]
				one.choose(x.n, float64(step)/50)
				two := *one
				sweepGo(one, &v.scores, &v.made, seed%3 == 0)
				sweep(&two, &v.scores, &v.made, seed%3 == 0)
				if one.x != two.x || one.energy != two.energy || one.planes[one.now] != two.planes[two.now] {
					t.Fatalf("%s of %d cards: the kernel moves otherwise", x.word, x.n)
				}
				laid := *one
				v.lay(&laid)
				if laid.energy != one.energy || laid.planes[laid.now] != one.planes[one.now] {
					t.Fatalf("%s of %d cards: the planes are not those of the labels", x.word, x.n)
				}
				for c := range x.n {
					if one.x[c+1] < one.lower(c) || one.x[c+1] > one.upper(c) {
						t.Fatalf("%s of %d cards: labels %v", x.word, x.n, one.x)
					}
				}
			}
		}
	}
}

// Logarithms of uniform numbers are those of package math.
func TestLogUniform(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 100000 {
		r := rng.Uint64() >> (i % 64)
		got, want := logUniform(r), math.Log((float64(r>>11)+0.5)*0x1p-53)
		if math.Abs(got-want) > 0x1p-50*math.Abs(want)+0x1p-53 {
			t.Fatalf("ln of %d: %v, want %v", r>>11, got, want)
		}
	}
}

func BenchmarkUndo(b *testing.B) {
	for name, way := range map[string]func(*planes, *[mostRiffles]score, int, int) int64{"go": undoGo, "kernel": undo} {
		b.Run(name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			var p planes
			var scores [mostRiffles]score
			for i := range p {
				p[i] = rng.Uint64() >> 12
			}
			for b.Loop() {
				way(&p, &scores, 7, 52)
			}
		})
	}
}
