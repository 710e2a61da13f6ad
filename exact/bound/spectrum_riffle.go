package bound

import (
	"math/big"

	"dovetail/exact/riffle"
	"dovetail/perm/shuffle"
)

// blockSpectrum is that of an a-shuffle: permutations by their number of rising
// sequences.
func blockSpectrum(n, classes int, a *big.Int) *spectrum {
	s := newSpectrum(classes)
	for i, count := range riffle.Eulerian(n) {
		q := riffle.Q(n, a, i+1)
		if q.Sign() == 0 {
			break
		}
		probability, _ := q.Float64()
		total := new(big.Rat).SetInt(count)
		s.add(class(probability), ratUp(total), ratUp(total.Mul(total, q)))
	}
	return s
}

// riffleSpectrum is that of one riffle with any law of the cut: interleavings by
// the size of the top packet.
func riffleSpectrum(r *shuffle.Riffle, n, classes int) *spectrum {
	s := newSpectrum(classes)
	for c, q := range r.Cuts(n, massBits) {
		mass := fixedUp(q, cutSlack, massBits)
		if mass == 0 {
			s.lost = up(s.lost + zeroMass)
			continue
		}
		ways := new(big.Int).Binomial(int64(n), int64(c))
		count := ratUp(new(big.Rat).SetInt(ways))
		s.add(class(mass/count), count, mass)
	}
	return s
}

// Masses are read from laws in fixed point, whose cells are at most cutSlack units
// off; one that is 0 there is below zeroMass.
const (
	massBits = 512
	cutSlack = 2
	zeroMass = 0x1p-510
)
