package statistic

import (
	"math"
	"math/big"

	"dovetail/exact/riffle"
	"dovetail/perm/elementary"
)

// The statistics of a fair deck, where all n! orders are equally likely. Means and standard
// deviations are exact where there is a closed form, and so are distribution functions, which are
// given for any n where they can be computed.

// Exact is the source of laws that are proved.
const Exact = "exact"

// Law is the law of a statistic.
type Law struct {
	Mean, SD float64
	By       string // Exact, or whose approximation mean and deviation are

	// UpTo is P(value <= k) within FairError, or nil where it is not known.
	UpTo func(k int64) float64
}

// FairError bounds the error of a distribution function.
const FairError = 1e-12

// Fair is the law of a statistic of a fair deck of n cards, n >= 1.
//
// The number of descents is, in law, the integer part of the sum of n uniform numbers (see
// eulerian), and rising sequences are one more than the descents of the inverse. Fixed points and
// neighbours are sums of indicators, two of which are both 1 with probability 1/(n(n-1)). Cycles
// are a sum of independent indicators with probabilities 1/i (Feller), and inversions of
// independent uniform numbers 0..i-1. Displacement is from Diaconis and Graham, Spearman's footrule
// as a measure of disarray, 1977.
func (s Statistic) Fair(n int) Law {
	x := float64(n)
	exact := func(mean, variance float64, upTo func(k int64) float64) Law {
		if n == 1 {
			variance = 0
		}
		return Law{mean, math.Sqrt(variance), Exact, upTo}
	}
	switch s {
	case Rising:
		descents := eulerian(n)
		return exact((x+1)/2, (x+1)/12, func(k int64) float64 { return descents(k - 1) })
	case Descents:
		return exact((x-1)/2, (x+1)/12, eulerian(n))
	case Fixed:
		return exact(1, 1, cumulated(fixed(n)))
	case Adjacencies:
		return exact((x-1)/x, (float64(x*x)-x-1)/(x*x), cumulated(adjacencies(n)))
	case Cycles:
		mean, variance := 0.0, 0.0
		for i := n; i > 0; i-- {
			mean += 1 / float64(i)
			variance += 1/float64(i) - 1/(float64(i)*float64(i))
		}
		return exact(mean, variance, cumulated(cycles(n)))
	case Inversions:
		return exact(x*(x-1)/4, x*(x-1)*(2*x+5)/72, nil)
	case Displacement:
		return exact((float64(x*x)-1)/3, (x+1)*(float64(2*x*x)+7)/45, nil)
	case Increasing:
		return increasing(n)
	}
	// one card
	return exact((x+1)/2, (float64(x*x)-1)/12, func(k int64) float64 { return float64(min(max(k, 0), int64(n))) / x })
}

// listed is a law on 0, 1, 2, ...
func listed(law []float64) Law {
	mean, square := 0.0, 0.0
	for k, p := range law {
		mean += float64(float64(k) * p)
		square += float64(float64(k) * float64(k) * p)
	}
	return Law{mean, math.Sqrt(max(0, square-float64(mean*mean))), Exact, cumulated(law)}
}

// cumulated is the distribution function of a law on 0, 1, 2, ...
func cumulated(law []float64) func(k int64) float64 {
	upTo := make([]float64, len(law))
	sum := 0.0
	for k, p := range law {
		sum += p
		upTo[k] = sum
	}
	return func(k int64) float64 {
		switch {
		case k < 0:
			return 0
		case k >= int64(len(upTo)):
			return 1
		}
		return upTo[k]
	}
}

// Statistics that are small for any n. The part of their laws beyond the lists has a probability
// below 1e-20.

// The ends of lists. There are more than 30 fixed points with probability 1/31! at most, and more
// than 72 cycles of up to ten million cards with e^-47, by Chernoff's bound on a sum of mean 16.7.
const (
	maxFixed  = 30
	maxCycles = 72
)

// deranged is the share of m! orders without a fixed point, sum_(j<=m) (-1)^j/j!.
func deranged(m int) (share float64) {
	term := 1.0
	for j := 0; j <= min(m, maxFixed); j++ {
		share += term
		term /= -float64(j + 1)
	}
	return share
}

// fixed is P(k fixed points) = deranged(n-k)/k!.
func fixed(n int) (law []float64) {
	weight := 1.0
	for k := 0; k <= min(n, maxFixed); k++ {
		law = append(law, weight*deranged(n-k))
		weight /= float64(k + 1)
	}
	return law
}

// adjacencies is P(k neighbours c, c+1 in place). k of the n-1 pairs are glued, and the n-k blocks
// lie in one of D(n-k) + D(n-k-1) orders without another such pair, where D(m) = m! deranged(m): in
// all
//
//	C(n-1, k) (D(n-k) + D(n-k-1)) / n! = (n-k)/(n k!) (deranged(n-k) + deranged(n-k-1)/(n-k)).
func adjacencies(n int) (law []float64) {
	weight := 1.0
	for k := 0; k <= min(n-1, maxFixed); k++ {
		law = append(law, weight*together(n-k)/float64(n))
		weight /= float64(k + 1)
	}
	return law
}

// together is (D(m) + D(m-1)) / (m-1)!.
func together(m int) float64 { return float64(float64(m)*deranged(m)) + deranged(m-1) }

// apart is P(no neighbours) of m cards, adjacencies(m)[0].
func apart(m int) float64 { return together(m) / float64(m) }

// cycles adds the cards one by one: the i-th goes into one of the i-1 places in cycles, or
// begins one. All terms are positive, so that the relative error is 3n 2^-53 at most.
func cycles(n int) []float64 {
	law := make([]float64, min(n, maxCycles)+1)
	law[0] = 1
	for i := 1; i <= n; i++ {
		begins := 1 / float64(i)
		for k := min(i, len(law)-1); k > 0; k-- {
			law[k] += float64(begins * (law[k-1] - law[k]))
		}
		law[0] -= float64(begins * law[0])
	}
	return law
}

// Run is the law of the longest run of cards c, c+1, c+2, ... that lie one directly below the
// other: of its number of cards, 1 if no two neighbours are left.
//
// A deck with b runs is given by a way to part 1..n into b blocks, and an order of b things without
// neighbours c, c+1, which are the share apart(b) of all orders. So
//
//	P(longest <= k) = sum over t of W(n-t, t, k-1) (n-t)!/n! apart(n-t),
//
// where W(b, t, s) is the number of ways to give b blocks t cards beside their first, at most s to
// each. All blocks together weigh C(n-1, t) (n-t)!/n! <= 1/t!, so that lists end where 1/t! does.
func Run(n int) Law {
	law := []float64{0}
	before := 0.0
	ways := newWays(n)
	for k := 1; k <= min(n, maxSurplus+1); k++ {
		upTo := ways.runsUpTo(k)
		law = append(law, upTo-before)
		before = upTo
	}
	return listed(law)
}

// maxSurplus is where lists end: 1/31! is below 1e-33.
const maxSurplus = 30

// ways are the numbers of ways to give t cards to n-t blocks: all[t][x] = C(n-t-1+x, x) without a
// limit for x of them, and choose[t][j] = C(n-t, j) to choose blocks.
type ways struct {
	n           int
	all, choose [][]*big.Int
}

func newWays(n int) (w ways) {
	w.n = n
	for t := range min(n-1, maxSurplus) + 1 {
		b := int64(n - t)
		all, choose := []*big.Int{big.NewInt(1)}, []*big.Int{big.NewInt(1)}
		next := func(last *big.Int, times, over int64) *big.Int {
			x := new(big.Int).Mul(last, big.NewInt(times))
			return x.Quo(x, big.NewInt(over))
		}
		for x := range int64(t) {
			all = append(all, next(all[x], b+x, x+1))
			choose = append(choose, next(choose[x], max(0, b-x), x+1))
		}
		w.all, w.choose = append(w.all, all), append(w.choose, choose)
	}
	return w
}

// runsUpTo is P(longest <= k).
func (w ways) runsUpTo(k int) (p float64) {
	weight := 1.0 // (n-t)!/n!
	for t := range w.all {
		ways, _ := new(big.Float).SetInt(w.shares(t, k-1)).Float64()
		p += float64(ways * weight * apart(w.n-t))
		weight /= float64(w.n - t)
	}
	return p
}

// shares is W(n-t, t, s). From all ways to give t cards to the blocks, those that give s+1 or more
// cards to one are removed by inclusion and exclusion.
func (w ways) shares(t, s int) *big.Int {
	sum, term := new(big.Int), new(big.Int)
	for j := 0; j*(s+1) <= t; j++ {
		term.Mul(w.all[t][t-j*(s+1)], w.choose[t][j])
		if j%2 == 1 {
			term.Neg(term)
		}
		sum.Add(sum, term)
	}
	return sum
}

// maxCounted is the largest deck whose descents are counted by Eulerian numbers.
const maxCounted = 100

// eulerian is the distribution function of the number of descents. Their law is that of the integer
// part of S = U_1 + ... + U_n, for uniform U_i on [0, 1): P(descents <= k) = P(S < k+1) (S. Tanny,
// A probabilistic interpretation of Eulerian numbers, 1973).
func eulerian(n int) func(k int64) float64 {
	if n > maxCounted {
		return func(k int64) float64 { return irwinHall(n, float64(k+1)-float64(float64(n)/2)) }
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
// is 1 for 0 < u < 2 pi/h and 0 for -2 pi/h < u < 0. Further out it is off by at most |u| h/(2 pi).
// So E g(y - Y), in which sin(k h Y) vanishes as Y is symmetric,
//
//	1/2 + h y/(2 pi) + sum_(k>=1) phi(k h) sin(k h y)/(pi k),  phi(t) = (sin(t/2)/(t/2))^n,
//
// is P(Y < y), except for |y - Y| >= 2 pi/h. With 2 pi/h = |y| + 6 sqrt n this means |Y| >= 6
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
	h := 2 * math.Pi / (math.Abs(y) + float64(6*root))
	p := 0.5 + h*y/(2*math.Pi)
	for k := 1; float64(k)*h < math.Sqrt(1700)/root; k++ {
		t := float64(k) * h
		p += elementary.Exp(float64(n)*logSinc(t/2)) * elementary.Sin(t*y) / (math.Pi * float64(k))
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
		all[k] = elementary.Zeta(float64(2*k+2)) / float64(k+1)
	}
	return all
}()
