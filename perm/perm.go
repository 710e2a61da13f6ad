// Package perm is the algebra of permutations of a deck.
//
// A permutation says where cards go: p[i] is the position that the card at
// position i moves to, as in the two-row notation of Ide and Okuda, eq. (2).
// Positions count from 0 here and from 1 in everything a user sees.
package perm

import (
	"fmt"
	"math/big"
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

// Cycles are the cycles of p, each from its smallest position, in order of it.
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
