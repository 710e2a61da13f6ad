package shuffle

import "math/big"

// Denominator is that of the number of cards cut: n, 2^n or 1.
func (c *Cut) Denominator(n int) *big.Int {
	switch c.law {
	case "uniform":
		return big.NewInt(int64(n))
	case "binomial":
		return new(big.Int).Lsh(big.NewInt(1), uint(n))
	}
	return big.NewInt(1)
}

// Denominator is A^n: every card comes from one of A packets.
func (s *AShuffle) Denominator(n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(s.A)), big.NewInt(int64(n)), nil)
}

// Denominator is n.
func (TopToRandom) Denominator(n int) *big.Int { return big.NewInt(int64(n)) }

// Denominator is n!.
func (Wash) Denominator(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }

// Denominator is 1: a faro has one outcome.
func (Faro) Denominator(int) *big.Int { return big.NewInt(1) }

// Denominator is that of the shuffle undone, nil if it has none.
func (v *Inverse) Denominator(n int) *big.Int {
	if r, ok := v.Of.(Rational); ok {
		return r.Denominator(n)
	}
	return nil
}

// Denominator is k^d for packets of k equally likely sizes, of which d at least
// Min are drawn at most. Normal sizes have none.
func (h *Hindu) Denominator(n int) *big.Int {
	if h.Max == 0 {
		return nil
	}
	draws := (n + h.Min - 1) / h.Min
	return new(big.Int).Exp(big.NewInt(int64(h.Max-h.Min+1)), big.NewInt(int64(draws)), nil)
}

// Denominator is a b^(n-2): the range of u is a whole number a of those parts that both
// of its ends are multiples of, so that a cut has a probability of so many a-ths; and
// where double drops have the chance c/b, the last card of a packet falls for certain,
// which leaves n-2 drops at most to chance.
func (h *Human) Denominator(n int) *big.Int {
	a := new(big.Rat).Sub(h.High, h.Low)
	middle := big.NewRat(int64(n), 2)
	for _, end := range []*big.Rat{h.Low, h.High} {
		end = new(big.Rat).Add(middle, end)
		a.Mul(a, new(big.Rat).SetInt(end.Denom()))
	}
	drops := big.NewInt(int64(max(0, n-2)))
	return drops.Exp(h.Double.Denom(), drops, nil).Mul(drops, a.Num())
}
