package fair

import "math"

// mostShapes is the largest deck for which all shapes are gone through: 966,467 of them.
const mostShapes = 60

// increasing is the law of the longest increasing subsequence. Decks with a longest one
// of k cards correspond to pairs of standard tableaux of a shape whose first row has k
// cells (Schensted 1961), and a shape has n! over the product of its hooks of these: so
// the shape has probability n!/(product of its hooks)^2. For large n mean and deviation
// are those of the limit law (Baik, Deift and Johansson, 1999).
func increasing(n int) Law {
	if n > mostShapes {
		sixth := math.Pow(float64(n), 1./6)
		return Law{2*math.Sqrt(float64(n)) - 1.7710868*sixth, math.Sqrt(0.81319479) * sixth, "limit law of Baik, Deift and Johansson 1999", nil}
	}
	law := make([]float64, n+1)
	shape := make([]int, 0, n)
	orders := math.Gamma(float64(n) + 1)
	var rows func(left, most int)
	rows = func(left, most int) {
		if left == 0 {
			product := hooks(shape)
			law[shape[0]] += orders / product / product
		}
		for k := min(left, most); k > 0; k-- {
			shape = append(shape, k)
			rows(left-k, k)
			shape = shape[:len(shape)-1]
		}
	}
	rows(n, n)
	return listed(law)
}

// hooks is the product of the hooks of a shape: of a cell, the cells to its right, those
// below it, and itself.
func hooks(shape []int) float64 {
	product := 1.0
	var legs [mostShapes]int // below the row at hand, by column
	for i := len(shape) - 1; i >= 0; i-- {
		for j := range shape[i] {
			product *= float64(shape[i] - j + legs[j])
			legs[j]++
		}
	}
	return product
}
