package mersenne

import (
	"context"
	"fmt"
	"math/big"
	"slices"
)

// Check tells what is wrong with a factorisation that was found elsewhere: the factors,
// rising, multiply to 2^k - 1; the primes pass the tests of [Factor] and the composites
// do not.
func (f Factorisation) Check(ctx context.Context) error {
	if f.K < 1 || f.K > MaxExponent {
		return fmt.Errorf("the exponent %d is not in 1..%d", f.K, MaxExponent)
	}
	target, product := power(f.K), big.NewInt(1)
	for _, factors := range [][]*big.Int{f.Primes, f.Composites} {
		if !slices.IsSortedFunc(factors, (*big.Int).Cmp) {
			return fmt.Errorf("the factors of 2^%d - 1 are out of order", f.K)
		}
		for _, p := range factors {
			if p.Cmp(big.NewInt(1)) <= 0 || product.Mul(product, p).Cmp(target) > 0 {
				return fmt.Errorf("the factors do not multiply to 2^%d - 1", f.K)
			}
		}
	}
	if product.Cmp(target) != 0 {
		return fmt.Errorf("the factors do not multiply to 2^%d - 1", f.K)
	}
	for _, p := range f.Primes {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !p.ProbablyPrime(20) {
			return fmt.Errorf("%s is not prime", p)
		}
	}
	for _, c := range f.Composites {
		if c.ProbablyPrime(20) {
			return fmt.Errorf("%s is prime", c)
		}
	}
	return nil
}
