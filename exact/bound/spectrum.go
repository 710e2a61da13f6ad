package bound

import (
	"math"
	"math/big"
	"slices"
)

// A spectrum sorts the outcomes of a shuffle by their information, -log2 of
// their probability, in classes of 1/perBit bit. Outcomes of shuffles one after
// the other have the sum of their informations, so spectra of words are
// convolutions, and do not depend on the order of letters. Which outcome falls
// into which class need not be exact, for any set of outcomes proves a bound; how
// many a class has and what they weigh must be.
type spectrum struct {
	count []float64 // at least the number of permutations that the class reaches
	mass  []float64 // at least its probability
	lost  float64   // at least the probability of the outcomes in no class
}

const perBit = 8

// class of outcomes with the given probability.
func class(probability float64) int { return max(0, int(math.Round(-perBit*math.Log2(probability)))) }

func newSpectrum(classes int) *spectrum {
	return &spectrum{count: make([]float64, classes), mass: make([]float64, classes)}
}

// add puts count outcomes of total probability mass into a class; those beyond
// the last class are lost.
func (s *spectrum) add(class int, count, mass float64) {
	if class >= len(s.count) {
		s.lost = up(s.lost + mass)
		return
	}
	s.count[class] = up(s.count[class] + count)
	s.mass[class] = up(s.mass[class] + mass)
}

// nothing is the spectrum of leaving the deck as it is.
func nothing(classes int) *spectrum {
	s := newSpectrum(classes)
	s.count[0], s.mass[0] = 1, 1
	return s
}

// then is the spectrum of both shuffles, one after the other.
func (s *spectrum) then(t *spectrum) *spectrum {
	classes := len(s.count)
	out := newSpectrum(classes)
	out.lost = up(s.lost + t.lost)
	beyond := t.tails()
	for x, count := range s.count {
		mass := s.mass[x]
		if count == 0 {
			continue
		}
		for y, c := range t.count[:classes-x] {
			if c != 0 {
				out.count[x+y] = addProduct(out.count[x+y], count, c)
				out.mass[x+y] = addProduct(out.mass[x+y], mass, t.mass[y])
			}
		}
		out.lost = addProduct(out.lost, mass, beyond[classes-x])
	}
	return out
}

// tails[x] is the mass of the classes from x on, without what is lost.
func (s *spectrum) tails() []float64 {
	tails := make([]float64, len(s.mass)+1)
	for x, mass := range slices.Backward(s.mass) {
		tails[x] = tails[x+1]
		if mass != 0 {
			tails[x] = up(tails[x] + mass)
		}
	}
	return tails
}

// gap is the least, over sets of all outcomes up to some class, of the
// probability outside the set plus share times the number of outcomes in it; with
// the class and both parts.
func (s *spectrum) gap(share float64) (best gap) {
	best = gap{total: math.Inf(1)}
	tails := s.tails()
	inside := 0.0
	for x, count := range s.count {
		if count == 0 && x > 0 {
			continue
		}
		inside = up(inside + count)
		g := gap{count: inside, outside: up(tails[x+1] + s.lost), bits: float64(x) / perBit}
		if g.total = addProduct(g.outside, inside, share); g.total < best.total {
			best = g
		}
	}
	return best
}

// gap is how much a bound by counting leaves open: the distance is at least
// 1 - total.
type gap struct {
	total   float64
	count   float64 // permutations in the set, at most
	outside float64 // probability outside it, at most
	bits    float64 // information up to which outcomes are in the set
}

// Counts and masses of outcomes are rounded upwards in every step, so that what
// is subtracted from 1 in the end is never too small.

// up is the least double above x.
func up(x float64) float64 { return math.Nextafter(x, math.Inf(1)) }

// addProduct is sum + x y, rounded up.
func addProduct(sum, x, y float64) float64 { return up(math.FMA(x, y, sum)) }

// ratUp is the rational rounded up to a double.
func ratUp(r *big.Rat) float64 {
	f, exact := r.Float64()
	if exact {
		return f
	}
	return up(f)
}

// Probabilities of letters are read in fixed point of massBits, less than massError
// units off for decks of up to 1024 cards, which is zeroMass; classes end long before
// outcomes get so rare.
const (
	massBits  = 1024
	massError = 1 << 12
	zeroMass  = 0x1p-1012
)

// weightUp is a fixed-point probability rounded up, at least zeroMass.
func weightUp(x *big.Int) float64 {
	sum := new(big.Int).Add(x, big.NewInt(massError))
	return ratUp(new(big.Rat).SetFrac(sum, new(big.Int).Lsh(big.NewInt(1), massBits)))
}
