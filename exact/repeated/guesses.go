package repeated

import (
	"math/big"
	"slices"
)

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
