package densities

import (
	"math"
	"math/rand/v2"
	"testing"

	"dovetail/exact/tally"
)

// Sums are rounded outwards, and so are those of squares.
func TestSumsRoundOutwards(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		high, low, tail := 2*rng.Float64()-1, 2*rng.Float64()-2, rng.Float64()
		var s Sums
		s.uniform(high, low)
		s.dealt(tail)
		s.dealtAgain(low + 1)
		for _, c := range []struct{ got, least float64 }{
			{float64(s.High), high + 1}, {float64(s.Tail), tail}, {-float64(s.Low), -low - 2}, {-float64(s.Back), -low - 3},
			{float64(s.BackSquares), (low + 1) * (low + 1)},
			{float64(s.HighSquares), high * high}, {float64(s.LowSquares), low * low},
		} {
			if c.got < c.least*unit || c.got > c.least*unit+1 {
				t.Fatalf("%v of %v", c.got, c.least*unit)
			}
		}
		if s.validate() != nil {
			t.Fatalf("%+v: %v", s, s.validate())
		}
	}
}

// Each bound has a fifth of the probability, and widens the interval by what is its own.
func TestShares(t *testing.T) {
	const delta, n = 0.05, 1000
	var s Sums
	for i := range n {
		s.uniform(float64(i%2)/2, float64(i%3)/4)
	}
	high := tally.BernsteinRadius(float64(s.HighSquares)/unit/n, 1, 2, delta/5, n)
	closed := s.interval(delta)
	if off := closed.Upper - closed.High - high; math.Abs(off) > 1e-12 {
		t.Errorf("closed: %+v, not above by %v", closed, high)
	}
	if off := closed.Low - high - 2./unit - closed.Lower; math.Abs(off) > 1e-12 {
		t.Errorf("closed: %+v, not below by %v", closed, high)
	}
	for i := range n / 4 {
		s.dealt(float64(i%100) / 1000)
	}
	e := s.interval(delta)
	if off := e.Upper - e.High - high; math.Abs(off) > 1e-12 {
		t.Errorf("upper of %+v is off by %v", e, off)
	}
	tail := float64(s.Tail) / unit / (n / 4)
	low := tally.BernsteinRadius(float64(s.LowSquares)/unit/n, 2, 3, delta/5, n)
	if off := e.Low - low - (tally.ChernoffUpper(tail, delta/5, n/4) - tail) - e.Lower; math.Abs(off) > 1e-12 {
		t.Errorf("lower of %+v is off by %v", e, off)
	}
}
