package packets

import (
	"fmt"
	"math/big"

	"dovetail/perm"
	"dovetail/perm/number"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
)

// cut takes cards off the top and puts them, in order, under the rest: after a
// cut of k cards the card at position i is at i-k modulo n. The number of cards
// is uniform on 0..n-1, so that each of the n rotations, the identity among them,
// has probability 1/n; or Binomial(n, 1/2), where 0 and n are both the identity;
// or fixed.
type cut struct {
	shuffle.AnyDeck
	law   string
	cards int // of a fixed cut; half of the deck, rounded down, if negative
}

// Cut is the model by its parameters.
var Cut = shuffle.NewKind("cut", "put cards from the top under the rest", func(p *shuffle.Params) shuffle.Model {
	c := &cut{law: p.OneOf("law", "uniform", "uniform", "binomial", "fixed")}
	if c.law == "fixed" {
		c.cards = p.Whole("cards", 0, shuffle.MaxWhole, "half", "half, rounded down, or a whole number of at least 0")
	}
	return c
})

func (c *cut) String() string {
	switch {
	case c.law != "fixed":
		return fmt.Sprintf("cut(law=%s)", c.law)
	case c.cards < 0:
		return "cut(law=fixed,cards=half)"
	}
	return fmt.Sprintf("cut(law=fixed,cards=%d)", c.cards)
}

// Check refuses to cut more cards than there are.
func (c *cut) Check(n int) error {
	if c.cards > n {
		return fmt.Errorf("a cut of %d is too many for %s; use cards=0..%d", c.cards, number.Count(n, "card"), n)
	}
	return nil
}

// rotations is the law of the number of cards modulo n.
func (c *cut) rotations(n int, bits uint) []*big.Int {
	w := make([]*big.Int, n)
	for k := range w {
		w[k] = new(big.Int)
	}
	switch c.law {
	case "uniform":
		for k := range w {
			w[k] = fixed.Ratio(big.NewInt(1), big.NewInt(int64(n)), bits)
		}
	case "binomial":
		for k, q := range fixed.Binomial(n, big.NewRat(1, 2), bits) {
			w[k%n].Add(w[k%n], q)
		}
	case "fixed":
		w[c.fixed(n)] = fixed.Unit(bits)
	}
	return w
}

func (c *cut) fixed(n int) int {
	if c.cards < 0 {
		return n / 2 % n
	}
	return c.cards % n
}

// Law has P(k = i-j modulo n) at (i, j). The rotation by 0 of the binomial law has two
// roundings, the others at most one.
func (c *cut) Law(n int, bits uint) *shuffle.Law {
	return shuffle.SupportLaw(c.Support, n, bits, shuffle.SlackOf(c.rotations(n, bits), bits, 2))
}

// Closed says whether all rotations are equally likely.
func (c *cut) Closed() shuffle.Closed {
	if c.law == "uniform" {
		return shuffle.Closed{UniformOn: shuffle.Rotations}
	}
	return shuffle.Closed{}
}

// Outcomes is the number of rotations, or 1.
func (c *cut) Outcomes(n int) *big.Int {
	if c.law == "fixed" {
		n = 1
	}
	return big.NewInt(int64(n))
}

// Denominator is that of the number of cards cut: n, 2^n or 1.
func (c *cut) Denominator(n int) *big.Int {
	if c.law == "binomial" {
		return fixed.Unit(uint(n))
	}
	return c.Outcomes(n)
}

// Support is the rotations.
func (c *cut) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	p := perm.Identity(n)
	for _, w := range c.rotations(n, bits) {
		if w.Sign() != 0 && !yield(p, w) {
			return
		}
		for i := range p {
			if p[i]--; p[i] < 0 {
				p[i] = n - 1
			}
		}
	}
}

// Dealer draws the number of cards.
func (c *cut) Dealer(n int) shuffle.Dealer { return rotated[uint16](c, n) }

func (c *cut) LargeDealer(n int) shuffle.DealerOf[uint32] { return rotated[uint32](c, n) }

func rotated[C shuffle.Card](c *cut, n int) shuffle.DealerOf[C] {
	size := c.size(n)
	return func(rng *draw.Stream, dst, src []C) {
		k := size(rng)
		copy(dst, src[k:n])
		copy(dst[n-k:n], src[:k])
	}
}

func (c *cut) size(n int) draw.Func {
	switch {
	case c.law == "uniform":
		return func(rng *draw.Stream) int { return int(draw.Below(rng, uint64(n))) }
	case c.law == "fixed":
		return func(*draw.Stream) int { return c.fixed(n) }
	}
	return draw.Binomial(n)
}
