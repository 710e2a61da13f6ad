package riffle

import "math/big"

// Q is the probability that an a-shuffle of n cards makes one given permutation
// with r rising sequences: C(a+n-r, n)/a^n, for 1 <= r <= n and a >= 1.
func Q(n int, a *big.Int, r int) *big.Rat {
	ways := big.NewInt(1)
	var factor big.Int
	for i := 1; i <= n; i++ { // ways = C(a-r+i, i)
		factor.Add(a, big.NewInt(int64(i-r)))
		ways.Mul(ways, &factor)
		ways.Quo(ways, factor.SetInt64(int64(i)))
	}
	return new(big.Rat).SetFrac(ways, power(a, n))
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
