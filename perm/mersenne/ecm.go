package mersenne

import (
	"context"
	"math/big"

	"dovetail/perm/modular"
	"dovetail/perm/pace"
)

// The elliptic curve method (H. W. Lenstra, Factoring integers with elliptic
// curves, 1987) on Montgomery's curves B y^2 = x^3 + A x^2 + x, points held as
// (X : Z) without y. A multiple of a point by all prime powers up to b1 is the
// neutral point modulo a prime p of n when the curve's order modulo p divides
// it; then p divides Z. One larger prime up to b2 is found in a second stage.

// curve is one curve modulo n with scratch memory.
type curve struct {
	n, a24     *big.Int // a24 = (A+2)/4
	t, u, v, w big.Int
}

type point struct{ x, z *big.Int }

func newPoint() point { return point{new(big.Int), new(big.Int)} }

// level is a bound for the first stage and the number of curves to try with it: the
// usual effort for factors of about 15, 20 and 25 digits.
type level struct{ b1, curves int }

var levels = []level{{2_000, 30}, {11_000, 90}, {50_000, 220}}

// effort is the largest size of a factor, in decimal digits, that all levels
// together are expected to find.
const effort = 25

// ecm looks for a proper divisor of the composite n without small factors. It
// returns nil when all levels are spent, and fails only if ctx is cancelled.
func ecm(ctx context.Context, n *big.Int) (*big.Int, error) {
	meter := pace.Of(ctx)
	all := 0
	for _, l := range levels {
		all += l.curves * l.b1
	}
	meter.Start(float64(all), 0)
	sigma := int64(6)
	for _, l := range levels {
		primes := modular.Primes(100 * uint64(l.b1))
		for range l.curves {
			if d, err := tryCurve(ctx, n, sigma, l.b1, primes); d != nil || err != nil {
				return d, err
			}
			meter.Add(float64(l.b1))
			sigma++
		}
	}
	return nil, nil
}

// checkInterval is the number of primes that a curve takes between checks of the
// context.
const checkInterval = 256

// tryCurve runs both stages on the curve of Suyama's parameter sigma, whose
// order is a multiple of 12.
func tryCurve(ctx context.Context, n *big.Int, sigma int64, b1 int, primes []uint64) (*big.Int, error) {
	c, p, d := suyama(n, sigma)
	if d != nil {
		return proper(d, n), nil
	}
	rest := primes
	for len(rest) > 0 && rest[0] <= uint64(b1) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for power := rest[0]; power <= uint64(b1); power *= rest[0] {
			p = c.multiply(p, rest[0])
		}
		rest = rest[1:]
	}
	if d := new(big.Int).GCD(nil, nil, p.z, n); d.Cmp(big.NewInt(1)) != 0 {
		return proper(d, n), nil
	}
	product, err := c.secondStage(ctx, p, rest)
	if err != nil {
		return nil, err
	}
	return proper(new(big.Int).GCD(nil, nil, product, n), n), nil
}

// proper is d when it is neither 1 nor n, otherwise nil.
func proper(d, n *big.Int) *big.Int {
	if d.Cmp(big.NewInt(1)) == 0 || d.Cmp(n) == 0 {
		return nil
	}
	return d
}

// suyama is the curve and a point on it for sigma > 5: with u = sigma^2 - 5 and
// v = 4 sigma, A + 2 = (v-u)^3 (3u+v) / (4 u^3 v) and the point is (u^3 : v^3).
// A divisor of n that meets the denominator is returned instead.
func suyama(n *big.Int, sigma int64) (*curve, point, *big.Int) {
	u, v := big.NewInt(sigma*sigma-5), big.NewInt(4*sigma)
	u3 := new(big.Int).Exp(u, big.NewInt(3), nil)
	under := new(big.Int).Mul(u3, v)
	under.Lsh(under, 4) // 4 of A+2, 4 of a24
	inverse := new(big.Int).ModInverse(under, n)
	if inverse == nil {
		return nil, point{}, under.GCD(nil, nil, under, n)
	}
	a24 := new(big.Int).Sub(v, u)
	a24.Exp(a24, big.NewInt(3), nil)
	a24.Mul(a24, u.Mul(u, big.NewInt(3)).Add(u, v)).Mul(a24, inverse).Mod(a24, n)
	c := &curve{n: n, a24: a24}
	v3 := v.Exp(v, big.NewInt(3), nil)
	return c, point{u3.Mod(u3, n), new(big.Int).Mod(v3, n)}, nil
}

// double sets r = 2p.
func (c *curve) double(r, p point) {
	c.t.Add(p.x, p.z)
	c.t.Mul(&c.t, &c.t).Mod(&c.t, c.n)
	c.u.Sub(p.x, p.z)
	c.u.Mul(&c.u, &c.u).Mod(&c.u, c.n)
	c.v.Sub(&c.t, &c.u)
	r.x.Mul(&c.t, &c.u).Mod(r.x, c.n)
	c.w.Mul(&c.v, c.a24).Add(&c.w, &c.u)
	r.z.Mul(&c.v, &c.w).Mod(r.z, c.n)
}

// add sets r = p + q, given the difference p - q; r may be any of them.
func (c *curve) add(r, p, q, difference point) {
	c.t.Add(q.x, q.z)
	c.u.Sub(p.x, p.z)
	c.t.Mul(&c.t, &c.u)
	c.v.Sub(q.x, q.z)
	c.w.Add(p.x, p.z)
	c.v.Mul(&c.v, &c.w)
	c.u.Add(&c.t, &c.v)
	c.w.Sub(&c.t, &c.v)
	c.u.Mul(&c.u, &c.u).Mod(&c.u, c.n).Mul(&c.u, difference.z)
	c.w.Mul(&c.w, &c.w).Mod(&c.w, c.n).Mul(&c.w, difference.x)
	r.x.Mod(&c.u, c.n)
	r.z.Mod(&c.w, c.n)
}

// multiply is k*p by Montgomery's ladder, k >= 1.
func (c *curve) multiply(p point, k uint64) point {
	low, high := newPoint(), newPoint()
	low.x.Set(p.x)
	low.z.Set(p.z)
	if k == 1 {
		return low
	}
	c.double(high, p)
	top := 63
	for k>>top == 0 {
		top--
	}
	for i := top - 1; i >= 0; i-- {
		if k>>i&1 == 1 {
			c.add(low, low, high, p)
			c.double(high, high)
		} else {
			c.add(high, low, high, p)
			c.double(low, low)
		}
	}
	return low
}

// stride of the second stage: primes are m*stride + j or - j for the j < 105
// that share no factor with it.
const stride = 210

// secondStage multiplies X_T Z_j - X_j Z_T over the primes m*stride +- j, where
// T = m*stride*p: zero modulo a prime of n when that multiple of p is neutral.
func (c *curve) secondStage(ctx context.Context, p point, primes []uint64) (*big.Int, error) {
	product := big.NewInt(1)
	if len(primes) == 0 {
		return product, nil
	}
	small := make([]point, stride/2+1)
	for j := 1; j <= stride/2; j += 2 {
		small[j] = c.multiply(p, uint64(j))
	}
	step := c.multiply(p, stride)
	m := max((primes[0]+stride/2)/stride, 1)
	before, at := c.multiply(p, max(m-1, 1)*stride), c.multiply(p, m*stride)
	if m == 1 {
		before = point{big.NewInt(1), new(big.Int)}
	}
	cross, other := new(big.Int), new(big.Int)
	for i, q := range primes {
		if i%checkInterval == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for q > m*stride+stride/2 {
			next := newPoint()
			c.add(next, at, step, before)
			before, at = at, next
			m++
		}
		j := small[distance(q, m*stride)]
		cross.Mul(at.x, j.z).Sub(cross, other.Mul(j.x, at.z))
		product.Mul(product, cross).Mod(product, c.n)
	}
	return product, nil
}

func distance(a, b uint64) uint64 { return max(a, b) - min(a, b) }
