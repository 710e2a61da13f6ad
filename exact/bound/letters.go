package bound

import (
	"math/big"

	"dovetail/perm"
	"dovetail/perm/shuffle"
)

// letterSpectrum is the spectrum of a random letter, or nil where its outcomes
// cannot be counted.
func letterSpectrum(m shuffle.Model, n, classes int) *spectrum {
	switch m := m.(type) {
	case *shuffle.Hindu:
		return hinduSpectrum(m, n, classes)
	case *shuffle.Riffle:
		return riffleSpectrum(m, n, classes)
	case *shuffle.Inverse:
		return letterSpectrum(m.Of, n, classes)
	case *shuffle.Cut, shuffle.TopToRandom:
		return fewSpectrum(m, n, classes)
	}
	return nil
}

// fewSpectrum is that of a model with few outcomes, one by one.
func fewSpectrum(m shuffle.Model, n, classes int) *spectrum {
	s := newSpectrum(classes)
	m.Support(n, massBits, func(_ perm.Perm, weight *big.Int) bool {
		mass := weightUp(weight)
		s.add(class(mass), 1, mass)
		return true
	})
	s.lost = up(s.lost + float64(n)*zeroMass)
	return s
}

// partings is the law of the number of partings of a letter, at most: cards that
// lay next to each other and do not afterwards, the upper still just above the
// lower. Entry b is at least the probability of b partings; nil for a letter that
// parts more than a few.
func partings(m shuffle.Model, n int) []float64 {
	switch m := m.(type) {
	case *shuffle.Hindu:
		return packetPartings(m, n)
	case *shuffle.Cut, shuffle.TopToRandom:
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
	return nil
}

// packetPartings counts packets: one more than partings. at[a][b] is the
// probability that b packets hold the first a cards.
func packetPartings(h *shuffle.Hindu, n int) []float64 {
	at := make([][]float64, n+1)
	for a := range at {
		at[a] = make([]float64, n+1)
	}
	at[0][0] = 1
	eachPacket(h, n, func(a, e int, p float64) {
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
func eachPacket(h *shuffle.Hindu, n int, yield func(a, e int, p float64)) {
	sizes := h.PacketSizes(n, massBits)
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
