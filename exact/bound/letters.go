package bound

import (
	"math/big"

	"dovetail/perm"
	"dovetail/perm/shuffle"
)

// letterSpectrum is the spectrum of a random letter, whose packets have these sizes if it
// has any, or nil where its outcomes cannot be counted.
func letterSpectrum(m shuffle.Model, sizes []*big.Int, n, classes int) *spectrum {
	if sizes != nil {
		return packetSpectrum(sizes, classes)
	}
	all := shuffle.Classes(m, n, massBits)
	if all == nil {
		return nil
	}
	s := newSpectrum(classes)
	for _, c := range all {
		mass, count := weightUp(c.Mass), ratUp(new(big.Rat).SetInt(c.Count))
		s.add(class(mass/count), count, mass)
	}
	s.lost = up(s.lost + float64(n)*zeroMass)
	return s
}

// packetSpectrum is that of a shuffle by packets: a permutation for every sequence of
// packet sizes, whose informations add up. at[a] is the spectrum of the ways to
// take the first a cards. Packets as good as impossible are lost.
func packetSpectrum(sizes []*big.Int, classes int) *spectrum {
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

// partings is the law of the number of partings of a letter, at most: cards that
// lay next to each other and do not afterwards, the upper still just above the
// lower. Entry b is at least the probability of b partings; nil for a letter that
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
	law[n-1] = up(law[n-1] + float64(n)*zeroMass)
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
