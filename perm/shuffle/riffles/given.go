package riffles

import (
	"math/big"

	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
)

// given is a cut with the condition that the top packet has from..to cards: the law of its size is
// that of the cut, without other sizes, divided by the remaining probability.
type given struct {
	before   cutting
	from, to int
}

// GivenMiddleCut is a riffle of n cards with the condition that its cut lies between the quartiles
// of its law. It is nil for other shuffles, and for riffles whose cut is hardly ever elsewhere.
func GivenMiddleCut(m shuffle.Model, n int) shuffle.Model {
	r, riffles := m.(*riffle)
	if !riffles {
		return nil
	}
	law := r.law(n, shuffle.PairBits)
	g := &given{before: r.cutting, to: n}
	quarter, most := fixed.Unit(shuffle.PairBits-2), new(big.Int).Mul(fixed.Unit(shuffle.PairBits-4), big.NewInt(15))
	for sum := new(big.Int).Set(law[0]); sum.Cmp(quarter) <= 0; sum.Add(sum, law[g.from]) {
		g.from++
	}
	for sum := new(big.Int).Set(law[n]); sum.Cmp(quarter) <= 0; sum.Add(sum, law[g.to]) {
		g.to--
	}
	if g.mass(law).Cmp(most) > 0 {
		return nil
	}
	return &riffle{cutting: cutting{name: "middle", given: g}}
}

func (g *given) mass(law []*big.Int) *big.Int {
	sum := new(big.Int)
	for c := g.from; c <= g.to; c++ {
		sum.Add(sum, law[c])
	}
	return sum
}

// law is at most two units off: the cuts have at least half of the probability, and two more bits.
func (g *given) law(n int, bits uint) []*big.Int {
	w := g.before.law(n, bits+8)
	mass := g.mass(w)
	for c, x := range w {
		if c < g.from || c > g.to {
			x.SetInt64(0)
		} else {
			x.Lsh(x, bits).Quo(x, mass)
		}
	}
	return w
}

// size draws one.
func (g *given) size(n int) draw.Func {
	c := draw.NewChoice(g.law(n, draw.Bits)[g.from : g.to+1])
	c.First = g.from
	return c.Draw
}
