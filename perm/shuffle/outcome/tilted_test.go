package outcome

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"dovetail/perm"
	"dovetail/perm/shuffle/draw"
)

// walk is a tilted walk between random orders.
func walk(o Outcome, n int, rng *rand.ChaCha8) *Tilted {
	r := rand.New(rng)
	w := &Tilted{Outcome: o, N: n, Rng: rng}
	w.Before, w.After = SourcesOf(perm.Perm(r.Perm(n))), SourcesOf(perm.Perm(r.Perm(n)))
	w.Draw(rng)
	w.Count()
	return w
}

func fall(n int, by float64) []float64 {
	weight := make([]float64, n+1)
	x := 1.0
	for r := range weight {
		weight[r] = x
		x *= by
	}
	return weight
}

// Walks in lanes take the same steps whatever makes them.
func TestLanes(t *testing.T) {
	sweep := sweepLanes
	defer func() { sweepLanes = sweep }()
	for _, a := range []int{2, 3, 4, 8, 16} {
		for _, n := range []int{2, 3, 8, 52, 64} {
			var all [2][]*Tilted
			for k := range all {
				for lane := range 5 {
					all[k] = append(all[k], walk(NewLabels(n, a), n, rand.NewChaCha8([32]byte{byte(lane)})))
				}
			}
			for range 20 {
				sweepLanes = sweep
				Sweep(all[0], fall(n, 0.3), 77)
				sweepLanes = sweepLanesGo
				Sweep(all[1], fall(n, 0.3), 77)
			}
			for k, w := range all[0] {
				v := all[1][k]
				if *w.Sources() != *v.Sources() || w.Rises != v.Rises || w.Rng.Uint64() != v.Rng.Uint64() {
					t.Fatalf("a=%d n=%d lane %d: %v %d, %v %d", a, n, k, w.Sources(), w.Rises, v.Sources(), v.Rises)
				}
				r := w.Rises
				if w.Count(); r != w.Rises || risesGo(w.Before, w.Sources(), w.After, n) != r {
					t.Fatalf("a=%d n=%d lane %d: %d rising sequences, counted %d", a, n, k, r, w.Rises)
				}
			}
		}
	}
}

// Every pair of labellings is proposed both ways by as many numbers of moves, from every one
// all others can be reached, and what is proposed is accepted as the weights say, by every
// sweeper.
func TestLaneMoves(t *testing.T) {
	sweep := sweepLanes
	defer func() { sweepLanes = sweep }()
	for _, kernel := range []func(*lanes, []lane, int, []float64){sweep, sweepLanesGo} {
		sweepLanes = kernel
		for _, size := range []struct{ n, a int }{{2, 2}, {4, 2}, {5, 2}, {3, 3}, {4, 3}, {3, 5}} {
			checkLaneMoves(t, size.n, size.a)
		}
	}
}

func checkLaneMoves(t *testing.T, n, a int) {
	w := walk(NewLabels(n, a), n, rand.NewChaCha8([32]byte{}))
	l := w.Outcome.(*labels)
	even, tilt := fall(n, 1), fall(n, 0.3)
	all := 1
	for range n {
		all *= a
	}
	// move makes a move of number x, to which the fraction u of the next is added.
	move := func(labelling int, x uint64, u float64, weight []float64) (to int, before, after int) {
		clear(l.sets)
		for j := range n {
			l.of[j] = uint8(labelling % a)
			l.sets[l.of[j]].flip(j)
			labelling /= a
		}
		l.sort()
		w.Count()
		before = w.Rises
		one := math.MaxUint64 / l.lanes.product
		l.lanes.random = []uint64{x*one + x + uint64(u*float64(one))}
		if len(l.lanes.lane) == 0 {
			l.lanes.lane = make([]lane, 1)
		}
		l.enter(&l.lanes.lane[0], w)
		sweepLanes(l.lanes, l.lanes.lane, 1, weight)
		l.leave(&l.lanes.lane[0], w)
		for j := n - 1; j >= 0; j-- {
			to = to*a + int(l.of[j])
		}
		return to, before, w.Rises
	}
	proposed := make([][]int, all)
	for x := range all {
		proposed[x] = make([]int, all)
		for number := range l.lanes.product {
			y, before, after := move(x, number, 0, even)
			proposed[x][y]++
			ratio := tilt[after] / tilt[before]
			if y == x {
				continue
			}
			if z, _, _ := move(x, number, min(ratio, 1)*0.999, tilt); z != y {
				t.Fatalf("n=%d a=%d: %d to %d is refused", n, a, x, y)
			}
			if z, _, _ := move(x, number, min(1, ratio*1.001), tilt); ratio < 1 && z != x {
				t.Fatalf("n=%d a=%d: %d to %d is accepted", n, a, x, y)
			}
		}
	}
	reached := map[int]bool{0: true}
	for next := []int{0}; len(next) > 0; next = next[1:] {
		x := next[0]
		for y, count := range proposed[x] {
			if count != proposed[y][x] {
				t.Fatalf("n=%d a=%d: %d to %d by %d moves, back by %d", n, a, x, y, count, proposed[y][x])
			}
			if count > 0 && !reached[y] {
				reached[y] = true
				next = append(next, y)
			}
		}
	}
	if len(reached) < all {
		t.Fatalf("n=%d a=%d: %d of %d labellings are reached", n, a, len(reached), all)
	}
}

func benchSweep(b *testing.B, outcome func() Outcome) {
	const count = 8
	var walks []*Tilted
	for k := range count {
		walks = append(walks, walk(outcome(), 52, rand.NewChaCha8([32]byte{byte(k)})))
	}
	weight := fall(52, 0.15)
	for n := 0; n < b.N; n += 52 * count {
		Sweep(walks, weight, 52)
	}
}

func ofLabels(a int) func() Outcome { return func() Outcome { return NewLabels(52, a) } }

func BenchmarkSweepR(b *testing.B)  { benchSweep(b, ofLabels(2)) }
func BenchmarkSweepR2(b *testing.B) { benchSweep(b, ofLabels(4)) }
func BenchmarkSweepR3(b *testing.B) { benchSweep(b, ofLabels(8)) }
func BenchmarkSweepR4(b *testing.B) { benchSweep(b, ofLabels(16)) }
func BenchmarkSweepH(b *testing.B) {
	law := draw.RoundedNormal(big.NewRat(10, 1), big.NewRat(5, 3), draw.Roundings[0], 1, 52, draw.Bits)
	sizes := append([]*big.Int{new(big.Int)}, law.Weights()...)
	benchSweep(b, func() Outcome { return NewPackets(sizes, 1, 10) })
}
func BenchmarkSweepN(b *testing.B) {
	cuts := normalCuts(52, big.NewRat(5, 3))
	benchSweep(b, func() Outcome { return NewCutLabels(cuts, evenly(52, 2)) })
}
