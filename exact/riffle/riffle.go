// Package riffle has the law of an a-shuffle of n cards in closed form, and so its exact
// distance from a fair deck for any n and any number of shuffles.
//
// An a-shuffle cuts the deck into a packets, with the sizes that n fair dice with a sides
// give, and drops cards from packets with probability proportional to what they have left.
// An a-shuffle then a b-shuffle is an ab-shuffle, so that m riffles are one 2^m-shuffle. A
// permutation with r rising sequences has probability C(a+n-r, n)/a^n. Their number is the
// Eulerian number with r-1 descents (Bayer and Diaconis, Trailing the dovetail shuffle to
// its lair, Annals of Applied Probability 2, 1992, theorems 1 to 3).
//
// A cut at a uniform place, before or after, leaves laws that are closed forms too; see
// Cut. So are those of passes through a shelf machine, by peaks, and of moves of cards
// from the top, by the cards in order; see Shelves and Top. Everything except the entropy
// is an exact rational.
//
// Start with TVD, or with New for a shuffle with a cut; see the examples.
package riffle

import "math/big"

// Q is the probability that an a-shuffle of n cards makes one given permutation
// with r rising sequences: C(a+n-r, n)/a^n, for 1 <= r <= n and a >= 1.
func Q(n int, a *big.Int, r int) *big.Rat {
	return new(big.Rat).SetFrac(Ways(n, a, r), power(a, n))
}

// Ways is the number of the a^n ways of an a-shuffle of n cards that make one given
// permutation with r rising sequences, C(a+n-r, n).
func Ways(n int, a *big.Int, r int) *big.Int {
	ways := big.NewInt(1)
	var factor big.Int
	for i := 1; i <= n; i++ { // ways = C(a-r+i, i)
		factor.Add(a, big.NewInt(int64(i-r)))
		ways.Mul(ways, &factor)
		ways.Quo(ways, factor.SetInt64(int64(i)))
	}
	return ways
}

// power is a^k.
func power(a *big.Int, k int) *big.Int {
	return new(big.Int).Exp(a, big.NewInt(int64(k)), nil)
}

func factorial(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }

// product is (a+from)(a+from+1)...(a+to), which is 1 when from > to.
func product(a *big.Int, from, to int) *big.Int {
	switch {
	case from > to:
		return big.NewInt(1)
	case from == to:
		return new(big.Int).Add(a, big.NewInt(int64(from)))
	}
	mid := from + (to-from)/2
	low := product(a, from, mid)
	return low.Mul(low, product(a, mid+1, to))
}

// eachRatio yields for r = 1, 2, ... up to n the ratio of Q to the uniform
// probability, n! Q(n, a, r), as a numerator over a^n:
//
//	n! C(a+n-r, n) = (a+1-r)(a+2-r)...(a+n-r)
//
// It falls with r. The numerator is reused between calls; yield returns false
// to stop.
func eachRatio(n int, a *big.Int, yield func(r int, ratio *big.Int) bool) {
	ratio := product(a, 0, n-1)
	var factor big.Int
	for r := 1; r <= n && yield(r, ratio); r++ {
		ratio.Mul(ratio, factor.Sub(a, big.NewInt(int64(r))))
		ratio.Quo(ratio, factor.Add(&factor, big.NewInt(int64(n))))
	}
}

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

// Eulerian is row n >= 1 of the Eulerian numbers: entry k, from 0 to n-1,
// counts the permutations of n cards with k descents, that is with k+1 rising
// sequences. The n-th card can go after or into a descent, which keeps their
// number, or elsewhere, which adds one:
//
//	A(n, k) = (k+1) A(n-1, k) + (n-k) A(n-1, k-1)
//
// The row is symmetric, so only its first half is computed.
func Eulerian(n int) []*big.Int {
	row := make([]*big.Int, n)
	for k := range row {
		row[k] = new(big.Int)
	}
	row[0].SetInt64(1)
	var factor, below big.Int
	for size := 2; size <= n; size++ {
		last := (size - 1) / 2
		if size%2 == 1 { // the middle entry has not been reached before
			row[last].Set(row[last-1])
		}
		for k := last; k > 0; k-- {
			row[k].Mul(row[k], factor.SetInt64(int64(k+1)))
			row[k].Add(row[k], below.Mul(row[k-1], factor.SetInt64(int64(size-k))))
		}
	}
	for k := range n / 2 {
		row[n-1-k] = row[k]
	}
	return row
}
