package perm

// MaxRanked is the largest n whose n! ranks fit 64 bits.
const MaxRanked = 20

// Factorial is k! for 0 <= k <= MaxRanked.
func Factorial(k int) uint64 {
	f := uint64(1)
	for i := 2; i <= k; i++ {
		f *= uint64(i)
	}
	return f
}

// Rank is the number, from 0, of p among the n! permutations of its size in
// lexicographic order of (p[0], p[1], ...). It is the value of the Lehmer code
// c[i] = #{k > i : p[k] < p[i]} in the factorial number system,
//
//	rank = sum of c[i] (n-1-i)!,
//
// so the permutations that share their first k entries have (n-k)! consecutive
// ranks, in an order that depends only on how their last entries compare. n is at
// most MaxRanked.
func (p Perm) Rank() uint64 {
	rank := uint64(0)
	for i, x := range p {
		rank *= uint64(len(p) - i)
		for _, y := range p[i+1:] {
			if y < x {
				rank++
			}
		}
	}
	return rank
}

// Unrank is the permutation of 0..n-1 with the given rank below n!.
func Unrank(n int, rank uint64) Perm {
	p := make(Perm, n)
	for i := n - 1; i >= 0; i-- {
		base := uint64(n - i)
		p[i] = int(rank % base)
		rank /= base
		for k := i + 1; k < n; k++ {
			if p[k] >= p[i] {
				p[k]++
			}
		}
	}
	return p
}
