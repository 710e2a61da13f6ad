package fair

import "math"

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
