package law

import (
	"math"
	"math/big"

	"dovetail/perm"
	"dovetail/perm/elementary"
)

// unit is the rounding error of a double, relative to its size.
const unit = 0x1p-53

// Value is a quantity of a law: the nearest double to the rational Exact where
// the law is exact, otherwise a double no further than Error from the truth.
type Value struct {
	Exact *big.Rat
	Float float64
	Error float64
}

func rational(num, den *big.Int) Value {
	q := new(big.Rat).SetFrac(num, den)
	f, _ := q.Float64()
	return Value{Exact: q, Float: f}
}

// Near reports whether two values may be equal: whether their doubles lie within
// both errors and roundings of each other.
func (v Value) Near(w Value) bool {
	return math.Abs(v.Float-w.Float) <= v.Error+w.Error+4*unit
}

// TVD is the total variation distance from the uniform law: the sum of P - 1/n! over
// the decks where it is positive. With D the denominator, cnt decks have a count above
// D/n!, and their sum S gives (n! S - cnt D) / (n! D).
//
// A double P is off by at most its relative error, all of them together by that
// of 1; the sum adds the roundings of blockSum and three for each term.
func (l *Law) TVD() Value {
	if l.Uniform {
		return Value{Exact: new(big.Rat)}
	}
	decks := new(big.Int).SetUint64(perm.Factorial(l.N))
	if l.Exact() {
		above, sum := l.Counts.above(new(big.Int).Quo(l.Den, decks))
		sum.Mul(sum, decks)
		sum.Sub(sum, new(big.Int).Mul(new(big.Int).SetUint64(above), l.Den))
		return rational(sum, new(big.Int).Mul(decks, l.Den))
	}
	fair := 1 / float64(l.Decks())
	tvd := blockSum(l.Decks(), func(d int) float64 { return max(0, l.Probs[d]-fair) })
	return Value{Float: tvd, Error: l.RelativeError() + (sumRoundings+3)*unit}
}

// Separation is 1 - n! min P.
func (l *Law) Separation() Value {
	if l.Uniform {
		return Value{Exact: new(big.Rat)}
	}
	decks := new(big.Int).SetUint64(perm.Factorial(l.N))
	if l.Exact() {
		num := new(big.Int).Mul(decks, l.Counts.least())
		return rational(num.Sub(l.Den, num), l.Den)
	}
	least := l.Probs[0]
	for _, p := range l.Probs {
		least = min(least, p)
	}
	s := 1 - float64(float64(l.Decks())*least)
	return Value{Float: s, Error: l.RelativeError() + 4*unit}
}

// L2 is the square root of n! times the sum of (P - 1/n!)^2, and of
// n! (sum of squared counts) / D^2 - 1. The square is kept exact.
//
// Errors of P change the norm by at most their relative error e times the norm of (P)
// sqrt(n!), which is sqrt(1 + L2^2).
func (l *Law) L2() (root, square Value) {
	if l.Uniform {
		return Value{}, Value{Exact: new(big.Rat)}
	}
	decks := new(big.Int).SetUint64(perm.Factorial(l.N))
	if l.Exact() {
		num := l.Counts.squares()
		den := new(big.Int).Mul(l.Den, l.Den)
		num.Mul(num, decks).Sub(num, den)
		square = rational(num, den)
		f, _ := new(big.Float).Sqrt(new(big.Float).SetPrec(128).SetRat(square.Exact)).Float64()
		return Value{Float: f, Error: 2 * unit * f}, square
	}
	n := float64(l.Decks())
	sum := blockSum(l.Decks(), func(d int) float64 { t := float64(l.Probs[d]*n) - 1; return float64(t * t) })
	f := math.Sqrt(sum / n)
	return Value{Float: f, Error: (l.RelativeError() + (sumRoundings+6)*unit) * elementary.Hypot(1, f)}, Value{}
}

// Deficit is how many bits the entropy falls short of log2(n!), the relative entropy of
// the law to the uniform one. As the sum of P ln(n! P) it would lose small deficits to
// cancellation. With t = n! P - 1, which adds up to 0, it is
//
//	(1/n!) sum of ((1 + t) ln(1 + t) - t) / ln 2,
//
// whose terms are never negative. The error of a term, for a relative error e of P, is
// at most e P n! (1 + |ln(n! P)|), and P |ln(n! P)| adds up to no more than the
// deficit's own sum and 2/e.
func (l *Law) Deficit() Value {
	if l.Uniform {
		return Value{Exact: new(big.Rat)}
	}
	n := float64(l.Decks())
	scaled := l.Scaled(uint64(l.Decks()))
	sum := blockSum(l.Decks(), func(d int) float64 {
		ratio := scaled(d)
		if ratio == 0 {
			return 1
		}
		t, log := ratio-1, elementary.Log(ratio)
		if ratio > 0.5 {
			log = elementary.Log1p(t)
		}
		return float64(ratio*log) - t
	})
	bits := sum / n / math.Ln2
	roundings := float64(sumRoundings + 9 + max(1, len(l.Counts.Digits)))
	return Value{Float: bits, Error: (l.RelativeError() + float64(roundings*unit)) * 2 * (bits + 2)}
}

// MaxEntropy is log2(n!). Its roundings are those of a logarithm, of its factor, of a
// sum, and of the difference of an entropy.
func (l *Law) MaxEntropy() Value {
	bits := elementary.Log2(float64(perm.Factorial(l.N)))
	return Value{Float: bits, Error: 6 * unit * bits}
}

// Support is the number of decks with a probability above 0. Where the law is in
// doubles, outcomes of a letter rarer than 2^-1000 count as impossible, and so may
// decks that are.
func (l *Law) Support() (decks int) {
	if l.Uniform {
		return l.Decks()
	}
	if l.Exact() {
		above, _ := l.Counts.above(new(big.Int))
		return int(above)
	}
	for _, p := range l.Probs {
		if p > 0 {
			decks++
		}
	}
	return decks
}

// sumRoundings bounds the roundings on the way of any term into a blockSum of up
// to 2^29 blocks: 16 and 2 in its block, one for each halving.
const sumRoundings = 48

// blockSum adds up f(0), ..., f(n-1). It halves the range down to blocks of 64 terms in
// four sums, so that a term has few roundings, in a fixed order.
func blockSum(n int, f func(int) float64) float64 { return sumBetween(0, n, f) }

func sumBetween(lo, hi int, f func(int) float64) float64 {
	if hi-lo > 64 {
		mid := lo + (hi-lo)/2
		return sumBetween(lo, mid, f) + sumBetween(mid, hi, f)
	}
	var s [4]float64
	for ; lo+4 <= hi; lo += 4 {
		s[0] += f(lo)
		s[1] += f(lo + 1)
		s[2] += f(lo + 2)
		s[3] += f(lo + 3)
	}
	for ; lo < hi; lo++ {
		s[0] += f(lo)
	}
	return (s[0] + s[1]) + (s[2] + s[3])
}
