// Package perm has the algebra of permutations of a deck.
//
// A permutation says where cards go: p[i] is the position that the card at
// position i moves to, as in the two-row notation of Ide and Okuda, eq. (2).
// Positions count from 0 here and from 1 in everything a user sees.
package perm

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
)

// Perm maps start positions to end positions.
type Perm []int

// Identity leaves all n cards where they are.
func Identity(n int) Perm {
	p := make(Perm, n)
	for i := range p {
		p[i] = i
	}
	return p
}

// Reversal is J: the card at position i goes to n-1-i.
func Reversal(n int) Perm {
	p := make(Perm, n)
	for i := range p {
		p[i] = n - 1 - i
	}
	return p
}

// Then is p followed by q: the card at i goes to q[p[i]].
func (p Perm) Then(q Perm) Perm {
	r := make(Perm, len(p))
	for i, j := range p {
		r[i] = q[j]
	}
	return r
}

// Append is p followed by q, where a nil p stands for the identity.
func (p Perm) Append(q Perm) Perm {
	if p == nil {
		return q
	}
	return p.Then(q)
}

// Inverse undoes p.
func (p Perm) Inverse() Perm {
	q := make(Perm, len(p))
	for i, j := range p {
		q[j] = i
	}
	return q
}

// Check refuses what is no permutation of 0..n-1.
func (p Perm) Check() error {
	seen := make([]bool, len(p))
	for i, j := range p {
		if j < 0 || j >= len(p) {
			return fmt.Errorf("position %d goes to %d, outside 1..%d", i+1, j+1, len(p))
		}
		if seen[j] {
			return fmt.Errorf("position %d is reached twice", j+1)
		}
		seen[j] = true
	}
	return nil
}

// Cycles are the cycles of p, each from its smallest position, in the order of these.
func (p Perm) Cycles() [][]int {
	var cycles [][]int
	seen := make([]bool, len(p))
	for i := range p {
		if seen[i] {
			continue
		}
		var c []int
		for j := i; !seen[j]; j = p[j] {
			seen[j] = true
			c = append(c, j)
		}
		cycles = append(cycles, c)
	}
	return cycles
}

// CycleLengths are their lengths, the longest first.
func (p Perm) CycleLengths() (lengths []int) {
	for _, c := range p.Cycles() {
		lengths = append(lengths, len(c))
	}
	slices.SortFunc(lengths, func(a, b int) int { return b - a })
	return lengths
}

// Order is the number of repetitions after which p returns every card: the
// least common multiple of its cycle lengths.
func (p Perm) Order() *big.Int {
	order := big.NewInt(1)
	for _, c := range p.Cycles() {
		k := big.NewInt(int64(len(c)))
		g := new(big.Int).GCD(nil, nil, order, k)
		order.Mul(order, k.Quo(k, g))
	}
	return order
}

// MaxRanked is the largest n whose n! ranks fit 64 bits.
const MaxRanked = 20

// All yields all permutations of n, in the same slice, by exchanging the entry at each position
// with those at or after it, until yield returns false.
func All(n int, yield func(Perm) bool) {
	p := Identity(n)
	var each func(k int) bool
	each = func(k int) bool {
		if k == n {
			return yield(p)
		}
		for i := k; i < n; i++ {
			p[k], p[i] = p[i], p[k]
			ok := each(k + 1)
			p[k], p[i] = p[i], p[k]
			if !ok {
				return false
			}
		}
		return true
	}
	each(0)
}

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

// Descents counts the i with p[i] > p[i+1]: cards that end above the card that was just above them.
func (p Perm) Descents() int { return Descents(p) }

// Descents counts the i with s[i] > s[i+1], for numbers from 0 on, without a branch for each.
func Descents[T ~int | ~uint16 | ~uint32](s []T) int {
	count := uint64(0)
	for i := 1; i < len(s); i++ {
		count += (uint64(s[i]) - uint64(s[i-1])) >> 63
	}
	return int(count)
}

// RisingSequences is the number of rising sequences of the shuffled deck: the smallest number of
// runs of cards i, i+1, ..., j in which each lies somewhere below the one before. A run breaks
// where p descends. One riffle leaves at most 2, and m riffles at most 2^m (Bayer and Diaconis,
// Trailing the dovetail shuffle to its lair, 1992).
func (p Perm) RisingSequences() int {
	if len(p) == 0 {
		return 0
	}
	return p.Descents() + 1
}

// Peaks counts the cards of a deck, from top to bottom, that lie between two smaller ones.
func Peaks[T cmp.Ordered](deck []T) int {
	count := 0
	for j := 1; j+1 < len(deck); j++ {
		if deck[j-1] < deck[j] && deck[j] > deck[j+1] {
			count++
		}
	}
	return count
}
