package programs

import (
	"math/big"

	"dovetail/perm/shuffle"
)

// naive exchanges the card at each place, from the top down, with the card at any place: the most
// common mistake in the shuffle of Fisher and Yates, which draws from the places that are left. Its
// n^n ways cannot be divided into n! equal shares, as n - 1 does not divide n^n for n > 2 (J.
// Atwood, The danger of naivete, 2007).
type naive struct{ swaps }

// Naive is the model by its parameters.
var Naive = shuffle.NewKind("naive", "exchange the card at each place, from the top down, with one at any place",
	func(*shuffle.Params) shuffle.Model { return naive{swaps{steps: downwards}} })

// downwards are all places from the top.
func downwards(n int) []int {
	places := make([]int, n)
	for i := range places {
		places[i] = i
	}
	return places
}

func (naive) String() string { return "naive" }

// Law is
//
//	n P(x, j) = r^x + r^(n-1-j) - [j >= x] r^(x+n-1-j),  r = 1 - 1/n.
//
// After its step, place j has every card with probability 1/n. Before step x the card x is still
// there with probability r^x, and then goes anywhere: so each place after x has it with u = r^x/n,
// which no later step changes, as these only mix such places. At j <= x, each step after that of j
// multiplies the probability by r and adds the share of the place that is exchanged: none before
// step x, r^x/n there, u/n afterwards.
func (naive) Law(n int, bits uint) *shuffle.Law {
	l := shuffle.NewLaw(n, bits, 5)
	if n == 1 {
		l.Slack = 0
	}
	powers, over := powersBelow(n, 2*n, bits), big.NewInt(int64(n))
	for x := range n {
		for j := range n {
			cell := l.At(x, j).Add(powers[x], powers[n-1-j])
			if j >= x {
				cell.Sub(cell, powers[x+n-1-j])
			}
			cell.Quo(cell, over)
		}
	}
	return l
}
