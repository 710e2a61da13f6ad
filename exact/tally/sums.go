package tally

import (
	"math"

	"dovetail/perm/elementary"
)

// The law of the sum of many independent values with one law on 0, 1, ..., K, exactly: the chance
// of a sum at most as large as observed, and of one at least as large, with a relative error of
// 1e-9 however rare they are.
//
// The law p is tilted to q(k) = p(k) e^(tk)/M so that the observed sum s is the mean of the sum
// under q. With c = floor(s/N), L the period of a grid of angles and phi the characteristic
// function of q,
//
//	P(S >= s) = M^N e^(-ts) sum_(j=0..J) e^(-tj) Q(S = s + j),
//	Q(S = s + j) = 1/L sum_k phi(2 pi k/L)^N e^(-2 pi i k (s + j)/L),
//
// and the inner sum over j is a geometric series. Nothing cancels: under q the sum is near s, so
// that the series has the size of its first terms. Left out are sums of q beyond a distance whose
// probability is below e^-75 by Bernstein's inequality, and angles at which |phi|^N is below 1e-25.

// SumTails are P(S <= s) and P(S >= s) for the sum S of count values with the law, a probability
// for each of 0, 1, .... Results below 1e-300 are 0.
func SumTails(law []float64, count int, s int64) (lower, upper float64) {
	last := len(law) - 1
	for law[last] == 0 {
		last--
	}
	law = law[:last+1]
	for law[0] == 0 {
		law, last, s = law[1:], last-1, s-int64(count)
	}
	if s < 0 {
		return 0, 1
	}
	mean := 0.0
	for k, p := range law {
		mean += float64(float64(k) * p)
	}
	falls := float64(s) < float64(mean*float64(count))
	if falls {
		reversed := make([]float64, len(law))
		for k, p := range law {
			reversed[last-k] = p
		}
		law, s = reversed, int64(count)*int64(last)-s
	}
	tail, point := upperTail(law, count, s)
	tail, rest := min(1, tail), min(1, max(0, 1-tail)+point)
	if falls {
		return tail, rest
	}
	return rest, tail
}

// upperTail is P(S >= s), and P(S = s), where s is not below the mean.
func upperTail(law []float64, count int, s int64) (tail, point float64) {
	last, n := int64(len(law)-1), float64(count)
	switch {
	case s > last*int64(count):
		return 0, 0
	case s == last*int64(count):
		p := elementary.Exp(max(-700, float64(n*elementary.Log(law[last]))))
		return p, p
	}
	c := s / int64(count)
	rest := s - c*int64(count)
	t := tilt(law, float64(s)/n)
	q, logM := tilted(law, t, int(c))
	deviation := 0.0
	for k, p := range q {
		d := float64(k) - float64(s)/n
		deviation += float64(float64(d*d) * p)
	}
	const nats = 75
	range3 := float64(len(law)) * nats / 3
	reach := range3 + math.Sqrt(float64(range3*range3)+float64(float64(2*nats*n)*deviation))
	above := int64(min(math.Ceil(reach), float64(last*int64(count)-s)))
	period := above + int64(min(math.Ceil(reach), float64(s))) + 1
	sum, first := 0.0, 0.0
	decay, less := elementary.Exp(-t), -elementary.Expm1(-t)
	fall := max(-745, -float64(t*float64(above+1)))
	end, ended := elementary.Exp(fall), -elementary.Expm1(fall)
	short := period*int64(len(law)) <= 3e7
	for k := int64(0); 2*k <= period; k++ {
		cos, sin := angle(k, period)
		re, im := power(q, cos, sin, int(c), count)
		if !short && float64(re*re)+float64(im*im) < 1e-50 {
			break
		}
		weight := 2.0
		if k == 0 || 2*k == period {
			weight = 1
		}
		// times e^(-i angle rest)
		a, b := angle(mulmod(k, rest, period), period)
		re, im = float64(re*a)+float64(im*b), float64(im*a)-float64(re*b)
		first += float64(weight * re)
		// (1 - z^(above+1))/(1 - z), z = e^(-t - i angle)
		if k == 0 && t == 0 {
			sum += float64(re * float64(above+1))
			continue
		}
		turned := mulmod(k, above+1, period)
		_, y := angle(turned, period)
		_, x := angle(turned, 2*period)
		topRe, topIm := ended+float64(end*float64(2*float64(x*x))), float64(end*y)
		_, half := angle(k, 2*period)
		bottomRe, bottomIm := less+float64(decay*float64(2*float64(half*half))), float64(decay*sin)
		norm := float64(bottomRe*bottomRe) + float64(bottomIm*bottomIm)
		gRe := (float64(topRe*bottomRe) + float64(topIm*bottomIm)) / norm
		gIm := (float64(topIm*bottomRe) - float64(topRe*bottomIm)) / norm
		sum += float64(weight * (float64(re*gRe) - float64(im*gIm)))
	}
	log := float64(n*logM) - float64(t*float64(rest))
	if log < -690 {
		return 0, 0
	}
	scale := elementary.Exp(log) / float64(period)
	return max(0, float64(scale*sum)), max(0, float64(scale*first))
}

// mulmod is a b modulo m, for m below 2^62.
func mulmod(a, b, m int64) int64 {
	a, b = a%m, b%m
	if a < 1<<31 && b < 1<<31 {
		return a * b % m
	}
	sum := int64(0)
	for ; b > 0; b >>= 1 {
		if b&1 == 1 {
			sum = (sum + a) % m
		}
		a = 2 * a % m
	}
	return sum
}

// angle is the cosine and sine of 2 pi k/of, 0 <= k <= of.
func angle(k, of int64) (cos, sin float64) {
	x := float64(2*math.Pi*float64(k)) / float64(of)
	return elementary.Cos(x), elementary.Sin(x)
}

// tilted is the law with the weights e^(tk), and log of sum p(k) e^(t(k-c)).
func tilted(law []float64, t float64, c int) (q []float64, logM float64) {
	top := float64(0)
	for k, p := range law {
		if p > 0 {
			top = max(top, float64(t*float64(k-c)))
		}
	}
	q = make([]float64, len(law))
	sum := 0.0
	for k, p := range law {
		if p > 0 {
			if e := float64(t*float64(k-c)) - top; e > -700 {
				q[k] = float64(p * elementary.Exp(e))
				sum += q[k]
			}
		}
	}
	for k := range q {
		q[k] /= sum
	}
	return q, elementary.Log(sum) + top
}

// tilt is t for which the tilted law has this mean.
func tilt(law []float64, mean float64) float64 {
	of := func(t float64) float64 {
		q, _ := tilted(law, t, int(mean))
		m := 0.0
		for k, p := range q {
			m += float64(float64(k) * p)
		}
		return m
	}
	lo, hi := 0.0, 1e-3
	if of(0) >= mean {
		return 0
	}
	for of(hi) < mean && hi < 512 {
		lo, hi = hi, 2*hi
	}
	for range 60 {
		if mid := (lo + hi) / 2; of(mid) < mean {
			lo = mid
		} else {
			hi = mid
		}
		if hi-lo < 1e-9*hi {
			break
		}
	}
	return lo
}

// power is (sum_k q(k) e^(i x (k-c)))^count for cosine and sine of x.
func power(q []float64, cos, sin float64, c, count int) (re, im float64) {
	for k := len(q) - 1; k >= 0; k-- { // Horner's scheme
		re, im = float64(re*cos)-float64(im*sin)+q[k], float64(re*sin)+float64(im*cos)
	}
	bRe, bIm := raised(cos, -sin, c)
	re, im = float64(re*bRe)-float64(im*bIm), float64(re*bIm)+float64(im*bRe)
	return raised(re, im, count)
}

// raised is a power of a complex number, by squaring.
func raised(re, im float64, times int) (float64, float64) {
	pRe, pIm := 1.0, 0.0
	for ; times > 0; times >>= 1 {
		if times&1 == 1 {
			pRe, pIm = float64(pRe*re)-float64(pIm*im), float64(pRe*im)+float64(pIm*re)
		}
		re, im = float64(re*re)-float64(im*im), float64(2*float64(re*im))
	}
	return pRe, pIm
}
