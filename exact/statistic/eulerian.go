package statistic

import (
	"math"
	"math/big"

	"gonum.org/v1/gonum/mathext"

	"dovetail/exact/riffle"
)

// mostCounted is the largest deck whose descents are counted by Eulerian numbers.
const mostCounted = 100

// eulerian is the distribution function of the number of descents. It is that of the
// whole part of S = U_1 + ... + U_n, for uniform U_i on [0, 1): P(descents <= k) =
// P(S < k+1) (S. Tanny, A probabilistic interpretation of Eulerian numbers, 1973).
func eulerian(n int) func(k int64) float64 {
	if n > mostCounted {
		return func(k int64) float64 { return irwinHall(n, float64(k+1)-float64(n)/2) }
	}
	var law []float64
	all := new(big.Int).MulRange(1, int64(n))
	for _, count := range riffle.Eulerian(n) {
		p, _ := new(big.Rat).SetFrac(count, all).Float64()
		law = append(law, p)
	}
	return cumulated(law)
}

// irwinHall is P(Y < y) for Y = S - n/2, n > 100, by a Fourier series. For 0 < h the
// sawtooth
//
//	g(u) = 1/2 + h u/(2 pi) + sum_(k>=1) sin(k h u)/(pi k)
//
// is 1 for 0 < u < 2 pi/h and 0 for -2 pi/h < u < 0; further out it is off by |u| h/(2 pi)
// at most. So E g(y - Y), in which sin(k h Y) drops out as Y is symmetric,
//
//	1/2 + h y/(2 pi) + sum_(k>=1) phi(k h) sin(k h y)/(pi k),  phi(t) = (sin(t/2)/(t/2))^n,
//
// is P(Y < y), but for |y - Y| >= 2 pi/h. With 2 pi/h = |y| + 6 sqrt n this means |Y| >= 6
// sqrt n, which has probability 2 e^-72 by Hoeffding's inequality, and costs sqrt(n)/6
// times that. The series is cut off at t = sqrt(1700/n): up to 2 pi phi(t) <= e^(-n t^2/24)
// < e^-70, beyond it phi(t) <= (2/t)^n < e^-110. Where |y| > 6 sqrt n, P is 0 or 1 for
// the same reason.
func irwinHall(n int, y float64) float64 {
	root := math.Sqrt(float64(n))
	switch {
	case y < -6*root:
		return 0
	case y > 6*root:
		return 1
	}
	h := 2 * math.Pi / (math.Abs(y) + 6*root)
	p := 0.5 + h*y/(2*math.Pi)
	for k := 1; float64(k)*h < math.Sqrt(1700)/root; k++ {
		t := float64(k) * h
		p += math.Exp(float64(n)*logSinc(t/2)) * math.Sin(t*y) / (math.Pi * float64(k))
	}
	return min(max(p, 0), 1)
}

// logSinc is log(sin(x)/x) = -sum_(k>=1) zeta(2k)/k (x/pi)^2k, for |x| <= 2.1, with a small
// relative error, so that n times it has a small error where phi is not negligible.
func logSinc(x float64) float64 {
	square := (x / math.Pi) * (x / math.Pi)
	sum := 0.0
	for k := len(zetas) - 1; k >= 0; k-- {
		sum = square * (sum - zetas[k])
	}
	return sum
}

// zetas is zeta(2k)/k from k = 1.
var zetas = func() (all [45]float64) {
	for k := range all {
		all[k] = mathext.Zeta(float64(2*k+2), 1) / float64(k+1)
	}
	return all
}()
