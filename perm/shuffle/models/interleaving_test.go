package models

import (
	"math"
	"math/big"
	"math/bits"
	"testing"

	"dovetail/perm"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
	"dovetail/perm/shuffle/riffles"
)

// The bits of an interleaving make the deck that the model's support has, with its probability,
// and are drawn by that law.
func TestInterleavings(t *testing.T) {
	const draws = 1 << 16
	for _, spec := range []string{"clumpy(switch=13/20)", "clumpy(switch=1/3,cut=binomial)", "clumpy(switch=3/5,cut=normal,sd=1)", "clumpy(switch=3/5,cut=uniform)", "clumpy(switch=2/5,cut=half)", "clumpy(switch=0.99999999999999999999)", "clumpy(switch=0.999999999999,cut=binomial)", "riffle", "riffle(p=2/5)", "riffle(cut=uniform)", "riffle(cut=half)", "riffle(cut=normal,sd=1)", "ashuffle(a=2)",
		"human", "human(low=-2,high=3,double=2/5)", "human(double=0)", "human(double=1)", "thorp"} {
		n := 5
		if spec == "thorp" {
			n = 6
		}
		m, err := Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		laws := riffles.Interleavings(m, n)
		if len(laws) != 1 {
			t.Fatalf("%s is %d interleavings", spec, len(laws))
		}
		law := laws[0]
		want := map[uint64]float64{}
		m.Support(n, 64, func(p perm.Perm, w *big.Int) bool {
			want[p.Rank()] += fixed.Float(w, 64)
			return true
		})
		got, all := map[uint64]float64{}, make([]float64, 1<<n)
		for b := range uint64(1) << n {
			c := n - bits.OnesCount64(b)
			switches := bits.OnesCount64((b ^ b>>1) & (1<<(n-1) - 1))
			log := law.Switch*float64(switches) + law.Cuts[c]
			if law.Drops != nil {
				more, broken := law.Drops(b)
				if log += more; broken > 0 {
					log = math.Inf(-1)
				}
			}
			all[b] = math.Exp(log) / float64(uint64(1)<<n)
			p, next := make(perm.Perm, n), [2]int{0, c}
			for j := range n {
				packet := &next[b>>j&1]
				p[*packet] = j
				*packet++
			}
			got[p.Rank()] += all[b]
		}
		for rank, p := range want {
			if !(math.Abs(got[rank]-p) <= 1e-10) {
				t.Errorf("%s: order %d has %v instead of %v", spec, rank, got[rank], p)
			}
		}
		rng, draw, counts := draw.NewStream([32]byte{1}), law.Drawer(), make([]float64, 1<<n)
		for range draws {
			counts[draw(rng)[0]]++
		}
		chi := 0.0
		for b, p := range all {
			chi += (counts[b] - draws*p) * (counts[b] - draws*p) / (draws*p + 1e-9)
		}
		if free := float64(len(all) - 1); chi > free+6*math.Sqrt(2*free) {
			t.Errorf("%s: chi square %v of %d", spec, chi, len(all)-1)
		}
	}
	if m, _ := Parse("ashuffle(a=8)"); len(riffles.Interleavings(m, 5)) != 3 {
		t.Error("an 8-shuffle is three riffles")
	}
	for _, spec := range []string{"ashuffle(a=3)", "deal", "cut"} {
		if m, err := Parse(spec); err != nil || riffles.Interleavings(m, 5) != nil {
			t.Errorf("%s: %v", spec, err)
		}
	}
}
