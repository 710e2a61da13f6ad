package fair

// Statistics that are small numbers whatever n is. Their laws are listed as far as there
// is anything: what is left out weighs less than 1e-20.

// most is where lists end. Fixed points are more than 30 with probability 1/31! at most;
// cycles of up to ten million cards more than 72 with e^-47, by Chernoff's bound on a sum
// of mean 16.7.
const (
	mostFixed  = 30
	mostCycles = 72
)

// deranged is the share of m! orders without a fixed point, sum_(j<=m) (-1)^j/j!.
func deranged(m int) (share float64) {
	term := 1.0
	for j := 0; j <= min(m, mostFixed); j++ {
		share += term
		term /= -float64(j + 1)
	}
	return share
}

// fixed is P(k fixed points) = deranged(n-k)/k!.
func fixed(n int) (law []float64) {
	weight := 1.0
	for k := 0; k <= min(n, mostFixed); k++ {
		law = append(law, weight*deranged(n-k))
		weight /= float64(k + 1)
	}
	return law
}

// adjacencies is P(k neighbours c, c+1 in place): of the n-1 pairs k are glued, and the
// n-k blocks lie in one of D(n-k) + D(n-k-1) orders without another such pair, D(m) =
// m! deranged(m): in all
//
//	C(n-1, k) (D(n-k) + D(n-k-1)) / n! = (n-k)/(n k!) (deranged(n-k) + deranged(n-k-1)/(n-k)).
func adjacencies(n int) (law []float64) {
	weight := 1.0
	for k := 0; k <= min(n-1, mostFixed); k++ {
		blocks := float64(n - k)
		law = append(law, weight*(blocks*deranged(n-k)+deranged(n-k-1))/float64(n))
		weight /= float64(k + 1)
	}
	return law
}

// cycles adds the cards one by one: the i-th goes into one of the i-1 places in cycles, or
// begins one. All terms are positive, so that the relative error is 3n 2^-53 at most.
func cycles(n int) []float64 {
	law := make([]float64, min(n, mostCycles)+1)
	law[0] = 1
	for i := 1; i <= n; i++ {
		begins := 1 / float64(i)
		for k := min(i, len(law)-1); k > 0; k-- {
			law[k] += begins * (law[k-1] - law[k])
		}
		law[0] -= begins * law[0]
	}
	return law
}
