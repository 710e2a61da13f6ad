package shuffle

import "math/big"

// Outcomes is how many permutations a model can lead to at n where that is known
// without going through them, or else nil.
func Outcomes(m Model, n int) *big.Int {
	switch m := m.(type) {
	case Wash:
		return new(big.Int).MulRange(1, int64(n))
	case *AShuffle:
		return withRising(n, m.A)
	case *Inverse:
		return Outcomes(m.Of, n)
	}
	return nil
}

// IsUniform tells whether all n! orders are equally likely under a model because of
// what it is, for every n.
func IsUniform(m Model) bool {
	switch m := m.(type) {
	case Wash:
		return true
	case *Inverse:
		return IsUniform(m.Of)
	}
	return false
}

// withRising is the number of permutations with at most a rising sequences, a sum of
// Eulerian numbers: of m cards, <m, k> = (k+1) <m-1, k> + (m-k) <m-1, k-1> have k+1.
func withRising(n, a int) *big.Int {
	row := []*big.Int{big.NewInt(1)}
	var left, right big.Int
	for m := 2; m <= n; m++ {
		next := make([]*big.Int, m)
		for k := range next {
			next[k] = new(big.Int)
			if k < m-1 {
				next[k].Add(next[k], left.Mul(row[k], left.SetInt64(int64(k+1))))
			}
			if k > 0 {
				next[k].Add(next[k], right.Mul(row[k-1], right.SetInt64(int64(m-k))))
			}
		}
		row = next
	}
	sum := new(big.Int)
	for _, count := range row[:min(a, len(row))] {
		sum.Add(sum, count)
	}
	return sum
}
