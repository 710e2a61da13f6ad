package progress

import (
	"math"
	"time"
)

// Estimate predicts the time left from the work done. Units of work carry
// weights w_i, guessed beforehand, and turn out to cost c_i. The time left is
// the time so far times (weight left / weight done), which does not ask how
// many workers share it. The scatter of the c_i about r w_i, r = sum c / sum w,
// gives the standard error of the guess (the ratio estimator: Cochran,
// Sampling Techniques, ch. 6), so uneven subtrees show as a wide margin and
// not as a wrong promise.
type Estimate struct {
	start, last time.Time // of the first and the latest observation
	done        float64   // sum w
	tasks       float64
	c           float64 // sum c, in seconds
	ww, wc, cc  float64 // sums of products
}

// Begin starts the clock.
func (e *Estimate) Begin(now time.Time) { *e = Estimate{start: now, last: now} }

// Add counts work whose cost is not known apart.
func (e *Estimate) Add(weight float64, now time.Time) {
	e.done += weight
	e.last = now
}

// Observe counts a task with its cost to the worker. A task that passes its
// weight on to its pieces has a cost and no weight.
func (e *Estimate) Observe(weight float64, cost time.Duration, now time.Time) {
	e.Add(weight, now)
	c := cost.Seconds()
	e.tasks++
	e.c += c
	e.ww += weight * weight
	e.wc += weight * c
	e.cc += c * c
}

// Left is the time that the given weight will still take, with one standard
// error; ok is false while there is nothing to go by. Between observations it
// counts down.
func (e *Estimate) Left(weight float64, now time.Time) (left, margin time.Duration, ok bool) {
	if e.done <= 0 {
		return 0, 0, false
	}
	s := e.last.Sub(e.start).Seconds() * weight / e.done
	return seconds(max(0, s-now.Sub(e.last).Seconds())), seconds(s * e.error()), true
}

// Rate is the number of tasks observed so far, and how many they are a second.
func (e *Estimate) Rate(now time.Time) (tasks uint64, rate float64) {
	if s := now.Sub(e.start).Seconds(); s > 0 {
		rate = e.tasks / s
	}
	return uint64(e.tasks), rate
}

// error is the relative standard error of r.
func (e *Estimate) error() float64 {
	if e.tasks < 2 || e.c == 0 {
		return 0
	}
	r := e.c / e.done
	scatter := max(0, e.cc-2*r*e.wc+r*r*e.ww)
	return math.Sqrt(scatter*e.tasks/(e.tasks-1)) / e.c
}

func seconds(s float64) time.Duration {
	const most = float64(1 << 62) // nanoseconds; 146 years
	return time.Duration(min(s*float64(time.Second), most))
}
