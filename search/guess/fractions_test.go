package guess

import (
	"fmt"
	"math/big"
	"testing"

	"dovetail/perm/partition"
)

// Where the answer is in fractions: runs with every card of every run guessed, none left out
// as another is as good, and steps with all that they add up.
func TestInFractions(t *testing.T) {
	worst := 0.0
	for n := 4; n <= 12; n++ {
		for _, c := range []closed{{by: sequels, of: big.NewInt(2)}, {by: sequels, of: big.NewInt(5)}, {by: sequels, of: big.NewInt(1 << 20)}, {by: descents, of: big.NewInt(3)},
			{by: peaks, of: big.NewInt(2)}, {by: peaks, of: big.NewInt(40)}} {
			ratio := make([]*big.Rat, n+1)
			for d, x := range c.exact(n) {
				ratio[d] = x
			}
			ratio[n] = new(big.Rat)
			var want *big.Rat
			var got float64
			if c.by == sequels {
				all, err := riffled(t.Context(), n, [][]float64{c.ratio(n), c.ratio(n)}, func() {})
				if err != nil || all[0] != all[1] {
					t.Fatal(all, err)
				}
				got = all[0].w
				_, want = tables{}.runs([]int{n}, 0, n, ratio)
			} else {
				if err := stepped(t.Context(), c, n, func(s *steps) { got = s.start().w }); err != nil {
					t.Fatal(err)
				}
				start := map[statistic]int{descents: 0, peaks: n}[c.by]
				_, want = tables{}.steps(c.by, n, start, false, 0, ratio)
			}
			off := new(big.Rat).SetFloat64(got)
			off.Sub(off, want).Abs(off).Quo(off, want)
			if rat(off) > relativeError(n) {
				t.Errorf("n=%d %v: %v, want %v", n, c, got, rat(want))
			}
			worst = max(worst, rat(off)/relativeError(n))
		}
	}
	if worst < 0.01 { // a hundredth of the bound would not be one
		t.Errorf("errors are %v of their bound", worst)
	}
}

// A tables is m and w of the states that were met.
type tables map[string][2]*big.Rat

// at is m and w of a state with k cards unseen, from the states of each card that may be
// next, children: m is the mean of their m, and w that of their w plus the greatest m, that
// of the card guessed.
func (t tables) at(k int, state []any, children func(child func(m, w *big.Rat))) (m, w *big.Rat) {
	key := fmt.Sprint(state...)
	if known, ok := t[key]; ok {
		return known[0], known[1]
	}
	m, w = new(big.Rat), new(big.Rat)
	best := new(big.Rat)
	children(func(m2, w2 *big.Rat) {
		m.Add(m, m2)
		w.Add(w, w2)
		if m2.Cmp(best) > 0 {
			best = m2
		}
	})
	w.Add(w, best)
	m.Quo(m, big.NewRat(int64(k), 1))
	w.Quo(w, big.NewRat(int64(k), 1))
	t[key] = [2]*big.Rat{m, w}
	return m, w
}

// runs is m and w as the formula has them.
func (t tables) runs(lengths []int, d, k int, ratio []*big.Rat) (m, w *big.Rat) {
	if k == 0 {
		return ratio[d], new(big.Rat)
	}
	return t.at(k, []any{lengths, d}, func(child func(m, w *big.Rat)) {
		for i, l := range lengths {
			for p := 1; p <= l; p++ {
				after := d
				if p > 1 {
					after++
				}
				child(t.runs(partition.Split(nil, lengths, i, max(p-1, l-p), min(p-1, l-p)), after, k-1, ratio))
			}
		}
	})
}

// steps is m and w with every card that may be next, one by one.
func (t tables) steps(by statistic, k, j int, up bool, v int, ratio []*big.Rat) (m, w *big.Rat) {
	if k == 0 {
		return ratio[v], new(big.Rat)
	}
	return t.at(k, []any{k, j, up, v}, func(child func(m, w *big.Rat)) {
		for i := range k {
			after := v
			if i < j && (up || by == descents) {
				after++
			}
			child(t.steps(by, k-1, i, i >= j, after, ratio))
		}
	})
}
