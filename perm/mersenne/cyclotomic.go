package mersenne

import (
	"math/big"

	"dovetail/perm/modular"
)

// parts multiply to 2^k - 1: the values at 2 of the cyclotomic polynomials
// Phi_d for all d | k, those with d = 4 mod 8 split once more.
func parts(k uint64) []*big.Int {
	var out []*big.Int
	for _, d := range divisors(k) {
		out = append(out, aurifeuille(d, cyclotomic(d))...)
	}
	return out
}

// cyclotomic is Phi_d(2), the product of (2^(d/e) - 1)^mu(e) over e | d.
func cyclotomic(d uint64) *big.Int {
	over, under := big.NewInt(1), big.NewInt(1)
	for _, e := range divisors(d) {
		switch moebius(e) {
		case 1:
			over.Mul(over, power(d/e))
		case -1:
			under.Mul(under, power(d/e))
		}
	}
	return over.Quo(over, under)
}

// power is 2^k - 1.
func power(k uint64) *big.Int {
	n := new(big.Int).Lsh(big.NewInt(1), uint(k))
	return n.Sub(n, big.NewInt(1))
}

// aurifeuille splits phi = Phi_d(2) for d = 4j, j odd: phi divides
//
//	2^(2j) + 1 = (2^j - 2^((j+1)/2) + 1) (2^j + 2^((j+1)/2) + 1),
//
// and the two factors share nothing.
func aurifeuille(d uint64, phi *big.Int) []*big.Int {
	if d%8 != 4 {
		return []*big.Int{phi}
	}
	j := uint(d / 4)
	one := big.NewInt(1)
	left := new(big.Int).Lsh(one, j)
	left.Sub(left, new(big.Int).Lsh(one, (j+1)/2)).Add(left, one)
	left.GCD(nil, nil, left, phi)
	return []*big.Int{left, new(big.Int).Quo(phi, left)}
}

// divisors of k, rising.
func divisors(k uint64) []uint64 {
	var out []uint64
	for d := uint64(1); d <= k; d++ {
		if k%d == 0 {
			out = append(out, d)
		}
	}
	return out
}

func moebius(n uint64) int {
	sign := 1
	for _, q := range modular.Factor(n) {
		if q.E > 1 {
			return 0
		}
		sign = -sign
	}
	return sign
}
