package riffle

import (
	"math/big"

	"dovetail/perm/shuffle"
)

// Shelves is the law of n cards after a pass through a machine with m shelves (P. Diaconis,
// J. Fulman and S. Holmes, Analysis of casino shelf shuffling machines, Annals of Applied
// Probability 23, 2013). Class v are the decks with v peaks. A pass through m shelves and one
// through k are a pass through 2mk.
func Shelves(n int, m *big.Int) *Classes {
	orders := factorial(n)
	c := &Classes{orders: orders, count: shuffle.Peaked(n), all: power(new(big.Int).Lsh(m, 1), n)}
	for _, ways := range shuffle.ShelfWays(n, m) {
		c.ratio = append(c.ratio, ways.Mul(ways, orders))
	}
	return c
}

// Passes is how many shelves make one pass of so many through m: (2m)^times/2.
func Passes(m *big.Int, times int) *big.Int {
	all := power(new(big.Int).Lsh(m, 1), times)
	return all.Rsh(all, 1)
}
