// Package mersenne factors 2^k - 1 and lists the odd moduli for which 2 has
// order exactly k: the divisors of 2^k - 1 that divide no smaller 2^d - 1.
package mersenne
