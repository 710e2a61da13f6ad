package riffles

import (
	"math/big"
	"testing"

	"dovetail/perm/shuffle/fixed"
)

// A deal of 52 cards has a packet and another at every switch.
func TestClumpyPackets(t *testing.T) {
	classes := &clumpy{change: big.NewRat(13, 20), cut: cutting{name: chained}}
	for _, n := range []int{2, 9, 52} {
		mean, all := new(big.Rat), new(big.Rat)
		classes.each(n, 200, func(cut, k int, count, mass *big.Int) {
			p := new(big.Rat).SetFrac(mass, fixed.Unit(200))
			all.Add(all, p)
			mean.Add(mean, p.Mul(p, big.NewRat(int64(k), 1)))
		})
		got, _ := mean.Float64()
		if want := 0.65 * float64(n-1); got < want-1e-12 || got > want+1e-12 {
			t.Errorf("n=%d: %v switches on average, want %v", n, got, want)
		}
		if total, _ := all.Float64(); total < 1-1e-12 {
			t.Errorf("n=%d: total %v", n, total)
		}
	}
}
