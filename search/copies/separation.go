package copies

import (
	"math"
	"math/big"
	"slices"

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

// Guesses is how many cards of a fair deck the best player names by their values, on average, if
// each is shown after the guess. He names the value that has most cards left. The last k cards are
// a uniform set of k, with X_v cards of value v; so he is right with chance E max X_v / k, and
//
//	E max X_v = sum_t P(max X_v > t) = sum_t (1 - N(k, t)/C(n, k)),
//
// where sum_k N(k, t) x^k = prod_v sum_{i<=t} C(n_v, i) x^i counts the sets with at most t of each.
func (d Deck) Guesses() *big.Rat {
	n := d.Size()
	more := make([]*big.Int, n+1)
	for k := range more {
		more[k] = new(big.Int)
	}
	var all big.Int
	for t := range slices.Max(d) {
		sets := []*big.Int{big.NewInt(1)}
		for _, count := range d {
			choices := make([]*big.Int, min(t, count)+1)
			for i := range choices {
				choices[i] = new(big.Int).Binomial(int64(count), int64(i))
			}
			sets = times(sets, choices)
		}
		for k := range more {
			more[k].Add(more[k], all.Binomial(int64(n), int64(k)))
			if k < len(sets) {
				more[k].Sub(more[k], sets[k])
			}
		}
	}
	sum := new(big.Rat)
	for k := int64(1); k <= int64(n); k++ {
		all.Binomial(int64(n), k)
		sum.Add(sum, new(big.Rat).SetFrac(more[k], all.Mul(&all, big.NewInt(k))))
	}
	return sum
}
