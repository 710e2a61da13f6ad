package mersenne

import (
	"fmt"
	"math/big"
	"slices"

	"dovetail/perm/modular"
)

// maxModuli bounds the list of Moduli.
const maxModuli = 4_000_000

// Moduli are the divisors m of 2^k - 1, made of the primes found, for which 2
// has order exactly k, rising. They are all of them when the factorisation is
// complete.
//
// The order modulo m is the least common multiple of those modulo its prime
// powers, so divisors are built one prime at a time, each with its order.
func (f Factorisation) Moduli() ([]*big.Int, error) {
	built := []divisor{{big.NewInt(1), 1}}
	for primes := f.Primes; len(primes) > 0; {
		powers := run(primes)
		primes = primes[len(powers):]
		before := built
		power := big.NewInt(1)
		for _, p := range powers {
			power = new(big.Int).Mul(power, p)
			order := f.order(power)
			for _, d := range before {
				built = append(built, divisor{new(big.Int).Mul(d.m, power), modular.LCM(d.order, order)})
			}
		}
		if len(built) > maxModuli {
			return nil, fmt.Errorf("2^%d - 1 has more than %d divisors, too many to list", f.K, maxModuli)
		}
	}
	var out []*big.Int
	for _, d := range built {
		if d.order == f.K {
			out = append(out, d.m)
		}
	}
	slices.SortFunc(out, (*big.Int).Cmp)
	return out, nil
}

// divisor of 2^k - 1 with the order of 2 modulo it.
type divisor struct {
	m     *big.Int
	order uint64
}

// run is the leading primes that are equal.
func run(primes []*big.Int) []*big.Int {
	n := 1
	for n < len(primes) && primes[n].Cmp(primes[0]) == 0 {
		n++
	}
	return primes[:n]
}

// order of 2 modulo a divisor m of 2^k - 1: the least d | k with m | 2^d - 1.
func (f Factorisation) order(m *big.Int) uint64 {
	two, one := big.NewInt(2), new(big.Int).Mod(big.NewInt(1), m)
	for _, d := range divisors(f.K) {
		if new(big.Int).Exp(two, new(big.Int).SetUint64(d), m).Cmp(one) == 0 {
			return d
		}
	}
	return 0 // not a divisor of 2^k - 1
}
