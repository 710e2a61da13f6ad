package tally

import (
	"math"
	"math/big"
	"testing"

	"dovetail/perm/must"
)

// No cell is steeper than is said, between the points too at which the derivative was
// sampled, and some are nearly as steep.
func TestSteepest(t *testing.T) {
	for _, c := range []struct {
		n    int
		s    int64
		emax *big.Rat
	}{
		{52, 1000000, Published}, {52, 100, big.NewRat(1, 10)}, {5, 40, big.NewRat(1, 5)}, {2, 30, big.NewRat(1, 2)},
		{10, 1000000000, big.NewRat(5, 100000)}, {52, 10000, big.NewRat(1, 1000)}, {3, 1, big.NewRat(2, 3)},
	} {
		w := must.Have(NewWhite(c.n, c.s, c.emax))(t)
		lo, hi := w.from+1/float64(c.n), w.from+1/float64(c.n)+float64(len(w.interval)-2)/w.perUnit
		steepest := 0.0
		for i := range 100001 {
			steepest = max(steepest, math.Abs(w.derivative(lo+(hi-lo)*float64(i)/100000)))
		}
		if steepest > w.Steepest || steepest < 0.99*w.Steepest {
			t.Errorf("n=%d s=%d e_max=%v: %v, bounded by %v", c.n, c.s, c.emax, steepest, w.Steepest)
		}
	}
}

// precise is P(a <= X <= b) for X ~ Binomial(s, 1/n + e) from the ratios of neighbouring
// probabilities, in 120 bits.
func precise(w *White, n int, e float64) *big.Float {
	float := func(x *big.Rat) *big.Float { return new(big.Float).SetPrec(120).SetRat(x) }
	p := new(big.Rat).Add(big.NewRat(1, int64(n)), new(big.Rat).SetFloat64(e))
	odds := float(new(big.Rat).Quo(p, new(big.Rat).Sub(big.NewRat(1, 1), p)))
	inside, total := new(big.Float).SetPrec(120), new(big.Float).SetPrec(120)
	tiny := big.NewFloat(1e-25)
	mean, _ := p.Float64()
	mode := int64(mean * float64(w.s))
	add := func(k int64, weight *big.Float) bool {
		total.Add(total, weight)
		if w.a <= k && k <= w.b {
			inside.Add(inside, weight)
		}
		return weight.Cmp(tiny) > 0
	}
	number := new(big.Float).SetPrec(120)
	weight := new(big.Float).SetPrec(120).SetInt64(1)
	for k := mode; k >= 0 && add(k, weight); k-- {
		weight.Mul(weight, number.SetInt64(k))
		weight.Quo(weight, number.Mul(number.SetInt64(w.s-k+1), odds))
	}
	weight.SetInt64(1)
	for k := mode; k < w.s; k++ {
		weight.Mul(weight, number.Mul(number.SetInt64(w.s-k), odds))
		weight.Quo(weight, number.SetInt64(k+1))
		if !add(k+1, weight) {
			break
		}
	}
	return inside.Quo(inside, total)
}

// Tables against binomial sums in 120 bits.
func TestErrorOfTables(t *testing.T) {
	for _, c := range []struct {
		n    int
		s    int64
		emax *big.Rat
	}{{52, 1000, big.NewRat(6, 1000)}, {52, 1000000, Published}, {3, 1000000, big.NewRat(1, 500)}} {
		w := must.Have(NewWhite(c.n, c.s, c.emax))(t)
		e0, _ := c.emax.Float64()
		for i := range 6 {
			for _, e := range []float64{e0, -e0} {
				e *= 1 + float64(i-3)/1000
				off, _ := new(big.Float).Sub(big.NewFloat(w.At(e)), precise(w, c.n, e)).Float64()
				if math.Abs(off) > w.Error {
					t.Errorf("n=%d s=%d e=%v: off by %g, the bound is %g", c.n, c.s, e, off, w.Error)
				}
			}
		}
	}
}

// The parts of a table's error: a constant, ten times the error of the integral at its
// end, and the rounding of p. Where f is steep the rounding of p is the largest. The
// table's own polynomials are then as far off as it says, at a p that is 1/n + e exactly.
func TestErrorOfSteepTables(t *testing.T) {
	const n = 10
	worst, stated := 0.0, 0.0
	for _, emax := range []*big.Rat{big.NewRat(1, 2000000), big.NewRat(1, 1500000), big.NewRat(1, 1000000)} {
		w := must.Have(NewWhite(n, 1e12, emax))(t)
		size := len(w.interval) - 2
		open := math.Abs(w.interval[size].at(1) - w.outside[1])
		stated = w.Error - 1e-13 - 10*open
		lo, _ := w.window()
		for i := range 2000 {
			e := w.from + (float64(i)+0.3)*float64(size)/2000/w.perUnit
			place := new(big.Rat).Add(big.NewRat(1, n), new(big.Rat).SetFloat64(e))
			place.Sub(place, new(big.Rat).SetFloat64(lo)).Mul(place, new(big.Rat).SetFloat64(w.perUnit))
			u, _ := place.Float64()
			k := min(max(int(u), 0), size-1)
			x, _ := place.Sub(place, big.NewRat(int64(k), 1)).Float64()
			off := math.Abs(w.At(e) - w.interval[k+1].at(2*x-1))
			if off > stated+1e-13 {
				t.Fatalf("e=%v: off by %g, the bound is %g", e, off, stated)
			}
			worst = max(worst, off)
		}
	}
	if worst < stated/50 || worst < 1e-12 {
		t.Errorf("no more than %g off, %g stated", worst, stated)
	}
}

// A window too narrow for f leaves the integral open by what f is at its end: that is
// part of the error, and no such table is taken.
func TestOpenTablesAreRefused(t *testing.T) {
	w := must.Have(NewWhite(52, 1000000, Published))(t)
	lo, hi := w.window()
	for _, p := range []float64{1. / 52, lo + (hi-lo)/4, hi - (hi-lo)/4} {
		f := w.At(p - 1./52)
		narrow := *w
		if fine := narrow.fill(lo, p, 512); fine == (f > 1e-6) || narrow.Error < f {
			t.Errorf("cut at f=%g: error %g, taken %v", f, narrow.Error, fine)
		}
	}
}
