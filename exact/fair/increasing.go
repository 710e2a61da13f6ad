package fair

import "math"

// mostShapes is the largest deck for which all shapes are gone through: 966,467 of them.
const mostShapes = 60

// increasing is the law of the longest increasing subsequence. Decks with a longest one
// of k cards correspond to pairs of standard tableaux of a shape whose first row has k
// cells (Schensted 1961), and a shape has n! over the product of its hooks of these: so
// the shape has probability n!/(product of its hooks)^2. A shape grows by rows from below,
// so that the hooks of a row are known when it is laid: of those of its cells that have
// others below, one by one, and of the rest, k down to 1. For large n mean and deviation
// are those of the limit law (Baik, Deift and Johansson, 1999).
func increasing(n int) Law {
	if n > mostShapes {
		sixth := math.Pow(float64(n), 1./6)
		return Law{2*math.Sqrt(float64(n)) - 1.7710868*sixth, math.Sqrt(0.81319479) * sixth, "limit law of Baik, Deift and Johansson 1999", nil}
	}
	var factorials [mostShapes + 1]float64
	for k := range factorials {
		factorials[k] = math.Gamma(float64(k) + 1)
	}
	law := make([]float64, n+1)
	var legs [mostShapes]int // cells of the rows laid, by column
	var rows func(left, below int, product float64)
	rows = func(left, below int, product float64) {
		row := func(k int) float64 {
			hooks := product * factorials[k-below]
			for j := range below {
				hooks *= float64(k - j + legs[j])
			}
			return hooks
		}
		for k := max(below, 1); k <= left/2; k++ {
			hooks := row(k)
			for j := range k {
				legs[j]++
			}
			rows(left-k, k, hooks)
			for j := range k {
				legs[j]--
			}
		}
		hooks := row(left)
		law[left] += factorials[n] / hooks / hooks
	}
	rows(n, 0, 1)
	return listed(law)
}
