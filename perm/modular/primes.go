package modular

// Primes are the primes up to n, rising, by the sieve of Eratosthenes over odd numbers: cell i is 2i+1.
func Primes(n uint64) (primes []uint64) {
	if n >= 2 {
		primes = append(primes, 2)
	}
	composite := make([]bool, n/2+1)
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
