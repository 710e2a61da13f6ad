package statistic

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
		return Law{2*math.Sqrt(float64(n)) - 1.7710868*sixth, math.Sqrt(0.81319479) * sixth,
			"limit law of Baik, Deift and Johansson 1999", nil}
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

// Order is the law of the order of the permutation, the least common multiple of its cycles'
// lengths, or false for decks of more than mostShapes cards. Of all orders of the deck the
// share 1/prod(k^m m!) has m cycles of k cards for each k.
func Order(n int) (law Law, known bool) {
	if n > mostShapes {
		return law, false
	}
	mean, square := 0.0, 0.0
	var cycles func(left, longest int, order int64, share float64)
	cycles = func(left, longest int, order int64, share float64) {
		if left == 0 {
			x := float64(order)
			mean += share * x
			square += share * x * x
			return
		}
		if longest == 1 {
			cycles(0, 0, order, share/math.Gamma(float64(left)+1))
			return
		}
		common := order / divisor(order, int64(longest)) * int64(longest)
		cycles(left, longest-1, order, share)
		for m := 1; m*longest <= left; m++ {
			share /= float64(m * longest)
			cycles(left-m*longest, min(longest-1, left-m*longest), common, share)
		}
	}
	cycles(n, n, 1, 1)
	return Law{Mean: mean, SD: math.Sqrt(max(0, square-mean*mean)), By: Exact}, true
}

// divisor is the greatest common divisor.
func divisor(a, b int64) int64 {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}
