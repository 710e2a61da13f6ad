package repeated

import (
	"math"
	"math/big"

	"dovetail/exact/riffle"
)

// Separation is max(1 - P(w)/U) of a source in blocks after an a-shuffle. The least likely
// arrangement has the values reversed (Assaf, Diaconis and Soundararajan, A rule of thumb
// for riffle shuffling, Annals of Applied Probability 21, 2011): every step from a value to
// the next is a descent, and within a value all permutations are there. So its descents
// are counted by x^(h-1) times the product of the Eulerian polynomials of the n_v.
func (d Deck) Separation(a *big.Int) *big.Rat {
	counts := []*big.Int{big.NewInt(1)}
	for _, l := range d {
		counts = times(counts, riffle.Eulerian(l))
	}
	n := d.Size()
	sum := new(big.Int)
	for k, count := range counts {
		sum.Add(sum, new(big.Int).Mul(count, riffle.Ways(n, a, len(d)+k)))
	}
	sum.Mul(sum, d.Arrangements())
	all := new(big.Int).Exp(a, big.NewInt(int64(n)), nil)
	return new(big.Rat).SetFrac(sum.Sub(all, sum), all)
}

// times multiplies polynomials.
func times(p, q []*big.Int) []*big.Int {
	product := make([]*big.Int, len(p)+len(q)-1)
	for i := range product {
		product[i] = new(big.Int)
	}
	var term big.Int
	for i, x := range p {
		for j, y := range q {
			product[i+j].Add(product[i+j], term.Mul(x, y))
		}
	}
	return product
}

// RuleOfThumb is about the separation, by Assaf, Diaconis and Soundararajan: what counts is
// the number h of values,
//
//	1 - prod_{i=1}^{h-1} a/(n+i) sum_j (-1)^j C(h-1, j) (1-j/a)^(n+h-1)
//
// summed in fractions, because terms cancel.
func (d Deck) RuleOfThumb(a int64) float64 {
	n, h := int64(d.Size()), int64(len(d))
	power := big.NewInt(n + h - 1)
	sum, term := new(big.Int), new(big.Int)
	for j := int64(0); j < min(h, a); j++ {
		term.Exp(big.NewInt(a-j), power, nil)
		term.Mul(term, new(big.Int).Binomial(h-1, j))
		if j%2 == 1 {
			term.Neg(term)
		}
		sum.Add(sum, term)
	}
	// a^(h-1)/a^(n+h-1) = 1/a^n
	all := new(big.Int).Exp(big.NewInt(a), big.NewInt(n), nil)
	all.Mul(all, term.MulRange(n+1, n+h-1))
	x, _ := new(big.Rat).SetFrac(sum, all).Float64()
	return math.Max(0, 1-x)
}
