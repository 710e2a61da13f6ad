package shuffle

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Interleaving is the law of a riffle in which any order of drops can come about, as hands
// make it: a bit for each position of the new deck, 0 for a card of the top packet. With t
// switches from one packet to the other, and c cards in the top packet, the bits have the
// probability
//
//	2^-n exp(Switch t + Cuts[c]),
//
// so that both are 0 for the Gilbert-Shannon-Reeds shuffle.
type Interleaving struct {
	Switch float64
	Cuts   []float64 // by c = 0..n; -Inf for a cut that is never made
	// Drawer makes one that draws the bits for one goroutine: position j is bit j.
	Drawer func() func(rng *rand.ChaCha8) (bits uint64)
}

// Turned is the law of the riffle of a deck that is turned over before and after it: positions and packets
// change their names.
func (l Interleaving) Turned() Interleaving {
	t := Interleaving{Switch: l.Switch, Cuts: slices.Clone(l.Cuts)}
	slices.Reverse(t.Cuts)
	t.Drawer = func() func(rng *rand.ChaCha8) uint64 {
		draw, n := l.Drawer(), len(l.Cuts)-1
		return func(rng *rand.ChaCha8) uint64 { return bits.Reverse64(^draw(rng)) >> (64 - n) }
	}
	return t
}

// MostInterleaved is the largest deck whose bits are drawn.
const MostInterleaved = 64

// Interleavings are the laws of riffles one after the other that make the shuffle, of a model
// that is made of such; nil for other models. Cuts are within 1e-11 of what they should be.
func Interleavings(m Model, n int) (all []Interleaving) {
	if n > MostInterleaved {
		return nil
	}
	switch m := m.(type) {
	case *clumpy:
		all = []Interleaving{m.interleaving(n)}
	case *riffle:
		all = []Interleaving{m.interleaving(n)}
	default:
		a, undone := m.AShuffle()
		for ; a > 1 && !undone && a&(a-1) == 0; a /= 2 {
			all = append(all, gsr().interleaving(n))
		}
	}
	return all
}

func (r *riffle) interleaving(n int) Interleaving {
	law := Interleaving{Cuts: make([]float64, n+1)}
	for c, odds := range r.CutOdds(n) {
		law.Cuts[c] = math.Log(odds)
	}
	if r.name == "binomial" && !r.fair() { // as 2^-n C(n, c) may be too small for fixed point
		p, _ := r.top.Float64()
		for c := range law.Cuts {
			law.Cuts[c] = float64(n)*math.Ln2 + float64(c)*math.Log(p) + float64(n-c)*math.Log1p(-p)
		}
	}
	law.Drawer = drawer(n, r.drawn)
	return law
}

// drawer makes one of those that fill sets.
func drawer(n int, drawn func(n int) drawnSet) func() func(*rand.ChaCha8) uint64 {
	return func() func(rng *rand.ChaCha8) uint64 {
		set, draw := newBitset(n), drawn(n)
		return func(rng *rand.ChaCha8) uint64 {
			draw(rng, set)
			return set.words[0]
		}
	}
}

func (c *clumpy) interleaving(n int) Interleaving {
	s, _ := c.change.Float64()
	odds := math.Log(s) - math.Log1p(-s)
	law := Interleaving{Switch: odds, Cuts: make([]float64, n+1)}
	cuts, weights := c.cuts(n, pairBits), newInterleavings(n, odds)
	for x := range law.Cuts {
		switch {
		case cuts == nil:
			law.Cuts[x] = float64(n-1) * (math.Ln2 + math.Log1p(-s))
		case x == 0 || x == n:
			law.Cuts[x] = float64(n)*math.Ln2 + math.Log(fixedFloat(cuts[x], pairBits))
		default:
			law.Cuts[x] = float64(n)*math.Ln2 + math.Log(fixedFloat(cuts[x], pairBits)) - weights.all(x)
		}
	}
	law.Drawer = drawer(n, c.drawn)
	return law
}
