package densities

import (
	"math"
	"math/rand/v2"
	"slices"
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
	if off := closed.Upper - closed.High.Value - high; math.Abs(off) > 1e-12 {
		t.Errorf("closed: %+v, not above by %v", closed, high)
	}
	if off := closed.Low.Value - high - 2./unit - closed.Lower; math.Abs(off) > 1e-12 {
		t.Errorf("closed: %+v, not below by %v", closed, high)
	}
	for i := range n / 4 {
		s.dealt(float64(i%100) / 1000)
	}
	e := s.interval(delta)
	if off := e.Upper - e.High.Value - high; math.Abs(off) > 1e-12 {
		t.Errorf("upper of %+v is off by %v", e, off)
	}
	tail := float64(s.Tail) / unit / (n / 4)
	low := tally.BernsteinRadius(float64(s.LowSquares)/unit/n, 2, 3, delta/5, n)
	if off := e.Low.Value - low - (tally.ChernoffUpper(tail, delta/5, n/4) - tail) - e.Lower; math.Abs(off) > 1e-12 {
		t.Errorf("lower of %+v is off by %v", e, off)
	}
}

// An estimate says something if enough decks contribute to it, and their walks arrived.
func TestKnownEstimates(t *testing.T) {
	sums := func(values ...float64) (s Sums) {
		for _, x := range values {
			s.walked([]float64{0, 1 - x})
			s.uniform(x, 0)
			s.dealt(x)
		}
		return s
	}
	apart := slices.Repeat([]float64{0.25, 0.5, 0.75}, 40)
	zeros, ones := make([]float64, 1000), slices.Repeat([]float64{1}, 1000)
	for name, c := range map[string]struct {
		values    []float64
		high, low bool
	}{
		"many decks":              {apart, true, true},
		"few decks":               {apart[:5], false, true},
		"few among many":          {append(apart[:5:5], zeros...), false, true},
		"none":                    {zeros, false, true},
		"no walk arrived":         {ones, false, true},
		"a third of them arrived": {append(slices.Clone(apart), ones[:240]...), false, true},
		"most arrived":            {append(slices.Clone(apart), ones[:60]...), true, true},
	} {
		s := sums(c.values...)
		for _, both := range []float64{0, 0.1} {
			e := split{TestResult{[2]int64{60000, 50000}, 1 << 16}, Params{Guess: 0.01, Lower: both}}.interval(s, 0.01)
			alone := split{TestResult{[2]int64{60000, 50000}, 1 << 16}, Params{Guess: 0.01}}.interval(s, 0.01).Low
			if e.High.Known != c.high || both == 0 && e.Low.Known != c.low {
				t.Errorf("%s, split: %+v", name, e)
			}
			if both > 0 && !s.arrive() && e.Low != alone {
				t.Errorf("%s: the lower estimate is %+v, of the test alone %+v", name, e.Low, alone)
			}
		}
		var plain Sums
		for _, x := range c.values {
			plain.walked([]float64{0, 1 - x})
			plain.uniform(x-centre, x-centre)
		}
		if e := plain.interval(0.01); e.High.Known != c.high || e.Low != e.High {
			t.Errorf("%s: %+v", name, e)
		}
	}
	if e := estimated(split{TestResult{[2]int64{1 << 16, 3}, 1 << 16}, Params{}}.below(Sums{})[:2]...); e.Known {
		t.Errorf("a test that is wrong about three decks: %+v", e)
	}
}
