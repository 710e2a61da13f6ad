package bound

import (
	"math/big"

	"dovetail/perm/shuffle"
)

// riffleSpectrum is that of one riffle with any law of the cut: interleavings by
// the size of the top packet.
func riffleSpectrum(r *shuffle.Riffle, n, classes int) *spectrum {
	s := newSpectrum(classes)
	for c, q := range r.Cuts(n, massBits) {
		ways := new(big.Rat).SetInt(new(big.Int).Binomial(int64(n), int64(c)))
		mass, count := weightUp(q), ratUp(ways)
		s.add(class(mass/count), count, mass)
	}
	return s
}
