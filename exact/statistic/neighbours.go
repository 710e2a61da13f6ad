package statistic

// Cards that lie side by side as in the new deck.

// maxTogether is where lists end: 2^60/60! is below 1e-63.
const maxTogether = 60

// Together is the law of the number of cards c, c+1 that lie side by side, in either order. Glue r of the n-1 pairs: they
// make c blocks of more than one card, which can be turned over. So the r pairs lie together, among others, in a share
//
//	a(r) = sum over c of 2^c C(r-1, c-1) C(n-r, c) (n-r)!/n!
//
// of all decks, 2^r/r! at most; exactly k lie together in the share sum over r of (-1)^(r-k) C(r, k) a(r).
func Together(n int) Law {
	glued := []float64{1}
	for r := 1; r < min(n, maxTogether); r++ {
		sum := 0.0
		for c := 1; c <= min(r, n-r); c++ {
			ways := 1.0
			for i := range r { // factors of each by turns, which neither overflow nor vanish
				ways /= float64(n - i)
				if i < c {
					ways *= float64(2*(n-r-i)) / float64(i+1)
				}
				if 0 < i && i < c {
					ways *= float64(r-i) / float64(i)
				}
			}
			sum += ways
		}
		glued = append(glued, sum)
	}
	law := make([]float64, len(glued))
	for k := range law {
		choose, p := 1.0, 0.0
		for r := k; r < len(glued); r++ {
			p += float64(choose * glued[r])
			choose *= -float64(r+1) / float64(r+1-k)
		}
		law[k] = max(0, p)
	}
	return listed(law)
}

// togetherIn counts them.
func togetherIn(deck []int) (count int64) {
	for j := 1; j < len(deck); j++ {
		if d := deck[j] - deck[j-1]; d == 1 || d == -1 {
			count++
		}
	}
	return count
}
