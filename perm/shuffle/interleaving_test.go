package shuffle

import (
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"

	"dovetail/perm"
)

// The bits of an interleaving make the deck that the model's support has, with its probability,
// and are drawn by that law.
func TestInterleavings(t *testing.T) {
	const n, draws = 5, 1 << 16
	for _, spec := range []string{"clumpy(switch=13/20)", "clumpy(switch=1/3,cut=binomial)", "clumpy(switch=3/5,cut=normal,sd=1)", "clumpy(switch=3/5,cut=uniform)", "clumpy(switch=2/5,cut=half)", "riffle", "riffle(p=2/5)", "riffle(cut=uniform)", "riffle(cut=half)", "riffle(cut=normal,sd=1)", "ashuffle(a=2)"} {
		m, err := Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		laws := Interleavings(m, n)
		if len(laws) != 1 {
			t.Fatalf("%s is %d interleavings", spec, len(laws))
		}
		law := laws[0]
		want := map[uint64]float64{}
		m.Support(n, 64, func(p perm.Perm, w *big.Int) bool {
			want[p.Rank()] += fixedFloat(w, 64)
			return true
		})
		got, all := map[uint64]float64{}, make([]float64, 1<<n)
		for b := range uint64(1) << n {
			c := n - bits.OnesCount64(b)
			switches := bits.OnesCount64((b ^ b>>1) & (1<<(n-1) - 1))
			all[b] = math.Exp(law.Switch*float64(switches)+law.Cuts[c]) / (1 << n)
			p, next := make(perm.Perm, n), [2]int{0, c}
			for j := range n {
				packet := &next[b>>j&1]
				p[*packet] = j
				*packet++
			}
			got[p.Rank()] += all[b]
		}
		for rank, p := range want {
			if math.Abs(got[rank]-p) > 1e-10 {
				t.Errorf("%s: order %d has %v instead of %v", spec, rank, got[rank], p)
			}
		}
		rng, draw, counts := rand.NewChaCha8([32]byte{1}), law.Drawer(), make([]float64, 1<<n)
		for range draws {
			counts[draw(rng)]++
		}
		chi := 0.0
		for b, p := range all {
			chi += (counts[b] - draws*p) * (counts[b] - draws*p) / (draws*p + 1e-9)
		}
		if chi > 31+6*math.Sqrt(2*31) {
			t.Errorf("%s: chi square %v of 31", spec, chi)
		}
	}
	if m, _ := Parse("ashuffle(a=8)"); len(Interleavings(m, n)) != 3 {
		t.Error("an 8-shuffle is three riffles")
	}
	for _, spec := range []string{"ashuffle(a=3)", "deal", "cut"} {
		if m, err := Parse(spec); err != nil || Interleavings(m, n) != nil {
			t.Errorf("%s: %v", spec, err)
		}
	}
}
