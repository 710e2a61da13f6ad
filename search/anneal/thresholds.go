package anneal

import (
	"math"

	"dovetail/perm/elementary"
	"dovetail/perm/shuffle/riffles"
)

// A move that changes the energy by d < 0 is accepted with probability exp(beta d), that is, if ln
// u <= beta d for a uniform u. So the least change that is accepted is drawn beforehand.
const neverLess = math.MinInt64 / 4

// choose draws the moves of a sweep.
func (w *labels) choose(n int, beta float64) {
	var words [2 * riffles.MaxInterleaved]uint64
	w.rng.Fill(words[:2*n])
	for c := range n {
		w.choice[c], w.least[c] = words[2*c], int64(words[2*c+1])
	}
	thresholds(w.least[:n], 1/(beta*scoreUnit))
}

// thresholds replaces random words by the least accepted change.
var thresholds = thresholdsGo

func thresholdsGo(words []int64, by float64) {
	for i, r := range words {
		words[i] = int64(max(math.Ceil(logUniform(uint64(r))*by), neverLess))
	}
}

// logUniform is ln u for a uniform u = (r + 1/2)/2^53, of 53 random bits r, within 2^-50 of its size. With u = 2^e m,
// 1/2 <= m < 1, and a number m' near m whose logarithm is known, ln u = e ln 2 + ln m' + ln(1 + (m-m')/m'). That takes
// a quarter of what [elementary.Log] takes, and gives the same bits everywhere too.
func logUniform(random uint64) float64 {
	u := (float64(random>>11) + 0.5) * 0x1p-53
	word := math.Float64bits(u)
	near := &logs[word>>45&127]
	d := (math.Float64frombits(word&(1<<52-1)|1022<<52) - near.m) * near.inverse // |d| < 2^-8
	series := 1./5 - float64(d*(1./6))
	for _, c := range [...]float64{1. / 4, 1. / 3, 1. / 2, 1} {
		series = c - float64(d*series)
	}
	return float64(float64(int(word>>52)-1022)*math.Ln2) + (near.log + float64(d*series))
}

// logs are the middles m' of 128 stretches from 1/2 to 1.
var logs = func() (all [128]struct{ m, inverse, log float64 }) {
	for i := range all {
		m := 0.5 + float64((float64(i)+0.5)/256)
		all[i].m, all[i].inverse, all[i].log = m, 1/m, elementary.Log(m)
	}
	return all
}()
