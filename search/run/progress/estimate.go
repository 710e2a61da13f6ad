package progress

import (
	"math"
	"time"
)

// Estimate predicts the work left from the work done. Units of work (tasks)
// carry weights w_i, guessed beforehand, and turn out to cost c_i. With the
// ratio r = sum c / sum w, the cost left is r times the weight left, and the
// scatter of the c_i about r w_i gives the standard error of that guess
// (the ratio estimator: Cochran, Sampling Techniques, sec. 2.11), so uneven
// subtrees show as a wide margin and not as a wrong promise.
type Estimate struct {
	n          int
	w, c       float64
	ww, wc, cc float64
}

// Observe adds a unit of work. Cost without weight (a task that left all its
// weight to its pieces) counts in the ratio through what the pieces carry.
func (e *Estimate) Observe(weight float64, cost time.Duration) {
	c := cost.Seconds()
	e.n++
	e.w += weight
	e.c += c
	e.ww += weight * weight
	e.wc += weight * c
	e.cc += c * c
}

// Left is the expected cost of the given weight, with one standard error;
// false until there is something to go by.
func (e *Estimate) Left(weight float64) (cost, margin time.Duration, ok bool) {
	if e.n < 2 || e.w <= 0 {
		return 0, 0, false
	}
	r := e.c / e.w
	scatter := max(0, e.cc-2*r*e.wc+r*r*e.ww)
	n := float64(e.n)
	se := math.Sqrt(scatter*n/(n-1)) / e.w
	return seconds(r * weight), seconds(se * weight), true
}

func seconds(s float64) time.Duration {
	return time.Duration(min(s*float64(time.Second), math.MaxInt64/2))
}
