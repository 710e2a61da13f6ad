package outcome

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"testing"

	"dovetail/perm/longtest"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
)

// chain is the transitions of a Markov chain between states, which are distinguished by their
// names.
type chain map[[2]string]float64

// reversible wants P(x) K(x, y) = P(y) K(y, x) for all states, and that the chain moves.
func (k chain) reversible(t *testing.T, what string, law func(state string) float64) {
	t.Helper()
	if len(k) < 2 {
		t.Errorf("%s: %d transitions", what, len(k))
	}
	for xy, there := range k {
		back := k[[2]string{xy[1], xy[0]}]
		if p, q := law(xy[0])*there, law(xy[1])*back; math.Abs(p-q) > 1e-9*(p+q) {
			t.Fatalf("%s: %q to %q has %v, back %v", what, xy[0], xy[1], p, q)
		}
	}
}

// vectors yields all of a length with entries from least to most.
func vectors(length, least, most int, yield func([]int)) {
	v := slices.Repeat([]int{least}, length)
	for {
		yield(v)
		i := 0
		for ; i < length && v[i] == most; i++ {
			v[i] = least
		}
		if i == length {
			return
		}
		v[i]++
	}
}

// set labels the cards.
func (l *labels) set(of []int) {
	clear(l.sets)
	for j, d := range of {
		l.of[j] = uint8(d)
		l.sets[d].flip(j)
	}
	l.sort()
}

// evenly draws labels, all equally likely.
func evenly(n, a int) func(rng *draw.Stream, to []uint16) {
	digits := draw.NewDigits(a, n)
	return digits.Draw
}

// normalCuts is the law of a cut of n cards with a standard deviation of sd.
func normalCuts(n int, sd *big.Rat) []*big.Int {
	return draw.RoundedNormal(big.NewRat(int64(n), 2), sd, draw.Roundings[0], 0, n, draw.Bits).Weights()
}

// After every move the sources are those of the labels sorted anew, and outside of the move's span as they were.
func TestMovesSort(t *testing.T) {
	for name, outcome := range map[string]func(n int) Outcome{
		"a-shuffle of 2": func(n int) Outcome { return NewLabels(n, 2) },
		"a-shuffle of 5": func(n int) Outcome { return NewLabels(n, 5) },
		"shelves":        func(n int) Outcome { return NewShelves(n, 3, 0.5, evenly(n, 6)) },
		"clumps":         func(n int) Outcome { return NewClumps(math.Log(13./7), make([]float64, n+1), evenly(n, 2)) },
	} {
		for _, n := range []int{2, 7, 52, 130} {
			o := outcome(n)
			if u, ok := o.(*inverse); ok {
				o = u.Outcome
			}
			var l *labels
			switch o := o.(type) {
			case *labels:
				l = o
			case *clumps:
				l = o.labels
			}
			rng := draw.NewStream([32]byte{1})
			o.Draw(rng)
			for range 300 {
				was := *o.Sources()
				if !o.Move(rng) {
					continue
				}
				have := *o.Sources()
				from, to := o.(Spanning).Span()
				if !slices.Equal(have[:from], was[:from]) || !slices.Equal(have[to:], was[to:]) {
					t.Fatalf("%s, n=%d: sources change outside of %d to %d", name, n, from, to)
				}
				again := *l
				again.pair = newPair()
				if again.sort(); *again.Sources() != have {
					t.Fatalf("%s, n=%d: %v, sorted anew %v", name, n, have[:n], again.Sources()[:n])
				}
				if rng.Uint64()&1 == 0 {
					if o.Undo(); *o.Sources() != was {
						t.Fatalf("%s, n=%d: a move is not undone", name, n)
					}
				}
			}
		}
	}
}

// All moves of all labellings of up to four cards with up to three labels, and of five
// with two: each labelling is followed by another as often as that by it, or in proportion
// to their probabilities where the cut is normal.
func TestLabelMovesAreReversible(t *testing.T) {
	for _, c := range []struct {
		n, a int
		sd   *big.Rat // of the cut, if it is normal
	}{{2, 2, nil}, {4, 2, nil}, {5, 2, nil}, {3, 3, nil}, {4, 3, nil}, {3, 4, nil}, {4, 2, big.NewRat(1, 1)}, {5, 2, big.NewRat(1, 2)}} {
		what, l := fmt.Sprintf("%d cards of %d labels, cut %v", c.n, c.a, c.sd), newLabels(c.n, c.a)
		var cuts []*big.Int
		if c.sd != nil {
			cuts = normalCuts(c.n, c.sd)
			l = NewCutLabels(cuts, nil).(*labels)
		}
		k, inLanes := chain{}, chain{}
		count := float64(c.n * (l.a - 1) * 2 * relabel)
		law := map[string]float64{}
		vectors(c.n, 0, l.a-1, func(of []int) {
			from := fmt.Sprint(of)
			law[from] = 1
			if cuts != nil {
				cut := 0
				for _, d := range of {
					cut += 1 - d
				}
				p := new(big.Float).SetInt(cuts[cut])
				law[from], _ = p.Quo(p, new(big.Float).SetInt(new(big.Int).Binomial(int64(c.n), int64(cut)))).Float64()
			}
			for card := range c.n {
				for step := range l.a - 1 {
					for move := range 2 * relabel {
						l.set(of)
						before := *l.Sources()
						odds := l.propose(card, step, move%2 == 1, move/2 == 0)
						if odds == 0 {
							continue
						}
						l.exchange()
						l.sort()
						k[[2]string{from, fmt.Sprint(l.of[:c.n])}] += min(1, odds) / count
						l.Undo()
						if *l.Sources() != before || fmt.Sprint(l.of[:c.n]) != from {
							t.Fatalf("%s: %v is not taken back", what, of)
						}
					}
				}
			}
			if l.weight == nil {
				l.inLanes(of, inLanes)
			}
		})
		k.reversible(t, what, func(x string) float64 { return law[x] })
		if l.weight == nil {
			inLanes.reversible(t, what+" in lanes", func(string) float64 { return 1 })
			for xy, p := range k {
				if math.Abs(p-inLanes[xy]) > 1e-9 {
					t.Errorf("%s: %q to %q has %v, in lanes %v", what, xy[0], xy[1], p, inLanes[xy])
				}
			}
		}
	}
}

// inLanes adds what the moves of a labelling come to in lanes, where none is declined.
func (l *labels) inLanes(of []int, k chain) {
	all := slices.Repeat([]float64{1}, l.n+1)
	for number := range l.lanes.product {
		l.set(of)
		w := &Tilted{Outcome: l, N: l.n, Before: newSources(), After: newSources()}
		w.Count()
		var one [1]lane
		l.enter(&one[0], w)
		x, _ := bits.Div64(number, l.lanes.product-1, l.lanes.product)
		l.lanes.random = []uint64{x}
		sweepLanesGo(l.lanes, one[:], 1, all)
		k[[2]string{fmt.Sprint(of), fmt.Sprint(one[0].of[:l.n])}] += 1 / float64(l.lanes.product)
	}
	for xy := range k {
		if xy[0] == xy[1] {
			delete(k, xy)
		}
	}
}

// All moves of packet sizes, which are independent.
func TestPacketMovesAreReversible(t *testing.T) {
	rat := big.NewRat
	normal := func(mean, sd *big.Rat) func(n int) *draw.Sizes {
		return func(n int) *draw.Sizes { return draw.RoundedNormal(mean, sd, draw.Roundings[0], 1, n, draw.Bits) }
	}
	uniform := func(least, most int64) func(n int) *draw.Sizes {
		return func(n int) *draw.Sizes {
			return draw.FlooredUniform(rat(least, 1), rat(most+1, 1), int(least), n, draw.Bits)
		}
	}
	for what, c := range map[string]struct {
		mean  float64
		sizes func(n int) *draw.Sizes
	}{
		"normal, 2":         {2, normal(rat(2, 1), rat(1, 1))},
		"normal, 20/13":     {20. / 13, normal(rat(20, 13), rat(10, 39))},
		"uniform on 1 to 3": {2, uniform(1, 3)},
		"uniform on 2 to 4": {3, uniform(2, 4)},
	} {
		for n := 2; n <= longtest.Of(4, 5); n++ {
			least := c.sizes(n).Lo
			size := append(slices.Repeat([]*big.Int{new(big.Int)}, least), c.sizes(n).Weights()...)
			o := NewPackets(size, least, c.mean).(*packetOutcome)
			k, law := chain{}, map[string]float64{}
			vectors(len(o.sizes), 1, n, func(sizes []int) {
				from, p := fmt.Sprint(sizes), 1.0
				for _, s := range sizes {
					p *= fixed.Float(size[s], draw.Bits)
				}
				if law[from] = p; p == 0 {
					return
				}
				copy(o.sizes, sizes)
				for i := range o.open {
					for _, by := range []int{-1, 1} {
						for next := range 2 {
							if odds := o.propose(i, by, next); odds > 0 {
								o.grow(1)
								k[[2]string{from, fmt.Sprint(o.sizes)}] += min(1, odds) / float64(4*o.open)
								o.grow(-1)
							}
						}
					}
				}
			})
			if len(k) > 0 {
				k.reversible(t, fmt.Sprintf("%s, of %d", what, n), func(x string) float64 { return law[x] })
			}
		}
	}
}

// All moves of cuts and drops.
func TestDropMovesAreReversible(t *testing.T) {
	for _, chance := range []*big.Rat{big.NewRat(1, 10), big.NewRat(1, 3), big.NewRat(1, 1)} {
		const n = 4
		cuts := draw.FlooredUniform(big.NewRat(n/2-1, 1), big.NewRat(n/2+2, 1), 0, n, draw.Bits).Weights()
		o := NewDrops(cuts, chance).(*dropOutcome)
		double, _ := chance.Float64()
		k, law := chain{}, map[string]float64{}
		vectors(n, 0, 1, func(twice []int) {
			for o.cut = 0; o.cut <= n; o.cut++ {
				name := func() string { return fmt.Sprint(o.cut, o.twice) }
				p := fixed.Float(cuts[o.cut], draw.Bits)
				for i, d := range twice {
					o.twice[i] = d == 1
					p *= map[int]float64{0: 1 - double, 1: double}[d]
				}
				from := name()
				if law[from] = p; p == 0 {
					continue
				}
				for i := range n {
					for kind := range 4 {
						for up := range 2 {
							if odds := o.propose(i, kind == 0, 2*up-1); odds > 0 {
								o.change(1)
								k[[2]string{from, name()}] += min(1, odds) / (8 * n)
								o.change(-1)
							}
						}
					}
				}
			}
		})
		k.reversible(t, chance.String(), func(x string) float64 { return law[x] })
	}
}

// Words that lanes take are those that the rule of Metropolis allows: a weight that is
// lower by some factor is taken with that chance.
func TestLanesDecline(t *testing.T) {
	l := newLabels(2, 2)
	weight := []float64{0, 1, 0.25}
	l.set([]int{0, 0})
	rng := draw.NewStream([32]byte{1})
	w := &Tilted{Outcome: l, N: 2, Before: newSources(), After: newSources(), Rng: rng}
	w.Count()
	taken, times := 0, 40000
	for range times {
		l.set([]int{0, 0})
		w.Count()
		Sweep([]*Tilted{w}, weight, 1)
		if w.Rises == 2 {
			taken++
		}
	}
	// Some moves label one card anew: (1, 0) has two rising sequences, (0, 1) one.
	if want := float64(times) / relabel / 2 * 0.25; math.Abs(float64(taken)-want) > 5*math.Sqrt(want) {
		t.Errorf("%d of %d moves to two rising sequences are taken, not %v", taken, times, want)
	}
}
