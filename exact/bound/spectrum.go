package bound

import (
	"math"
	"math/big"
	"runtime"
	"slices"

	"dovetail/perm"
	"dovetail/perm/elementary"
	"dovetail/perm/pace"
	"dovetail/perm/shuffle"
)

// A spectrum sorts the outcomes of a shuffle by their information, -log2 of their
// probability, in classes of 1/perBit bit. For successive shuffles the informations of
// their outcomes add up. So spectra of words are convolutions, and do not depend on the
// order of letters. The class of an outcome need not be exact, as any set of outcomes
// proves a bound. The number of outcomes in a class and their probability must be
// correct.
type spectrum struct {
	count []float64 // at least the number of permutations that the class reaches
	mass  []float64 // at least its probability
	lost  float64   // at least the probability of the outcomes in no class

	beyond []float64 // tails, once they are needed
	open   *gap      // once it is needed
}

const perBit = 8

// class of outcomes with the given probability.
func class(probability float64) int {
	return max(0, int(math.Round(-perBit*elementary.Log2(probability))))
}

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

// then is the spectrum of two successive shuffles. Once it is stopped, it is meaningless.
func (s *spectrum) then(t *spectrum, stopped func() bool) *spectrum {
	pace.Yield()
	classes := len(s.count)
	out := newSpectrum(classes)
	out.lost = up(s.lost + t.lost)
	beyond := t.tails()
	type step struct {
		at          int
		count, mass float64
	}
	var steps []step // the classes of t that have outcomes
	for y, count := range t.count {
		if count != 0 {
			steps = append(steps, step{y, count, t.mass[y]})
		}
	}
	for x, count := range s.count {
		mass := s.mass[x]
		if count == 0 {
			continue
		}
		if stopped() {
			break
		}
		counts, masses := out.count[x:], out.mass[x:]
		for _, y := range steps {
			if y.at >= len(counts) {
				break
			}
			counts[y.at] = addProduct(counts[y.at], count, y.count)
			masses[y.at] = addProduct(masses[y.at], mass, y.mass)
		}
		out.lost = addProduct(out.lost, mass, beyond[classes-x])
	}
	return out
}

// tails[x] is the mass of the classes from x on, without what is lost.
func (s *spectrum) tails() []float64 {
	if s.beyond != nil {
		return s.beyond
	}
	tails := make([]float64, len(s.mass)+1)
	for x, mass := range slices.Backward(s.mass) {
		tails[x] = tails[x+1]
		if mass != 0 {
			tails[x] = up(tails[x] + mass)
		}
	}
	s.beyond = tails
	return tails
}

// gap is the minimum, over sets of all outcomes up to some class, of the probability
// outside the set plus share times the number of outcomes in it. It includes the class
// and both parts.
func (s *spectrum) gap(share float64) *gap {
	best := gap{total: math.Inf(1)}
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
	return &best
}

// gap is how much a bound by counting leaves open: the distance is at least
// 1 - total.
type gap struct {
	total   float64
	least   *big.Rat // 1 - total, once it is needed
	count   float64  // permutations in the set, at most
	outside float64  // probability outside it, at most
	bits    float64  // information up to which outcomes are in the set
}

// Counts and masses of outcomes are rounded upwards in every step, so that what
// is subtracted from 1 in the end is never too small.

// up is the least double above x, which is at least +0: the next by its bits. Infinity stays what it is.
func up(x float64) float64 {
	if x > math.MaxFloat64 {
		return x
	}
	return math.Float64frombits(math.Float64bits(x) + 1)
}

// addProduct is sum + x y, rounded up.
func addProduct(sum, x, y float64) float64 {
	if runtime.GOARCH == "wasm" {
		return up(sum + up(float64(x*y))) // math.FMA takes a hundred times as long
	}
	return up(math.FMA(x, y, sum))
}

// nearest is num/den rounded to a double, of whose bits the last may be wrong below 2^-1022, and
// whether it is exact. The fraction is not reduced: for decks of a thousand cards that takes long.
func nearest(num, den *big.Int) (f float64, exact bool) {
	q := new(big.Float).SetPrec(53)
	q.Quo(new(big.Float).SetInt(num), new(big.Float).SetInt(den))
	f, accuracy := q.Float64()
	return f, accuracy == big.Exact && q.Acc() == big.Exact
}

// ratioUp is num/den rounded up to a double.
func ratioUp(num, den *big.Int) float64 {
	f, exact := nearest(num, den)
	if exact {
		return f
	}
	return up(f)
}

var one = big.NewInt(1)

// Probabilities of letters are read in fixed point of massBits, less than massError units
// off for decks of up to 1024 cards, which is zeroMass. Classes end long before outcomes
// become so rare.
const (
	massBits  = 1024
	massError = 1 << 12
	zeroMass  = 0x1p-1012
)

// weightUp is a fixed-point probability rounded up, at least zeroMass.
func weightUp(x *big.Int) float64 {
	sum := new(big.Int).Add(x, big.NewInt(massError))
	return ratioUp(sum, new(big.Int).Lsh(one, massBits))
}

// letterSpectrum is the spectrum of a random letter. sizes is the law of its packets, if
// it has any. The spectrum is nil where the outcomes cannot be counted. Once it is stopped, it is
// meaningless.
func letterSpectrum(m shuffle.Model, sizes []*big.Int, n, classes int, stopped func() bool) *spectrum {
	if sizes != nil {
		return packetSpectrum(sizes, classes, stopped)
	}
	all := shuffle.Classes(m, n, massBits)
	if all == nil {
		return nil
	}
	s := newSpectrum(classes)
	for _, c := range all {
		mass, count := weightUp(c.Mass), ratioUp(c.Count, one)
		s.add(class(mass/count), count, mass)
	}
	s.lost = up(s.lost + float64(float64(n)*zeroMass))
	return s
}

// packetSpectrum is the spectrum of a shuffle by packets: a permutation for every
// sequence of packet sizes, whose informations add up. at[a] is the spectrum of the ways
// to take the first a cards. Packets that are practically impossible are lost. For decks of a
// thousand cards it takes seconds. Once it is stopped, it is meaningless.
func packetSpectrum(sizes []*big.Int, classes int, stopped func() bool) *spectrum {
	n := len(sizes) - 1
	at := make([]*spectrum, n+1)
	for a := range at {
		at[a] = newSpectrum(classes)
	}
	at[0] = nothing(classes)
	lost := 0.0
	eachPacket(sizes, func(a, e int, p float64) {
		if p <= zeroMass {
			lost = up(lost + p)
		} else if !stopped() {
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
	left := max(0, len(s.count)-class)
	counts, masses := s.count[len(s.count)-left:], s.mass[len(s.mass)-left:]
	for x, count := range from.count[:left] {
		if count != 0 {
			counts[x] = up(counts[x] + count)
			masses[x] = up(masses[x] + addProduct(0, from.mass[x], probability))
		}
	}
	for x, count := range from.count[left:] {
		if count != 0 {
			s.lost = up(s.lost + addProduct(0, from.mass[left+x], probability))
		}
	}
}

// partings is an upper bound on the law of the number of partings of a letter: of cards
// that lay next to each other and do not afterwards, with the upper still just above the
// lower. Entry b is at least the probability of b partings. It is nil for a letter that
// parts more than a few.
func partings(m shuffle.Model, sizes []*big.Int, n int) []float64 {
	if sizes != nil {
		return packetPartings(sizes)
	}
	if !shuffle.Few(m, n) {
		return nil
	}
	law := make([]float64, n)
	m.Support(n, massBits, func(p perm.Perm, weight *big.Int) bool {
		b := 0
		for i := range n - 1 {
			if p[i+1] != p[i]+1 {
				b++
			}
		}
		law[b] = up(law[b] + weightUp(weight))
		return true
	})
	law[n-1] = up(law[n-1] + float64(float64(n)*zeroMass))
	return law
}

// packetPartings counts packets: one more than partings. at[a][b] is the
// probability that b packets hold the first a cards.
func packetPartings(sizes []*big.Int) []float64 {
	n := len(sizes) - 1
	at := make([][]float64, n+1)
	for a := range at {
		at[a] = make([]float64, n+1)
	}
	at[0][0] = 1
	eachPacket(sizes, func(a, e int, p float64) {
		for b, mass := range at[a][:n] {
			if mass > 0 {
				at[e][b+1] = addProduct(at[e][b+1], mass, p)
			}
		}
	})
	return at[n][1:]
}

// eachPacket yields, for a from 0 on, every packet that begins at a and ends at e
// with its probability given that one begins there, rounded up.
func eachPacket(sizes []*big.Int, yield func(a, e int, p float64)) {
	n := len(sizes) - 1
	size, atLeast := make([]float64, n+1), make([]float64, n+1)
	tail := new(big.Int)
	for k := n; k >= 1; k-- {
		tail.Add(tail, sizes[k])
		size[k], atLeast[k] = weightUp(sizes[k]), weightUp(tail)
	}
	for a := range n {
		for k := 1; k < n-a; k++ {
			yield(a, a+k, size[k])
		}
		yield(a, n, atLeast[n-a])
	}
}
