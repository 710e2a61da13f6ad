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
	"slices"
	"strings"
)

// Order finds the least o >= 1 with a^o = 1 mod m, for gcd(a, m) = 1 and
// 1 <= m < 2^63, and proves it by the certificate it returns.
//
// Modulo a prime power the order divides the totient. It is what remains of the totient
// when every prime q is taken out as often as the power stays 1. Modulo m it is the
// least common multiple of the orders modulo the prime powers of m.
func Order(a, m uint64) (Certificate, error) {
	if m == 0 || m >= 1<<63 {
		return Certificate{}, fmt.Errorf("the modulus %d is not in 1..2^63-1", m)
	}
	if GCD(a%m, m) != 1 {
		return Certificate{}, fmt.Errorf("%d has no order modulo %d: they share the factor %d", a, m, GCD(a%m, m))
	}
	c := Certificate{Base: a, Modulus: m, ModulusFactors: Factor(m)}
	for _, q := range c.ModulusFactors {
		c.OrderFactors = c.OrderFactors.LCM(orderPrimePower(a, q))
	}
	c.Order = c.OrderFactors.Product()
	return c, nil
}

// orderPrimePower is the factorisation of the order of a modulo p^e.
func orderPrimePower(a uint64, q PrimePower) Factors {
	m := Factors{q}.Product()
	bound := Factor(q.P - 1)
	if q.E > 1 {
		bound = bound.LCM(Factors{{q.P, q.E - 1}})
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

// OrderUpToSign is the least o >= 1 with a^o = 1 or -1 mod m: half the order when -1 is
// a power of a, otherwise the order.
func OrderUpToSign(a, m uint64) (uint64, error) {
	c, err := Order(a, m)
	if err != nil || c.Order%2 == 1 || Power(a, c.Order/2, m) != m-1 {
		return c.Order, err
	}
	return c.Order / 2, nil
}

// NaiveOrder walks through the powers of a until 1, as an oracle.
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

// checkFactors requires primes that multiply to n. ProbablyPrime is the test of
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

// PrimePower is P^E with P prime and E >= 1.
type PrimePower struct {
	P uint64
	E int
}

// Factors is a factorisation: distinct primes, rising. The empty one is 1.
type Factors []PrimePower

// trialLimit is the bound from which on rho is cheaper than trial division.
const trialLimit = 256

// Factor factors n, 1 <= n < 2^63: small primes by division, the rest by rho
// until IsPrime accepts every part.
func Factor(n uint64) Factors {
	var primes []uint64
	for p := uint64(2); p < trialLimit && p*p <= n; p += 1 + p&1 {
		for n%p == 0 {
			primes = append(primes, p)
			n /= p
		}
	}
	primes = split(n, primes)
	slices.Sort(primes)
	var f Factors
	for _, p := range primes {
		if k := len(f); k > 0 && f[k-1].P == p {
			f[k-1].E++
		} else {
			f = append(f, PrimePower{p, 1})
		}
	}
	return f
}

// split appends the primes of n, which is 1 or has no factor 2.
func split(n uint64, primes []uint64) []uint64 {
	switch {
	case n == 1:
		return primes
	case n < trialLimit*trialLimit || IsPrime(n):
		return append(primes, n)
	}
	d := rho(n)
	return split(n/d, split(d, primes))
}

// Product multiplies the powers together.
func (f Factors) Product() uint64 {
	n := uint64(1)
	for _, q := range f {
		for range q.E {
			n *= q.P
		}
	}
	return n
}

// String writes 2^3 * 5; the empty product is 1.
func (f Factors) String() string {
	if len(f) == 0 {
		return "1"
	}
	var parts []string
	for _, q := range f {
		if q.E == 1 {
			parts = append(parts, fmt.Sprint(q.P))
		} else {
			parts = append(parts, fmt.Sprintf("%d^%d", q.P, q.E))
		}
	}
	return strings.Join(parts, " * ")
}

// LCM is the factorisation of the least common multiple.
func (f Factors) LCM(g Factors) Factors {
	out := make(Factors, 0, len(f)+len(g))
	for len(f) > 0 && len(g) > 0 {
		switch {
		case f[0].P < g[0].P:
			out, f = append(out, f[0]), f[1:]
		case f[0].P > g[0].P:
			out, g = append(out, g[0]), g[1:]
		default:
			out = append(out, PrimePower{f[0].P, max(f[0].E, g[0].E)})
			f, g = f[1:], g[1:]
		}
	}
	return append(append(out, f...), g...)
}

// rho finds a proper divisor of the odd composite n < 2^63: the sequence
// x -> x^2 + c cycles modulo an unknown prime p of n after about sqrt(p)
// steps, and a difference of two of its terms is then a multiple of p. Brent's
// variant compares with the term at the last power of two and collects the
// differences into one product for each gcd (R. P. Brent, An improved Monte
// Carlo factorization algorithm, 1980). The constants c = 1, 2, 3, ... make it
// the same at every call.
func rho(n uint64) uint64 {
	g := newMontgomery(n)
	for c := uint64(1); ; c++ {
		if d := g.brent(g.In(c)); d != n {
			return d
		}
	}
}

const batch = 128

// brent returns the first divisor above 1 that the sequence with constant c
// meets: n itself when all primes of n meet it together.
func (g montgomery) brent(c uint64) uint64 {
	step := func(x uint64) uint64 {
		x = g.Mul(x, x) + c
		if x >= g.M {
			x -= g.M
		}
		return x
	}
	y := g.In(2)
	for length := 1; ; length *= 2 {
		anchor := y
		for done := 0; done < length; done += batch {
			start, product := y, g.One
			todo := min(batch, length-done)
			for range todo {
				y = step(y)
				product = g.Mul(product, distance(anchor, y))
			}
			if GCD(product, g.M) > 1 {
				return g.firstMeeting(anchor, start, step)
			}
		}
	}
}

// firstMeeting walks a batch again, a gcd at each step.
func (g montgomery) firstMeeting(anchor, y uint64, step func(uint64) uint64) uint64 {
	for {
		y = step(y)
		if d := GCD(distance(anchor, y), g.M); d > 1 {
			return d
		}
	}
}

func distance(a, b uint64) uint64 {
	if a > b {
		return a - b
	}
	return b - a
}
