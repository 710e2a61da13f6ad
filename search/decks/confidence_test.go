package decks

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// binomial is P(k of n) for k = 0..n.
func binomial(n int, p float64) []float64 {
	law := []float64{1}
	for range n {
		next := make([]float64, len(law)+1)
		for k, q := range law {
			next[k] += q * (1 - p)
			next[k+1] += q * p
		}
		law = next
	}
	return law
}

// Both bounds fail with less than their chance, for values 0 and 1 with any mean, and for
// values -1 and 2.
func TestBoundsFailRarely(t *testing.T) {
	const n = 60
	for _, delta := range []float64{0.3, 0.1, 1e-3} {
		for i := range 101 {
			p := float64(i) / 100
			var fail [5]float64
			for k, chance := range binomial(n, p) {
				mean := float64(k) / n
				wide, square := 3*mean-1, 1+3*mean
				for which, fails := range []bool{
					mean-slack(mean, 1, 1, delta, n) > p,
					mean+slack(mean, 1, 1, delta, n) < p,
					wide-slack(square, 2, 3, delta, n) > 3*p-1,
					wide+slack(square, 2, 3, delta, n) < 3*p-1,
					chernoff(mean, delta, n) < p,
				} {
					if fails {
						fail[which] += chance
					}
				}
			}
			if slices.Max(fail[:]) > delta {
				t.Errorf("delta=%v p=%v: fail with %v", delta, p, fail)
			}
		}
	}
}

// The bounds are what their theorems say.
func TestBoundsAreSharp(t *testing.T) {
	for _, c := range []struct{ square, most, reach float64 }{{0.09, 1, 2}, {0.5, 2, 3}} {
		const n, delta = 10000, 1e-6
		got := slack(c.square, c.most, c.reach, delta, n)
		v := c.most * c.most * chernoff(c.square/c.most/c.most, delta/2, n)
		if p := math.Exp(-n * got * got / (2*v + 2*c.reach*got/3)); math.Abs(p/(delta/2)-1) > 1e-6 {
			t.Errorf("%+v: beyond %v with chance %v", c, got, p)
		}
	}
	if got, want := chernoff(0, 1e-6, 1000), 1-math.Pow(1e-6, 1e-3); math.Abs(got-want) > 1e-9 {
		t.Errorf("chernoff of 0 is %v, want %v", got, want)
	}
	if got := chernoff(1, 0.1, 10); got != 1 {
		t.Errorf("chernoff of 1 is %v", got)
	}
	if q := chernoff(0.2, 0.01, 50); math.Abs(kl(0.2, q)-math.Log(100)/50) > 1e-9 {
		t.Errorf("kl at chernoff is %v", kl(0.2, q))
	}
}

// Sums are rounded outwards, and so are those of squares.
func TestSumsRoundOutwards(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		high, low, tail, off := 2*rng.Float64()-1, 3*rng.Float64()-2, rng.Float64(), 2*rng.Float64()-1
		var s sums
		s.uniform(high, low)
		s.dealt(tail)
		s.control(off)
		for _, c := range []struct{ got, least float64 }{
			{float64(s.High), high + 1}, {float64(s.Tail), tail}, {-float64(s.Low), -low - 2},
			{float64(s.HighSquares), high * high}, {float64(s.LowSquares), low * low}, {float64(s.ControlSquares), off * off},
		} {
			if c.got < c.least*unit || c.got > c.least*unit+1 {
				t.Fatalf("%v of %v", c.got, c.least*unit)
			}
		}
		if math.Abs(float64(s.Control)-(off+1)*unit) > 0.5 || s.possible() != nil {
			t.Fatalf("%+v: %v", s, s.possible())
		}
	}
}

// The chance is shared by five bounds, each of which widens the interval by what is its own,
// and by all looks.
func TestShares(t *testing.T) {
	const delta, n = 0.05, 1000
	var s sums
	for i := range n {
		s.uniform(float64(i%2)/2, float64(i%3)/4)
	}
	high := slack(float64(s.HighSquares)/unit/n, 1, 2, delta/5, n)
	closed := s.interval(0.25, delta)
	if off := closed.upper - closed.high - high; math.Abs(off) > 1e-12 {
		t.Errorf("closed: %+v, not above by %v", closed, high)
	}
	if off := closed.low - high - 2./unit - closed.lower; math.Abs(off) > 1e-12 {
		t.Errorf("closed: %+v, not below by %v", closed, high)
	}
	for i := range n / 4 {
		s.dealt(float64(i%100) / 1000)
	}
	for i := range 100 * n {
		s.control(float64(i%3-1) / 100)
	}
	e := s.interval(0.25, delta)
	control := slack(float64(s.ControlSquares)/unit/100/n, 1, 1, delta/5, 100*n) + 1./unit
	if off := e.upper - e.high - high - control; math.Abs(off) > 1e-12 {
		t.Errorf("upper of %+v is off by %v", e, off)
	}
	tail := float64(s.Tail) / unit / (n / 4)
	low := slack(float64(s.LowSquares)/unit/n, 2, 3, delta/5, n)
	if off := e.low - low - control - (chernoff(tail, delta/5, n/4) - tail) - e.lower; math.Abs(off) > 1e-12 {
		t.Errorf("lower of %+v is off by %v", e, off)
	}
	sum := 0.0
	for k := 1; k <= mostLooks; k++ {
		sum += lookDelta(delta, k)
	}
	if !(sum < delta && sum > 0.95*delta) || lookDelta(delta, 0) != delta {
		t.Errorf("looks take %v of %v", sum, delta)
	}
	if lookDecks(1) != 256 || lookDecks(mostLooks) != MaxDecks {
		t.Errorf("looks at %d to %d decks", lookDecks(1), lookDecks(mostLooks))
	}
}
