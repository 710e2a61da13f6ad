package elementary

import "math"

// BetaBelow is the share of the beta law with integer parameters a, b > 0 below x, 0 <= x <= 1: the
// probability that a or more of a+b-1 trials succeed, each with probability x. It is the
// regularized incomplete beta function by a power series or one of two continued fractions (Cephes,
// incbet.c, S. Moshier, as in gonum's mathext).
func BetaBelow(a, b, x float64) float64 {
	if x <= 0 || x >= 1 {
		return min(max(x, 0), 1)
	}
	if float64(b*x) <= 1 && x <= 0.95 {
		return betaSeries(a, b, x)
	}
	if x <= a/(a+b) {
		return betaFraction(a, b, x, 1-x)
	}
	above := 0.0
	if c := 1 - x; float64(a*c) <= 1 && c <= 0.95 {
		above = betaSeries(b, a, c)
	} else {
		above = betaFraction(b, a, c, x)
	}
	return 1 - max(above, unit)
}

const (
	unit     = 0x1p-53
	leastLog = -1075 * math.Ln2
	mostLog  = 1024 * math.Ln2
	mostPlus = 171.624376956302725 // a+b below which powers and factorials are finite
)

// logBeta is log (a-1)!(b-1)!/(a+b-1)!.
func logBeta(a, b float64) float64 { return Lgamma(a) + Lgamma(b) - Lgamma(a+b) }

// betaSeries is for x where b x is at most 1: the sum of (1-b)(2-b)...(k-b) x^k/(k! (a+k)).
func betaSeries(a, b, x float64) float64 {
	term := float64((1 - b) * x)
	first := term / (a + 1)
	sum := 0.0
	for v, k := first, 2.0; math.Abs(v) > unit/a; k++ {
		term *= float64((k-b)*x) / k
		v = term / (a + k)
		sum += v
	}
	sum += first
	sum += 1 / a
	power := float64(a * Log(x))
	if a+b < mostPlus && math.Abs(power) < mostLog {
		return sum * (1 / Exp(logBeta(a, b))) * Pow(x, a)
	}
	return expOrZero(-logBeta(a, b) + power + Log(sum))
}

// betaFraction is for x up to the mean a/(a+b); rest is 1-x.
func betaFraction(a, b, x, rest float64) float64 {
	var w float64
	if float64(x*(a+b-2))-(a-1) < 0 {
		w = continued(a, a+b, b-1, 1, x)
	} else {
		w = continued(a, b-1, a+b, -1, x/(1-x)) / rest
	}
	y, t := float64(a*Log(x)), float64(b*Log(rest))
	if a+b < mostPlus && math.Abs(y) < mostLog && math.Abs(t) < mostLog {
		return Pow(rest, b) * Pow(x, a) / a * w * (1 / Exp(logBeta(a, b)))
	}
	y += t - logBeta(a, b)
	y += Log(w / a)
	return expOrZero(y)
}

func expOrZero(x float64) float64 {
	if x < leastLog {
		return 0
	}
	return Exp(x)
}

// continued is the fraction 1/(1 - z a second/(a (a+1)) /(1 + z third/((a+1)(a+2)) /(1 - ...))), in which second
// grows by step, and third falls by it, every two terms.
func continued(a, second, third, step, z float64) float64 {
	const large = 4.503599627370496e15
	p, q := [2]float64{0, 1}, [2]float64{1, 1} // the numerators and denominators before the last, and the last
	answer, ratio := 1.0, 1.0
	add := func(x float64) {
		p = [2]float64{p[1], p[1] + float64(p[0]*x)}
		q = [2]float64{q[1], q[1] + float64(q[0]*x)}
	}
	k1, k3, k4, k5, k8 := a, a, a+1, 1.0, a+2
	for range 301 {
		add(-float64(z*k1*second) / float64(k3*k4))
		add(float64(z*k5*third) / float64(k4*k8))
		change := 1.0
		if q[1] != 0 {
			ratio = p[1] / q[1]
		}
		if ratio != 0 {
			change = math.Abs((answer - ratio) / ratio)
			answer = ratio
		}
		if change < 3*unit {
			return answer
		}
		k1++
		second += step
		k3 += 2
		k4 += 2
		k5++
		third -= step
		k8 += 2
		over, under := math.Abs(p[1]), math.Abs(q[1])
		if over+under > large {
			p, q = scale(p, 1/large), scale(q, 1/large)
		}
		if min(over, under) < 1/large {
			p, q = scale(p, large), scale(q, large)
		}
	}
	return answer
}

func scale(p [2]float64, factor float64) [2]float64 { return [2]float64{p[0] * factor, p[1] * factor} }
