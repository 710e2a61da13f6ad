package shuffle

import "math/big"

// Rational is a model whose probabilities can be rational numbers, which makes
// laws on S_n exact where Support alone gives them only to any number of digits.
type Rational interface {
	Model

	// Denominator is a whole number D such that the probability of every
	// outcome at n is a multiple of 1/D, or nil where they are not rational.
	// The smaller it is, the smaller are the numbers that a word's law is made of.
	Denominator(n int) *big.Int
}

// Denominator is 2^n: given a cut c, drawn with probability C(n, c)/2^n, each of
// the C(n, c) interleavings is equally likely. A normal cut has none.
func (r *Riffle) Denominator(n int) *big.Int {
	if r.SD != nil {
		return nil
	}
	return new(big.Int).Lsh(big.NewInt(1), uint(n))
}

// Denominator is 1: a deal has one outcome.
func (d *Deal) Denominator(int) *big.Int { return big.NewInt(1) }
