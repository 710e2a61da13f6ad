package bound

import "dovetail/perm/shuffle"

// hinduSpectrum is that of a Hindu shuffle: a permutation for every sequence of
// packet sizes, whose informations add up. at[a] is the spectrum of the ways to
// take the first a cards. Packets as good as impossible are lost.
func hinduSpectrum(h *shuffle.Hindu, n, classes int) *spectrum {
	at := make([]*spectrum, n+1)
	for a := range at {
		at[a] = newSpectrum(classes)
	}
	at[0] = nothing(classes)
	lost := 0.0
	eachPacket(h, n, func(a, e int, p float64) {
		if p <= zeroMass {
			lost = up(lost + p)
		} else {
			at[e].extend(at[a], class(p), p)
		}
	})
	for _, s := range at {
		lost = up(lost + s.lost)
	}
	at[n].lost = lost
	return at[n]
}

// extend adds the outcomes of another spectrum, each followed by one more step of
// the given class and probability.
func (s *spectrum) extend(from *spectrum, class int, probability float64) {
	for x, count := range from.count {
		if count != 0 {
			s.add(x+class, count, addProduct(0, from.mass[x], probability))
		}
	}
}
