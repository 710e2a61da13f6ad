// Package modular is arithmetic modulo m for one m at a time: powers, primes,
// factorisation and the multiplicative order, with the certificate that
// proves an order minimal.
//
// Everything here takes any modulus below 2^63. The engines that work on
// whole ranges of moduli are in search/orders; this package is what they are
// checked against, and it is itself checked against a walk through the powers.
package modular

import (
	"fmt"
	"math/big"

	"dovetail/results"
	"dovetail/results/number"
)

// Order finds the least o >= 1 with a^o = 1 mod m, for gcd(a, m) = 1 and
// 1 <= m < 2^63, and proves it by the certificate it returns.
//
// Modulo a prime power the order divides the totient, so it is what remains
// of the totient when every prime q is taken out as often as the power stays
// 1; modulo m it is the least common multiple over the prime powers of m.
func Order(a, m uint64) (Certificate, error) {
	if m == 0 || m >= 1<<63 {
		return Certificate{}, fmt.Errorf("the modulus %d is not in 1..2^63-1", m)
	}
	if GCD(a%m, m) != 1 {
		return Certificate{}, fmt.Errorf("%d has no order modulo %d: they share the factor %d", a, m, GCD(a%m, m))
	}
	c := Certificate{Base: a, Modulus: m, ModulusFactors: Factor(m)}
	for _, q := range c.ModulusFactors {
		c.OrderFactors = c.OrderFactors.lcm(orderPrimePower(a, q))
	}
	c.Order = c.OrderFactors.Product()
	return c, nil
}

// orderPrimePower is the factorisation of the order of a modulo p^e.
func orderPrimePower(a uint64, q PrimePower) Factors {
	m := Factors{q}.Product()
	bound := Factor(q.P - 1)
	if q.E > 1 {
		bound = bound.lcm(Factors{{q.P, q.E - 1}})
	}
	order := bound.Product()
	var f Factors
	for _, r := range bound {
		for r.E > 0 && Power(a, order/r.P, m) == 1 {
			order /= r.P
			r.E--
		}
		if r.E > 0 {
			f = append(f, r)
		}
	}
	return f
}

// OrderUpToSign is the least o >= 1 with a^o = 1 or -1 mod m: half the order
// when -1 is a power of a, else the order.
func OrderUpToSign(a, m uint64) (uint64, error) {
	c, err := Order(a, m)
	if err != nil || c.Order%2 == 1 || Power(a, c.Order/2, m) != m-1 {
		return c.Order, err
	}
	return c.Order / 2, nil
}

// NaiveOrder walks through the powers of a until 1: the oracle.
func NaiveOrder(a, m uint64) uint64 {
	o := uint64(1)
	for x := a % m; x != 1%m; x = Mul(x, a, m) {
		o++
	}
	return o
}

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

// Record is the certificate of an order of 2 with the powers that prove it.
func (c Certificate) Record() results.OrderOfTwo {
	o := results.OrderOfTwo{
		Order:          number.OfUint(c.Order),
		Modulus:        number.OfUint(c.Modulus),
		ModulusFactors: c.ModulusFactors.record(),
		OrderFactors:   c.OrderFactors.record(),
		Residues:       []results.OrderResidue{},
	}
	for _, q := range c.OrderFactors {
		e := c.Order / q.P
		o.Residues = append(o.Residues, results.OrderResidue{
			Q: number.OfUint(q.P), Exponent: number.OfUint(e), Residue: number.OfUint(Power(2, e, c.Modulus)),
		})
	}
	return o
}

func (f Factors) record() []results.PrimePower {
	out := []results.PrimePower{}
	for _, q := range f {
		out = append(out, results.PrimePower{P: number.OfUint(q.P), E: q.E})
	}
	return out
}
