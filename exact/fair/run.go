package fair

import "math/big"

// Run is the law of the longest run of cards c, c+1, c+2, ... that lie one directly below the
// other: of its number of cards, 1 if no two neighbours are left.
//
// A deck with b runs is one of the ways to part 1..n into b blocks, and one of the orders of b
// things without neighbours c, c+1, which are the share adjacencies(b)[0] of all. So
//
//	P(longest <= k) = sum over t of W(n-t, t, k-1) (n-t)!/n! adjacencies(n-t)[0],
//
// W(b, t, s) being the ways to give b blocks t cards beside their first, s at most to each.
// All blocks together weigh C(n-1, t) (n-t)!/n! <= 1/t!, so that lists end where 1/t! does.
func Run(n int) Law {
	law := []float64{0}
	before := 0.0
	for k := 1; k <= min(n, mostSurplus+1); k++ {
		upTo := runsUpTo(n, k)
		law = append(law, upTo-before)
		before = upTo
	}
	return listed(law)
}

// mostSurplus is where lists end: 1/31! is below 1e-33.
const mostSurplus = 30

// runsUpTo is P(longest <= k).
func runsUpTo(n, k int) (p float64) {
	weight := 1.0 // (n-t)!/n!
	for t := 0; t <= min(n-1, mostSurplus); t++ {
		ways, _ := new(big.Float).SetInt(shares(n-t, t, k-1)).Float64()
		p += ways * weight * adjacencies(n - t)[0]
		weight /= float64(n - t)
	}
	return p
}

// shares is W(b, t, s): of all C(b-1+t, t) ways to give t cards to b blocks those are taken
// away by inclusion and exclusion that give s+1 cards to one.
func shares(b, t, s int) *big.Int {
	ways := new(big.Int)
	for j := 0; j*(s+1) <= t; j++ {
		term := new(big.Int).Binomial(int64(b-1+t-j*(s+1)), int64(b-1))
		term.Mul(term, new(big.Int).Binomial(int64(b), int64(j)))
		if j%2 == 1 {
			term.Neg(term)
		}
		ways.Add(ways, term)
	}
	return ways
}
