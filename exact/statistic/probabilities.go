package statistic

import (
	"math/big"

	"dovetail/exact/riffle"
)

// Probabilities is the law of a statistic of a fair deck of n cards: a probability for each of the
// values 0, 1, 2, ..., with a relative error of 1e-12. It is nil for statistics whose law is not
// known. Values of probability below 1e-20 may be left out of fixed points, neighbours and cycles.
func (s Statistic) Probabilities(n int) []float64 {
	switch s {
	case Descents:
		return descents(n)
	case Rising:
		return append([]float64{0}, descents(n)...)
	case Fixed:
		return fixed(n)
	case Adjacencies:
		return adjacencies(n)
	case Cycles:
		return cycles(n)
	case Inversions:
		return inversions(n)
	}
	return nil
}

// descents is A(n, k)/n!, by Eulerian numbers.
func descents(n int) []float64 {
	law, all := make([]float64, n), new(big.Int).MulRange(1, int64(n))
	for k, count := range riffle.Eulerian(n) {
		law[k], _ = new(big.Rat).SetFrac(count, all).Float64()
	}
	return law
}

// inversions are a sum of independent uniform numbers below 1, 2, ..., n (H. Rodrigues, 1839).
// Adding one is an average over a window, which is a difference of running sums. As the law is
// symmetric, only its lower half is computed, where the running sums are not too large for the
// precision of a window.
func inversions(n int) []float64 {
	law := []float64{1}
	for i := 2; i <= n; i++ {
		last := len(law) + i - 2
		next, sum := make([]float64, last+1), make([]float64, len(law)+1)
		for k, p := range law {
			sum[k+1] = sum[k] + p
		}
		for k := 0; 2*k <= last; k++ {
			next[k] = (sum[min(k+1, len(law))] - sum[max(0, k+1-i)]) / float64(i)
			next[last-k] = next[k]
		}
		law = next
	}
	return law
}
