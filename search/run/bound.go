package run

import (
	"math"
	"sync/atomic"
)

// NoBound is the bound before anything is known.
const NoBound = math.MinInt64

// Bound is the incumbent that all tasks of a job share: the largest value that
// anyone has proved reachable. It only grows. A reader may see an old, hence
// smaller value, and so prunes less than it might: stale bounds cost time,
// never an answer. An engine may discard what lies strictly below the bound
// and must keep what equals it, or the answer would depend on the schedule.
//
// One int64 serves lengths (topswops) as they are, and scores through
// [FloatBound], which keeps their order; a score to be minimised is negated.
type Bound interface {
	Bound() int64
	Improve(v int64)
}

// FloatBound maps floats to integers so that x < y exactly if
// FloatBound(x) < FloatBound(y); -0 and 0 are one. x is not NaN.
//
// The bits of a non-negative float, read as an integer, are ordered as the
// floats are; for negative floats the order of the magnitude bits is reversed.
func FloatBound(x float64) int64 {
	i := int64(math.Float64bits(x))
	if i < 0 {
		return math.MinInt64 - i
	}
	return i
}

// BoundFloat is the inverse of [FloatBound]; [NoBound] becomes minus infinity.
func BoundFloat(v int64) float64 {
	if v == NoBound {
		return math.Inf(-1)
	}
	if v < 0 {
		v = math.MinInt64 - v
	}
	return math.Float64frombits(uint64(v))
}

// maximum is a Bound within one process.
type maximum struct{ v atomic.Int64 }

func newMaximum() *maximum {
	m := new(maximum)
	m.v.Store(NoBound)
	return m
}

// Bound implements Bound.
func (m *maximum) Bound() int64 { return m.v.Load() }

// Improve implements Bound.
func (m *maximum) Improve(v int64) {
	for old := m.v.Load(); v > old; old = m.v.Load() {
		if m.v.CompareAndSwap(old, v) {
			return
		}
	}
}
