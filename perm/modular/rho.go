package modular

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
