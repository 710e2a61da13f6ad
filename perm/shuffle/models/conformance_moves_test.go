package models_test

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"

	"dovetail/perm"
	"dovetail/perm/longtest"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/outcome"
)

// moveTimes is how many outcomes a test of moves draws.
var moveTimes = longtest.Of(2000, 5000)

// A model whose outcomes are moved about is tested by what its outcomes are after a move,
// several moves, moves under a tilt, and moves that are taken back.

// outcomeOf is where the cards go, as a key.
func outcomeOf(o outcome.Outcome, n int) (string, error) {
	p := make(perm.Perm, n)
	for j, i := range o.Sources() {
		if j < n && int(i) < n {
			p[i] = j
		} else if j >= n && int(i) != j {
			return "", fmt.Errorf("cell %d of the sources is %d", j, i)
		}
	}
	return key(p), permutes(p)
}

// lawOfOutcomes is the probability of each outcome.
func lawOfOutcomes(m shuffle.Model, n int) map[string]float64 {
	const bits = 96
	law := map[string]float64{}
	m.Support(n, bits, func(p perm.Perm, w *big.Int) bool {
		x, _ := new(big.Float).SetMantExp(new(big.Float).SetInt(w), -bits).Float64()
		law[key(p)] += x
		return true
	})
	return law
}

// follows draws outcomes by next and wants those of the law.
func follows(n int, want map[string]float64, next func() (outcome.Outcome, error)) error {
	count := map[string]float64{}
	for range moveTimes {
		o, err := next()
		if err != nil {
			return err
		}
		x, err := outcomeOf(o, n)
		if err != nil {
			return err
		}
		count[x]++
	}
	return frequencies(count, float64(moveTimes), want)
}

// drawn wants outcomes that are drawn, and those after as many moves as they take, to
// follow the law.
func drawn(m shuffle.Model, n int) error {
	o := shuffle.NewOutcome(m, n)
	if o == nil {
		return nil
	}
	rng := draw.NewStream([32]byte{11})
	for _, moves := range []int{0, 5} {
		if err := follows(n, lawOfOutcomes(m, n), func() (outcome.Outcome, error) {
			o.Draw(rng)
			for range moves {
				before := *o.Sources()
				if !o.Move(rng) && *o.Sources() != before {
					return o, fmt.Errorf("a move is not reported")
				}
			}
			return o, nil
		}); err != nil {
			return fmt.Errorf("after %d moves: %w", moves, err)
		}
	}
	return nil
}

// reversible wants an outcome to be followed by another as often as that by it.
func reversible(m shuffle.Model, n int) error {
	o := shuffle.NewOutcome(m, n)
	if o == nil {
		return nil
	}
	rng := draw.NewStream([32]byte{12})
	count := map[[2]string]float64{}
	moved := false
	for range moveTimes {
		o.Draw(rng)
		x, err := outcomeOf(o, n)
		if err != nil {
			return err
		}
		o.Move(rng)
		y, _ := outcomeOf(o, n)
		count[[2]string{x, y}]++
		moved = moved || x != y
	}
	if most := slices.Max(slices.Collect(maps.Values(lawOfOutcomes(m, n)))); !moved && most < 0.9 {
		return fmt.Errorf("nothing moves")
	}
	chi2, degrees := 0.0, 0.0
	for xy, there := range count {
		back := count[[2]string{xy[1], xy[0]}]
		if xy[0] < xy[1] || back == 0 {
			if sum := there + back; sum >= 10 {
				chi2 += (there - back) * (there - back) / sum
				degrees++
			}
		}
	}
	return unlikely(chi2, degrees, "pairs of outcomes, there and back")
}

// undone wants an outcome whose move was taken back to be what it was, also in what comes
// after.
func undone(m shuffle.Model, n int) error {
	one, other := shuffle.NewOutcome(m, n), shuffle.NewOutcome(m, n)
	if one == nil {
		return nil
	}
	stream := func(k int) *draw.Stream { return draw.NewStream([32]byte{13, byte(k), byte(k >> 8)}) }
	for k := range longtest.Of(150, 400) {
		first := stream(2 * k)
		one.Draw(first)
		other.Draw(stream(2 * k))
		before := *one.Sources()
		if !one.Move(first) {
			continue
		}
		if one.Undo(); *one.Sources() != before {
			return fmt.Errorf("%v is not taken back", before[:n])
		}
		a, b := stream(2*k+1), stream(2*k+1)
		for range 30 {
			if one.Move(a) != other.Move(b) || *one.Sources() != *other.Sources() {
				return fmt.Errorf("after a move that is taken back others come")
			}
		}
	}
	return nil
}

// tilted wants a sweep to keep the law that is tilted by rising sequences.
func tilted(m shuffle.Model, n int) error {
	if shuffle.NewOutcome(m, n) == nil {
		return nil
	}
	rng := draw.NewStream([32]byte{14})
	orders := rand.New(rng)
	before, after := perm.Perm(orders.Perm(n)), perm.Perm(orders.Perm(n))
	weight := make([]float64, n+1)
	for r := range weight {
		weight[r] = math.Exp(-1.1 * float64(r))
	}
	rises := func(at *outcome.Sources) int {
		count := 1
		for i := 1; i < n; i++ {
			if after[at[before[i]]] < after[at[before[i-1]]] {
				count++
			}
		}
		return count
	}
	want, sum := map[string]float64{}, 0.0
	for x, p := range lawOfOutcomes(m, n) {
		var back perm.Perm
		for _, j := range []byte(x) {
			back = append(back, int(j))
		}
		want[x] = p * weight[rises(outcome.SourcesOf(back))]
		sum += want[x]
	}
	for x := range want {
		want[x] /= sum
	}
	walks := make([]*outcome.Tilted, 5)
	for k := range walks {
		key := [32]byte{15, byte(k)}
		walks[k] = &outcome.Tilted{Outcome: shuffle.NewOutcome(m, n), N: n, Before: tableOf(before), After: tableOf(after), Rng: draw.NewStream(key)}
	}
	at := len(walks)
	return follows(n, want, func() (outcome.Outcome, error) {
		if at == len(walks) {
			for _, t := range walks {
				for again := true; again; again = orders.Float64()*weight[1] > weight[t.Rises] {
					t.Draw(rng)
					t.Count()
				}
			}
			at = 0
			outcome.Sweep(walks, weight, 3)
		}
		t := walks[at]
		at++
		if r := rises(t.Sources()); r != t.Rises {
			return t, fmt.Errorf("%d rising sequences are taken for %d", r, t.Rises)
		}
		return t, nil
	})
}

// tableOf is p as a table of what each position becomes.
func tableOf(p perm.Perm) *outcome.Sources { return outcome.SourcesOf(p.Inverse()) }
