package riffle

import "math/big"

// TVD is the total variation distance from uniform of an a-shuffle of n >= 1
// cards, a >= 1.
func TVD(n int, a *big.Int) *big.Rat { return New(n, None).TVD(a) }

// Separation is the separation max(1 - n! P) of an a-shuffle of n cards. The
// reversal, with n rising sequences, has the least probability, C(a, n)/a^n.
func Separation(n int, a *big.Int) *big.Rat { return Birthday(n, a) }

// Birthday is the probability that n labels drawn from a are not all distinct.
// It bounds the total variation distance of an a-shuffle from above: where all
// labels of the inverse description are distinct, the deck is uniform.
func Birthday(n int, a *big.Int) *big.Rat {
	distinct := product(a, 1-n, 0) // 0 if a < n
	all := power(a, n)
	return new(big.Rat).SetFrac(distinct.Sub(all, distinct), all)
}

// Linf is the greatest relative error max|n! P - 1| of an a-shuffle of n cards.
// The identity, with ratio (1+0/a)(1+1/a)...(1+(n-1)/a), is the likeliest. The
// reversal's ratio is the same product with minus signs; the two add up to at
// least 2, so the identity is also the furthest from 1.
func Linf(n int, a *big.Int) *big.Rat {
	likeliest := product(a, 0, n-1)
	all := power(a, n)
	return new(big.Rat).SetFrac(likeliest.Sub(likeliest, all), all)
}
