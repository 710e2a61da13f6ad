package modular

import "fmt"

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
