package fit

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"dovetail/perm/shuffle"
	"dovetail/results"
)

// likeliest is the clumpy riffle that the counts make likeliest. The law of its cut has the
// mean and the deviation of the cuts that were counted, the square of this less 1/12 as cuts
// are whole (Sheppard); without cuts it is the chain's. The switch s then is the one that
// makes the packets likeliest: it maximizes
//
//	l(s) = sum_k N_k log p_k(s),  p_k = (expected packets of k cards)/(of any length),
//
// the longest that were counted standing for longer ones too, as in the test. Its standard
// error comes from the second derivative. There is none where s = 0 or 1 would be likeliest.
func (c Counts) likeliest() (*results.FittedRiffle, error) {
	packets := total(c.Packets)
	if packets == 0 || greatest(c.Packets) == 1 {
		return nil, nil
	}
	f := &results.FittedRiffle{}
	cut := "chain"
	if cuts := total(c.Cuts); cuts > 1 {
		mean, variance := moments(c.Cuts)
		f.Off, f.OffSE = places(mean-float64(c.N)/2, 3), places(math.Sqrt(variance/float64(cuts)), 3)
		f.SD = places(math.Sqrt(max(variance-1.0/12, 1e-4)), 3)
		f.SDSE = places(f.SD/math.Sqrt(2*float64(cuts)), 3)
		cut = fmt.Sprintf("normal,off=%v,sd=%v", f.Off, f.SD)
	}
	spell := func(s float64) string { return fmt.Sprintf("clumpy(switch=%v,cut=%s)", s, cut) }
	m, err := shuffle.Parse(spell(0.5))
	if err != nil {
		return nil, err
	}
	given, _ := m.Hands(c.N)
	runs := func(s float64) []float64 {
		if cut == "chain" {
			return shuffle.ChainRuns(c.N, s)
		}
		return shuffle.CutRuns(given, s)
	}
	log := func(s float64) float64 { return c.logLikelihood(runs(s)) }
	const h = 1e-3
	s := maximum(log, h, 1-h)
	if s < 2*h || s > 1-2*h {
		return nil, nil
	}
	bend := (log(s+h) - 2*log(s) + log(s-h)) / (h * h)
	f.Switch, f.SwitchSE = places(s, 4), places(1/math.Sqrt(-bend), 4)
	f.Model = spell(f.Switch)
	c.leftOut(f)
	return f, nil
}

// logLikelihood is that of the packets where so many of each length are expected.
func (c Counts) logLikelihood(runs []float64) (log float64) {
	last, all, tail := greatest(c.Packets), 0.0, 0.0
	for k, x := range runs {
		all += x
		if k >= last {
			tail += x
		}
	}
	for k, count := range c.Packets[:last] {
		if count > 0 {
			log += float64(count) * math.Log(runs[k]/all)
		}
	}
	return log + float64(c.Packets[last])*math.Log(tail/all)
}

// leftOut says what the chance to switch is by all places between two cards, n-1 a riffle,
// the packet changing at one less than there are packets: where cards are in no packet that
// was counted, these may have been anything from one packet to as many as have one card more
// than the longest.
func (c Counts) leftOut(f *results.FittedRiffle) {
	if c.Riffles == 0 {
		return
	}
	packets := total(c.Packets)
	f.LeftOut = c.Riffles * c.N
	for k, count := range c.Packets {
		f.LeftOut -= k * count
	}
	if f.LeftOut > 0 {
		f.LeftOutLow = 1
		f.LeftOutHigh = max(1, f.LeftOut/(greatest(c.Packets)+1))
	}
	share := func(more int) float64 {
		return places(float64(packets+more-c.Riffles)/float64(c.Riffles*(c.N-1)), 4)
	}
	f.PlacesLow, f.PlacesHigh = share(f.LeftOutLow), share(f.LeftOutHigh)
}

// moments are the mean of sizes and their variance.
func moments(counts []int) (mean, variance float64) {
	var sizes, weights []float64
	for size, count := range counts {
		sizes, weights = append(sizes, float64(size)), append(weights, float64(count))
	}
	return stat.MeanVariance(sizes, weights)
}

// maximum is where a function that rises and then falls is greatest: of four places at
// golden ratios, an outer one is dropped until they are one.
func maximum(f func(float64) float64, lo, hi float64) float64 {
	golden := (math.Sqrt(5) - 1) / 2
	a, b := hi-golden*(hi-lo), lo+golden*(hi-lo)
	fa, fb := f(a), f(b)
	for hi-lo > 1e-6 {
		if fa > fb {
			hi, b, fb = b, a, fa
			a = hi - golden*(hi-lo)
			fa = f(a)
		} else {
			lo, a, fa = a, b, fb
			b = lo + golden*(hi-lo)
			fb = f(b)
		}
	}
	return (lo + hi) / 2
}

// places rounds to so many digits after the point.
func places(x float64, count int) float64 {
	unit := math.Pow10(count)
	return math.Round(x*unit) / unit
}
