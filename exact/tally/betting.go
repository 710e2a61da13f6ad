package tally

import (
	"math"

	"dovetail/perm/elementary"
)

// Sample is the sums of independent values of one law, none above 1.
type Sample struct {
	Sum, Squares float64
	Count        int64
	Centre       float64 // near their mean, chosen before they were drawn
	Small        float64 // the part of Squares from values up to SmallValue, if the centre is 0; 0 where that is not known
}

// SmallValue is the greatest value that counts as small in a [Sample].
const SmallValue = 0.25

// mean is the sample mean, and spread the sum of the squares of the values' deviations from the
// centre.
func (s Sample) mean() float64 { return s.Sum / float64(s.Count) }

func (s Sample) spread() float64 {
	return max(0, s.Squares-float64(2*s.Centre*s.Sum)+float64(s.Centre*s.Centre*float64(s.Count)))
}

// UpperOfMeans is an upper bound, wrong with probability delta at most, on the sum of the means of
// several independent samples, by a bet that was chosen before they were drawn. It is infinite for
// a bet that may lose everything, and for small values about another centre than 0.
//
// A player stakes the share a = bet/count of the capital on every value's being below the centre c:
// a value X turns 1 into 1 + a(c-X). If the mean is m, that is 1 + a(c-m) <= exp(-a(m-c)) on
// average. So, over all values of all samples, the product of (1 + a(c-X)) exp(a(m-c)) has a mean
// of at most 1, and by Markov's inequality exceeds 1/delta with a probability of at most delta.
// Otherwise
//
//	bet · sum of (m-c) <= ln(1/delta) - sum of ln(1 + a(c-X)).
//
// With Y = X-c <= 1-c, and b = a(1-c) < 1, -ln(1-aY) <= aY + (-ln(1-b) - b)/(1-c)^2 Y^2, as (-ln(1-t) - t)/t^2 grows
// with t (X. Fan, I. Grama and Q. Liu, Exponential inequalities for martingales with applications, 2015, lemma 4.1;
// I. Waudby-Smith and A. Ramdas, Estimating means of bounded random variables by betting, 2024). Hence
//
//	sum of m <= sum of sample means + (ln(1/delta) + sum of (-ln(1-b) - b)/(1-c)^2 · spread)/bet.
//
// For values up to 1/4 the same holds with b/4 instead of b and 1/4 instead of 1-c: they cost
// little, however high the bet.
func UpperOfMeans(bet, delta float64, samples ...Sample) float64 {
	means, lost := 0.0, elementary.Log(1/delta)
	for _, s := range samples {
		b := float64(bet / float64(s.Count) * (1 - s.Centre))
		if b >= 1 || s.Small > 0 && s.Centre != 0 {
			return math.Inf(1)
		}
		means += s.mean()
		lost += float64(cost(b, 1-s.Centre) * (s.spread() - s.Small))
		lost += float64(cost(float64(b*SmallValue), SmallValue) * s.Small)
	}
	return means + lost/bet
}

// cost is the coefficient of the square of a value, for values up to a limit that with the bet
// makes b.
func cost(b, value float64) float64 { return (-elementary.Log1p(-b) - b) / (value * value) }

// BestBet is the bet that makes UpperOfMeans smallest for samples such as are expected.
func BestBet(delta float64, expected ...Sample) (best float64) {
	most := math.Inf(1)
	for _, s := range expected {
		most = min(most, float64(s.Count)/(1-s.Centre))
	}
	const steps = 1 << 8
	least := math.Inf(1)
	for i := 1; i < steps; i++ {
		share := float64(i) / steps
		bet := most * share * share
		if upper := UpperOfMeans(bet, delta, expected...); upper < least {
			best, least = bet, upper
		}
	}
	return best
}
