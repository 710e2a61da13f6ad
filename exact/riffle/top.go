package riffle

import "math/big"

// Top is the law of n cards after the first k have been put at random places a number of
// times, at least once (P. Diaconis, J. Fill and J. Pitman, Analysis of top to random
// shuffles, Combinatorics, Probability and Computing 1, 1992).
//
// Undone, every time takes k random cards and puts them on top in random order. If T cards
// have ever been taken, they lie on top in random order, whichever they are, and the others
// below as they were: an order whose bottom s cards, but no more, rise comes in s! ways of n!
// for each T = n-s' with s' <= s,
//
//	n! P = sum_(s' <= s) P(T = n-s') s'!,
//
// and so many cards do rise in n!/s! - n!/(s+1)! orders, or in one for s = n: class s-1. In
// the shuffled deck these are the cards that were at the bottom before: the s last of them lie
// in their order, as far as that goes. By inclusion and exclusion
//
//	P(T = j) C(n, k)^times = C(n, j) sum_i (-1)^(j-i) C(j, i) C(i, k)^times.
func Top(n, k, times int) *Classes {
	c := &Classes{orders: factorial(n), all: power(binomial(n, k), times)}
	powers := make([]*big.Int, n+1)
	for i := range powers {
		powers[i] = power(binomial(i, k), times)
	}
	ratio, ways, term := new(big.Int), new(big.Int), new(big.Int)
	for s := range n + 1 {
		j := n - s
		ways.SetInt64(0)
		for i := range j + 1 {
			term.Mul(binomial(j, i), powers[i])
			if (j-i)%2 == 1 {
				term.Neg(term)
			}
			ways.Add(ways, term)
		}
		ways.Mul(ways, binomial(n, j))
		ratio.Add(ratio, ways.Mul(ways, factorial(s)))
		if s == 0 {
			continue
		}
		count := new(big.Int).Quo(c.orders, factorial(s))
		if s < n {
			count.Sub(count, new(big.Int).Quo(c.orders, factorial(s+1)))
		}
		c.count, c.ratio = append(c.count, count), append(c.ratio, new(big.Int).Set(ratio))
	}
	return c
}

func binomial(n, k int) *big.Int { return new(big.Int).Binomial(int64(n), int64(k)) }
