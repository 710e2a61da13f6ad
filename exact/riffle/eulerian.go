package riffle

import "math/big"

// Eulerian is row n >= 1 of the Eulerian numbers: entry k, from 0 to n-1,
// counts the permutations of n cards with k descents, that is with k+1 rising
// sequences. The n-th card can go after or into a descent, which keeps their
// number, or elsewhere, which adds one:
//
//	A(n, k) = (k+1) A(n-1, k) + (n-k) A(n-1, k-1)
//
// The row is symmetric, so only its first half is computed.
func Eulerian(n int) []*big.Int {
	row := make([]*big.Int, n)
	for k := range row {
		row[k] = new(big.Int)
	}
	row[0].SetInt64(1)
	var factor, below big.Int
	for size := 2; size <= n; size++ {
		last := (size - 1) / 2
		if size%2 == 1 { // the middle entry has not been reached before
			row[last].Set(row[last-1])
		}
		for k := last; k > 0; k-- {
			row[k].Mul(row[k], factor.SetInt64(int64(k+1)))
			row[k].Add(row[k], below.Mul(row[k-1], factor.SetInt64(int64(size-k))))
		}
	}
	for k := range n / 2 {
		row[n-1-k] = row[k]
	}
	return row
}
