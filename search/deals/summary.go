package deals

import "math"

// Summary describes the white counts of a number of repetitions. With one
// repetition all but Mean are NaN, for it says nothing about them.
type Summary struct {
	Runs            int
	Mean, MeanError float64 // with its standard error
	SD, SDError     float64 // of one repetition, with its standard error
}

// Summarize needs at least one repetition.
func Summarize(white []int) Summary {
	var m moments
	for _, w := range white {
		m.add(float64(w))
	}
	mean := m.mean()
	variance, err := m.variance()
	sd := math.Sqrt(variance)
	s := Summary{len(white), mean, sd / math.Sqrt(float64(len(white))), sd, 0}
	switch {
	case len(white) == 1:
		s.SDError = math.NaN()
	case sd > 0:
		s.SDError = err / (2 * sd)
	}
	return s
}

// Columns counts repetitions as table 1 of the paper does: with top white
// cells, with top-1, and so on; the last column has all that are left.
func Columns(white []int, top, columns int) []int {
	count := make([]int, columns)
	for _, w := range white {
		count[min(top-w, columns-1)]++
	}
	return count
}

// moments collects values; two passes keep the digits.
type moments struct{ values []float64 }

func (m *moments) add(x float64) { m.values = append(m.values, x) }

func (m *moments) mean() float64 {
	sum := 0.0
	for _, x := range m.values {
		sum += x
	}
	return sum / float64(len(m.values))
}

// variance is the unbiased sample variance v, with its standard error for any
// law: sqrt((m_4 - v^2 (k-3)/(k-1))/k) for k values, m_4 being their fourth
// central moment. It is NaN for one value.
func (m *moments) variance() (v, err float64) {
	k, mean := float64(len(m.values)), m.mean()
	var second, fourth float64
	for _, x := range m.values {
		d := (x - mean) * (x - mean)
		second += d
		fourth += d * d
	}
	v = second / (k - 1)
	return v, math.Sqrt(max(0, fourth/k-v*v*(k-3)/(k-1)) / k)
}
