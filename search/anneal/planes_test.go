package anneal

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dovetail/perm/shuffle/draw"
)

// What riffles count for is what sorting a list of labels says, by the kernel too; and labels whose cards were lifted and
// put elsewhere with another label are laid out as if they had been so from the beginning.
func TestLaid(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := 1; n <= 64; n++ {
		for k := 1; k <= MaxRiffles; k++ {
			var scores [MaxRiffles]score
			for i := range scores {
				for t := range scores[i].switches {
					scores[i].switches[t] = rng.Int64N(1 << 40)
				}
				for c := range scores[i].tops {
					scores[i].tops[c] = -rng.Int64N(1 << 40)
				}
			}
			x := make([]int32, n) // by position
			for j := range x {
				x[j] = rng.Int32N(1 << k)
				if rng.IntN(8) == 0 {
					x[j] = 0
				}
			}
			l := layOut(x, k)
			for range 10 {
				a, b := rng.IntN(n), rng.IntN(n)
				others := uint64(math.MaxUint64) >> (64 - n) &^ (1<<a | 1<<b)
				l.lift(others|1<<b&^(1<<a), uint8(a), x[a], k)
				if a != b {
					l.lift(others, uint8(b), x[b], k)
				}
				x[a], x[b] = x[b], rng.Int32N(1<<k)
				l.put(others, uint8(a), x[a], k)
				if a != b {
					l.put(others|1<<a, uint8(b), x[b], k)
				}
				want := count(x, &scores, k)
				if l != layOut(x, k) || l.weigh(&scores, nil, k, n) != want {
					t.Fatalf("n=%d k=%d: labels %v are laid out otherwise", n, k, x)
				}
				if again := (laid{bits: l.bits}); undo != nil && (undo(&again, &scores, k, n) != want || again != l) {
					t.Fatalf("n=%d k=%d: the kernel counts otherwise than %v", n, k, want)
				}
			}
		}
	}
}

// layOut lays labels out from the last position on.
func layOut(x []int32, k int) (l laid) {
	for j, label := range slices.Backward(x) {
		l.put(uint64(math.MaxUint64)<<(j+1)&(math.MaxUint64>>(64-len(x))), uint8(j), label, k)
	}
	return l
}

// count is what k riffles count for that are undone by sorts of the labels by position.
func count(x []int32, scores *[MaxRiffles]score, k int) (sum int64) {
	order := slices.Clone(x)
	for i := range k {
		switches, top := 0, 0
		for at, x := range order {
			top += 1 - int(x>>i&1)
			if at > 0 && (x^order[at-1])>>i&1 == 1 {
				switches++
			}
		}
		sum += scores[i].switches[switches] + scores[i].tops[top]
		slices.SortStableFunc(order, func(a, b int32) int { return int(a>>i&1 - b>>i&1) })
	}
	return sum
}

// Kernels make the moves that plain Go makes, on labels of any words of riffles, in any number of walks, forwards and back;
// and labels stay such as lead to the deck.
func TestSweep(t *testing.T) {
	for _, x := range []struct {
		n    int
		word string
	}{{3, "L"}, {5, "LMNR"}, {7, "LL"}, {8, "LLLL"}, {31, "MNMNM"}, {52, "LMNLLRM"}, {64, "LLLMMMNN"}, {63, "LLLLLLLLLLLLLLLL"}} {
		a := small(t, x.n, scaled)
		w, err := a.Parse(x.word)
		if err != nil {
			t.Fatal(err)
		}
		b := newBlock(a.Alphabet, w)
		for count := 1; count <= 17; count++ {
			v := b.Particles(count).(*labelled)
			for k := range count {
				rng := draw.Keyed(1, x.word, count, k)
				if k%2 == 0 {
					v.Deal(k, rng)
				} else if v.Begin(k, v.Places(Uniform(x.n, rng)), rng); v.can(k) {
					v.Draw(k)
				}
			}
			reverse := count%3 == 0
			for step := range 30 {
				plain := slices.Clone(v.walks)
				for k := range plain {
					plain[k].rng = clone(plain[k].rng)
				}
				beta := float64(step) / 30
				v.sweep(nil, tilt{beta: beta}, reverse)
				v.sweep(nil, tilt{beta: beta / 2}, reverse)
				v.leave()
				for k := range plain {
					one, two := &plain[k], &v.walks[k]
					if !v.can(k) {
						continue
					}
					one.choose(x.n, beta)
					one.sweep(v.scores, []func(bits uint64) int64{}, &v.made, reverse)
					one.choose(x.n, beta/2)
					one.sweep(v.scores, []func(bits uint64) int64{}, &v.made, reverse) // by lift and put
					if one.x != two.x || one.energy != two.energy || one.laid[one.now] != two.laid[two.now] || one.rng.Uint64() != clone(two.rng).Uint64() {
						t.Fatalf("%s of %d cards, walk %d of %d: the kernel moves otherwise", x.word, x.n, k, count)
					}
					laid := *one
					v.lay(&laid)
					if laid.energy != one.energy || laid.laid[laid.now] != one.laid[one.now] {
						t.Fatalf("%s of %d cards: the labels are laid out otherwise", x.word, x.n)
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
}

func clone(rng *draw.Stream) *draw.Stream {
	next := *rng
	return &next
}

// A card lifted and put back with another label, and what all count for then; and that by the kernel from the bits alone.
func BenchmarkLaid(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	var x [52]int32
	for j := range x {
		x[j] = rng.Int32N(1 << 7)
	}
	l, scores := layOut(x[:], 7), [MaxRiffles]score{}
	b.Run("go", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			at := i % 52
			others := uint64(1)<<52 - 1 - 1<<at
			l.lift(others, uint8(at), x[at], 7)
			x[at] = x[at]*5&127 ^ 3
			l.put(others, uint8(at), x[at], 7)
			l.weigh(&scores, nil, 7, 52)
		}
	})
	if undo != nil {
		b.Run("kernel", func(b *testing.B) {
			for b.Loop() {
				undo(&l, &scores, 7, 52)
			}
		})
	}
}
