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
