package orders

import "math"

// oddPrimes are the odd primes up to n, rising (the sieve of Eratosthenes over
// odd numbers: cell i is 2i+1).
func oddPrimes(n uint64) []uint64 {
	composite := make([]bool, n/2+1)
	var primes []uint64
	for p := uint64(3); p <= n; p += 2 {
		if composite[p/2] {
			continue
		}
		primes = append(primes, p)
		if p*p > n {
			continue
		}
		for i := p * p / 2; i <= (n-1)/2; i += p {
			composite[i] = true
		}
	}
	return primes
}

// isqrt is the integer part of the square root of n < 2^63.
func isqrt(n uint64) uint64 {
	r := uint64(math.Sqrt(float64(n)))
	for r*r > n {
		r--
	}
	for (r+1)*(r+1) <= n {
		r++
	}
	return r
}
