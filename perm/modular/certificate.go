package modular

import (
	"fmt"
	"math/big"
)

// Certificate proves that Order is the order of Base modulo Modulus:
// Base^Order = 1, and Base^(Order/q) != 1 for each prime q of Order.
type Certificate struct {
	Base, Modulus, Order uint64
	ModulusFactors       Factors
	OrderFactors         Factors
}

// Verify repeats the proof with math/big alone: it shares no arithmetic with
// the code that found the order.
func (c Certificate) Verify() error {
	if err := checkFactors("modulus", c.Modulus, c.ModulusFactors); err != nil {
		return err
	}
	if err := checkFactors("order", c.Order, c.OrderFactors); err != nil {
		return err
	}
	one := new(big.Int).SetUint64(1 % c.Modulus)
	if c.power(c.Order).Cmp(one) != 0 {
		return fmt.Errorf("%d^%d is not 1 modulo %d", c.Base, c.Order, c.Modulus)
	}
	for _, q := range c.OrderFactors {
		if c.power(c.Order/q.P).Cmp(one) == 0 {
			return fmt.Errorf("%d is not the least: %d^%d is 1 modulo %d", c.Order, c.Base, c.Order/q.P, c.Modulus)
		}
	}
	return nil
}

func (c Certificate) power(e uint64) *big.Int {
	b, x, m := new(big.Int).SetUint64(c.Base), new(big.Int).SetUint64(e), new(big.Int).SetUint64(c.Modulus)
	return b.Exp(b, x, m)
}

// checkFactors wants primes that multiply to n. ProbablyPrime is the test of
// Baillie, Pomerance, Selfridge and Wagstaff, without exception below 2^64.
func checkFactors(what string, n uint64, f Factors) error {
	product := big.NewInt(1)
	for _, q := range f {
		p := new(big.Int).SetUint64(q.P)
		if q.E < 1 || !p.ProbablyPrime(0) {
			return fmt.Errorf("the factorisation of the %s %d holds %d^%d, not a prime power", what, n, q.P, q.E)
		}
		product.Mul(product, p.Exp(p, big.NewInt(int64(q.E)), nil))
	}
	if product.Cmp(new(big.Int).SetUint64(n)) != 0 {
		return fmt.Errorf("the factors of the %s %d multiply to %s", what, n, product)
	}
	return nil
}
