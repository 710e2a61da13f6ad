package bound

import (
	"math/big"

	"dovetail/perm/shuffle"
)

// hinduSpectrum is that of a Hindu shuffle: a permutation for every sequence of
// packet sizes, whose informations add up. Classes are filled from the top of the
// deck down, where at[a] is the spectrum of the ways to cut off a cards.
func hinduSpectrum(h *shuffle.Hindu, n, classes int) *spectrum {
	sizes := h.PacketSizes(n, massBits)
	at := make([]*spectrum, n+1)
	for a := range at {
		at[a] = newSpectrum(classes)
	}
	at[0] = nothing(classes)
	for a := range n {
		rest := new(big.Int)
		for k := n; k >= 1; k-- {
			last := a+k == n
			rest.Add(rest, sizes[k])
			if a+k > n {
				continue
			}
			q, slack := sizes[k], int64(cutSlack)
			if last {
				q, slack = rest, cutSlack*int64(n)
			}
			if mass := fixedUp(q, slack, massBits); mass > 0 {
				at[a+k].extend(at[a], class(mass), mass)
			} else {
				at[a+k].lost = up(at[a+k].lost + zeroMass)
			}
		}
		if a > 0 {
			at[n].lost = up(at[n].lost + at[a].lost)
		}
	}
	return at[n]
}

// extend adds the outcomes of s, each followed by one more step of the given
// class and probability.
func (s *spectrum) extend(from *spectrum, class int, probability float64) {
	classes := len(s.count)
	for x, count := range from.count {
		if count == 0 {
			continue
		}
		mass := addProduct(0, from.mass[x], probability)
		if x+class >= classes {
			s.lost = up(s.lost + mass)
			continue
		}
		s.count[x+class] = up(s.count[x+class] + count)
		s.mass[x+class] = up(s.mass[x+class] + mass)
	}
}
