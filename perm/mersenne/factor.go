// Package mersenne factors 2^k - 1 and lists the odd moduli for which 2 has
// order exactly k: the divisors of 2^k - 1 that divide no smaller 2^d - 1.
package mersenne

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"sync"

	"dovetail/perm/modular"
)

// Factorisation is what is known of the factors of 2^k - 1.
type Factorisation struct {
	K          uint64
	Primes     []*big.Int // with repetition, rising
	Composites []*big.Int // parts that withstood the effort; empty when complete
}

// MaxExponent bounds k.
const MaxExponent = 1024

// Effort describes the methods for parts beyond 63 bits.
func Effort() string {
	curves := 0
	for _, l := range levels {
		curves += l.curves
	}
	return fmt.Sprintf("%d elliptic curves, meant for factors of up to %d digits", curves, effort)
}

// Factor factors 2^k - 1, 1 <= k <= MaxExponent: algebraic factors, then
// division by small primes, rho below 2^63, and elliptic curves above. A prime
// above 2^64 has passed the test of Baillie, Pomerance, Selfridge and Wagstaff
// and twenty strong tests; no composite is known to pass the first alone. It stops if
// ctx is cancelled.
func Factor(ctx context.Context, k uint64) (Factorisation, error) {
	if k < 1 || k > MaxExponent {
		return Factorisation{}, fmt.Errorf("the exponent %d is not in 1..%d", k, MaxExponent)
	}
	f := Factorisation{K: k}
	for _, part := range parts(k) {
		if err := f.split(ctx, divideSmall(&f, part)); err != nil {
			return Factorisation{}, err
		}
	}
	slices.SortFunc(f.Primes, (*big.Int).Cmp)
	slices.SortFunc(f.Composites, (*big.Int).Cmp)
	return f, nil
}

// smallPrimes are divided out first: curves want n without them.
var smallPrimes = sync.OnceValue(func() []uint64 { return modular.Primes(1 << 16) })

func divideSmall(f *Factorisation, n *big.Int) *big.Int {
	n = new(big.Int).Set(n)
	q, r, p := new(big.Int), new(big.Int), new(big.Int)
	for _, small := range smallPrimes() {
		p.SetUint64(small)
		for q.QuoRem(n, p, r); r.Sign() == 0; q.QuoRem(n, p, r) {
			f.Primes = append(f.Primes, new(big.Int).Set(p))
			n.Set(q)
		}
	}
	return n
}

// split puts the primes of n, which has no small ones, into f.
func (f *Factorisation) split(ctx context.Context, n *big.Int) error {
	switch {
	case n.Cmp(big.NewInt(1)) == 0:
	case n.BitLen() <= 63:
		for _, q := range modular.Factor(n.Uint64()) {
			for range q.E {
				f.Primes = append(f.Primes, new(big.Int).SetUint64(q.P))
			}
		}
	case n.ProbablyPrime(20):
		f.Primes = append(f.Primes, n)
	default:
		d := root(n)
		if d == nil {
			var err error
			if d, err = ecm(ctx, n); err != nil {
				return err
			}
		}
		if d == nil {
			f.Composites = append(f.Composites, n)
			return nil
		}
		if err := f.split(ctx, d); err != nil {
			return err
		}
		return f.split(ctx, new(big.Int).Quo(n, d))
	}
	return nil
}

// root is the square root of n if it is a square: a curve finds both primes of a square
// at once, and so no proper divisor.
func root(n *big.Int) *big.Int {
	r := new(big.Int).Sqrt(n)
	if new(big.Int).Mul(r, r).Cmp(n) == 0 {
		return r
	}
	return nil
}

// Check reports the error in a factorisation that was found elsewhere. The factors,
// rising, must multiply to 2^k - 1. The primes must pass the tests of [Factor] and the
// composites must not.
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
