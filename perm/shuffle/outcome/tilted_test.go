package outcome

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"

	"dovetail/perm"
	"dovetail/perm/shuffle/draw"
)

// walk is a tilted walk between random orders.
func walk(o Outcome, n int, rng *draw.Stream) *Tilted {
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

// A sweeper makes moves in lanes.
type sweeper = func(*lanes, []lane, int, []float64)

// moreSweepers are those of the machine that it has quicker ones for.
var moreSweepers []sweeper

// Weights of all kinds: steep and even ones, random ones of all sizes with zeros among them, and none that is not zero.
func weightsToTry(n int, rng *rand.Rand) [][]float64 {
	random := make([]float64, n+1)
	for r := range random {
		if rng.IntN(3) > 0 {
			random[r] = math.Exp(1400*rng.Float64() - 700)
		}
	}
	return [][]float64{fall(n, 0.3), fall(n, 1), random, fall(n, 1e4), make([]float64, n+1)}
}

// Walks in lanes take the same steps whatever makes them.
func TestLanes(t *testing.T) {
	sweep := sweepLanes
	defer func() { sweepLanes = sweep }()
	kernels := append([]sweeper{sweepLanesGo, sweep}, moreSweepers...)
	rng := rand.New(rand.NewPCG(1, 2))
	for a := 2; a <= maxLanes; a++ {
		for n := 2; n <= LaneCards; n++ {
			count := 1 + rng.IntN(20)
			all := make([][]*Tilted, len(kernels))
			for k := range all {
				for lane := range count {
					all[k] = append(all[k], walk(NewLabels(n, a), n, draw.NewStream([32]byte{byte(lane)})))
				}
			}
			for i, weight := range weightsToTry(n, rng) {
				moves := 1 + rng.IntN(77)
				for k, kernel := range kernels {
					sweepLanes = kernel
					Sweep(all[k], weight, moves)
				}
				for lane, v := range all[0] {
					for k := range kernels {
						if w := all[k][lane]; *w.Sources() != *v.Sources() || w.Rises != v.Rises ||
							w.Outcome.(*labels).of != v.Outcome.(*labels).of {
							t.Fatalf("a=%d n=%d lane %d of %d, weights %d, kernel %d: %v %d, %v %d", a, n, lane, count, i, k,
								w.Sources(), w.Rises, v.Sources(), v.Rises)
						}
					}
				}
			}
			for lane, v := range all[0] {
				r, left := v.Rises, v.Rng.Uint64()
				if v.Count(); r != v.Rises || risesGo(v.Before, v.Sources(), v.After, n) != r {
					t.Fatalf("a=%d n=%d lane %d: %d rising sequences, counted %d", a, n, lane, r, v.Rises)
				}
				for k := range kernels[1:] {
					if all[k+1][lane].Rng.Uint64() != left {
						t.Fatalf("a=%d n=%d lane %d, kernel %d: other random words are left", a, n, lane, k+1)
					}
				}
			}
		}
	}
}

// A move in lanes that is accepted is the one that labels would make, with any number of cards.
func TestLanesMoveLabels(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, a := range []int{2, 5, 16} {
		for _, n := range []int{63, 64, 65, 100, 127, LaneCards} {
			w := walk(NewLabels(n, a), n, draw.NewStream([32]byte{byte(n)}))
			l := w.Outcome.(*labels)
			for range 1000 {
				number := rng.Uint64N(l.lanes.product)
				kind, down, m := number%relabel, number/relabel%2, l.lanes.moves[number/(2*relabel)]
				x, _ := bits.Div64(number, l.lanes.product-1, l.lanes.product)
				l.lanes.random = []uint64{x}
				one := make([]lane, 1)
				l.enter(&one[0], w)
				sweepLanesGo(l.lanes, one, 1, fall(n, 1))
				if l.propose(int(m[0]), int(m[1])-1, down == 1, kind == 0) > 0 {
					l.exchange()
					l.sort()
				}
				of, sources := l.of, *l.Sources()
				w.Count()
				rises := w.Rises
				if l.leave(&one[0], w); l.of != of || *l.Sources() != sources || w.Rises != rises {
					t.Fatalf("n=%d a=%d: move %d in lanes makes %v, %d rising sequences, not %v, %d", n, a, number, l.of[:n], w.Rises, of[:n], rises)
				}
			}
		}
	}
}

// Tables are composed and rising sequences counted as they are one position after the other.
func TestCompose(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := 2; n <= LaneCards+2; n++ {
		var tables []*Sources
		for range rng.IntN(4) {
			tables = append(tables, SourcesOf(perm.Perm(rng.Perm(n))))
		}
		all := newSources()
		Compose(all, tables, n)
		for i := range n {
			at := uint8(i)
			for _, table := range tables {
				at = table[at]
			}
			if all[i] != at {
				t.Fatalf("n=%d, %d tables: %d comes to %d, not %d", n, len(tables), i, all[i], at)
			}
		}
		x, y := SourcesOf(perm.Perm(rng.Perm(n))), SourcesOf(perm.Perm(rng.Perm(n)))
		if r, want := rises(x, all, y, n), risesGo(x, all, y, n); r != want {
			t.Fatalf("n=%d: %d rising sequences, not %d", n, r, want)
		}
	}
}

// Every pair of labellings is proposed both ways by as many numbers of moves, from every one
// all others can be reached, and what is proposed is accepted as the weights say, by every
// sweeper.
func TestLaneMoves(t *testing.T) {
	sweep := sweepLanes
	defer func() { sweepLanes = sweep }()
	for _, kernel := range append(moreSweepers, sweep, sweepLanesGo) {
		sweepLanes = kernel
		for _, size := range []struct{ n, a int }{{2, 2}, {4, 2}, {5, 2}, {3, 3}, {4, 3}, {3, 5}} {
			checkLaneMoves(t, size.n, size.a)
		}
	}
}

func checkLaneMoves(t *testing.T, n, a int) {
	w := walk(NewLabels(n, a), n, draw.NewStream([32]byte{}))
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
		walks = append(walks, walk(outcome(), 52, draw.NewStream([32]byte{byte(k)})))
	}
	weight := fall(52, 0.15)
	for n := 0; n < b.N; n += 52 * count {
		Sweep(walks, weight, 52)
	}
}

// Moves alone, of eight lanes, by each kernel.
func BenchmarkLaneMoves(b *testing.B) {
	for _, size := range []struct{ n, a int }{{52, 2}, {52, 16}, {100, 2}, {100, 16}} {
		n, a := size.n, size.a
		for i, kernel := range append([]sweeper{sweepLanesGo, sweepLanes}, moreSweepers...) {
			b.Run(fmt.Sprintf("n=%d/a=%d/%s", n, a, []string{"go", "quickest", "other"}[i]), func(b *testing.B) {
				var l *lanes
				all := make([]lane, 8)
				for k := range all {
					w := walk(NewLabels(n, a), n, draw.NewStream([32]byte{byte(k)}))
					l = w.Outcome.(*labels).lanes
					w.Outcome.(*labels).enter(&all[k], w)
				}
				moves := n
				weight := fall(n, 0.15)
				rng := rand.NewPCG(1, 2)
				for range 64 * moves * len(all) {
					l.random = append(l.random, rng.Uint64())
				}
				words := l.random
				for made, at := 0, 0; made < b.N; made, at = made+moves*len(all), (at+1)&63 {
					l.random = words[at*moves*len(all):]
					kernel(l, all, moves, weight)
				}
			})
		}
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
