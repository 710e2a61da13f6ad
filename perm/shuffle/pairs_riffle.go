package shuffle

import "math/big"

// pairBits of a fixed-point weight are enough for the nearest double of every
// weight that is not far below the rounding of the others.
const pairBits = 256

// Pairs counts interleavings. Let T be the set of positions that the top packet
// fills; given its size c all C(n, c) sets have the same probability w(c). With
// positions counted from 1, the cards i < j land on k < l in three ways:
//
//	both top: i-1 of T before k, j-i-1 between, anything after l, so
//	    C(k-1, i-1) C(l-k-1, j-i-1) g(l, j),  g(l, j) = sum_c w(c) C(n-l, c-j)
//	both bottom: the same upside down
//	i top, j bottom, i above: j-l of T lie below l whatever the cut is, so
//	    C(k-1, i-1) C(n-l, n-j) sum_c w(c) C(l-k-1, c-i+l-j),  i <= c < j
//	i top, j bottom, j above:
//	    sum_c w(c) C(k-1, j-1-c) C(l-k-1, i+j-1-k-c) C(n-l, c-i),  i <= c < j
//
// All terms are positive: a cell is a sum of at most n products of four factors,
// each the nearest double, in three ways, and so within (n+16) 2^-53 of itself.
func (r *Riffle) Pairs(n int) *PairLaw {
	size, choose := PairCount(n), binomials(n)
	w := make([]float64, n+1)
	for c, q := range r.cuts(n, pairBits) {
		w[c] = fixedFloat(q.Quo(q, new(big.Int).Binomial(int64(n), int64(c))), pairBits)
	}
	top, bottom := prefixes(w, choose, false), prefixes(w, choose, true)
	law := NewPairLaw(n)
	law.Error = float64(n+16)*0x1p-53 + 0x1p-100
	for j := 2; j <= n; j++ {
		for i := 1; i < j; i++ {
			row := PairIndex(n, i-1, j-1) * size
			kept, swapped := law.Kept[row:row+size], law.Swapped[row:row+size]
			end := 0
			for k := 1; k < n; k++ {
				for l := k + 1; l <= n; l++ {
					d := l - k - 1
					within := choose.at(d, j-i-1)
					kept[end] = within*(choose.at(k-1, i-1)*top[l][j]+choose.at(n-l, n-j)*bottom[n+1-k][n+1-i]) +
						choose.at(k-1, i-1)*choose.at(n-l, n-j)*parted(w, choose, i, j, l, d)
					swapped[end] = crossed(w, choose, i, j, k, l)
					end++
				}
			}
		}
	}
	return law
}

// prefixes[l][j] is the probability of any one pattern of the first l positions
// with j cards of the top packet; upside down if reversed.
func prefixes(w []float64, choose binomialTable, reversed bool) [][]float64 {
	n := len(w) - 1
	g := make([][]float64, n+1)
	for l := range g {
		g[l] = make([]float64, n+1)
		for j := range l + 1 {
			for c := j; c <= n-l+j; c++ {
				x := w[c]
				if reversed {
					x = w[n-c]
				}
				g[l][j] += x * choose.at(n-l, c-j)
			}
		}
	}
	return g
}

// parted sums over cuts between i and j what lies between their ends, d
// positions, when i stays above.
func parted(w []float64, choose binomialTable, i, j, l, d int) (sum float64) {
	for c := max(i, i+j-l); c <= min(j-1, i+j-l+d); c++ {
		sum += w[c] * choose.at(d, c-i+l-j)
	}
	return sum
}

// crossed sums over cuts between i and j when j passes above i.
func crossed(w []float64, choose binomialTable, i, j, k, l int) (sum float64) {
	below := len(w) - 1 - l
	for c := max(i, i+j-l, j-k); c <= min(j-1, i+j-1-k, below+i); c++ {
		sum += w[c] * choose.at(k-1, j-1-c) * choose.at(l-k-1, i+j-1-k-c) * choose.at(below, c-i)
	}
	return sum
}

// binomialTable holds C(m, r), each the nearest double.
type binomialTable [][]float64

func binomials(n int) binomialTable {
	t := make(binomialTable, n+1)
	for m := range t {
		t[m] = make([]float64, m+1)
		for r := range t[m] {
			t[m][r], _ = new(big.Float).SetInt(new(big.Int).Binomial(int64(m), int64(r))).Float64()
		}
	}
	return t
}

// at is C(m, r), 0 outside 0 <= r <= m.
func (t binomialTable) at(m, r int) float64 {
	if r < 0 || r > m {
		return 0
	}
	return t[m][r]
}
