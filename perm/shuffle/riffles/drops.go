package riffles

import (
	"math"
	"math/bits"

	"dovetail/perm/elementary"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/fixed"
)

// Interleavings whose cards fall by rules, so that few orders of drops are possible.

// interleaving reads the drops from the bottom of the new deck up. Except for the last run, the
// rest once the other packet is used up, a run is a drop of one card or two, and the bottom
// packet's is the first. The last drop of the packet that ends first is of one card for certain if
// one is left.
func (h *human) interleaving(n int) Interleaving {
	law := Interleaving{Cuts: make([]float64, n+1)}
	for c, q := range h.cuts(n, shuffle.PairBits).Weights() {
		law.Cuts[c] = float64(float64(n)*math.Ln2) + elementary.Log(fixed.Float(q, shuffle.PairBits))
	}
	d, _ := h.double.Float64()
	chance := [3]float64{0, elementary.Log1p(-d), elementary.Log(d)}
	for _, log := range chance {
		if log > rareDrop {
			law.Spread = max(law.Spread, -log)
		}
	}
	law.Drops = func(drops uint64) (log float64, broken int) {
		if ones := bits.OnesCount64(drops); ones == 0 || ones == n {
			return 0, 0
		}
		if drops>>(n-1) == 0 {
			broken++
		}
		left, length := drops<<(64-n), 0 // the lowest position's bit first
		for at := n; at > 0; left <<= length {
			before := length
			length = min(at, bits.LeadingZeros64(left^uint64(int64(left)>>63)))
			at -= length
			if before == 1 && at == 0 {
				break // the last card of its packet fell for certain
			}
			switch {
			case before > 2:
				broken += before - 2
			case chance[before] < rareDrop:
				broken++
			default:
				log += chance[before]
			}
		}
		return log, broken
	}
	law.Drawer = drawer(n, h.drawn)
	return law
}

// rareDrop is the logarithm of the chance that stands for an impossible drop.
const rareDrop = -700

// interleaving requires one card of each half among the positions 2i and 2i+1.
func (s thorp) interleaving(n int) Interleaving {
	law := Interleaving{Cuts: make([]float64, n+1)}
	const even = 0x5555555555555555
	law.Drops = func(drops uint64) (log float64, broken int) {
		return float64(float64(n/2) * math.Ln2), bits.OnesCount64(^(drops ^ drops>>1) & even << (64 - n) >> (64 - n))
	}
	law.Drawer = drawer(n, s.drawn)
	return law
}
