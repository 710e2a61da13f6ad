package faro

import "dovetail/perm"

// The other perfect shuffles, each built by handling the cards, so that its
// order can be read off the cycles. All begin with an identity deck 0..n-1,
// top card first, and return the new deck as a permutation.

// handed cuts n = hands*r cards into hands packets of r and takes one card of
// each in turn: from the top packet first (out) or from the bottom one (in).
func handed(n, hands int, k Kind) perm.Perm {
	r := n / hands
	var deck []int
	for i := range r {
		for h := range hands {
			if k == In {
				h = hands - 1 - h
			}
			deck = append(deck, h*r+i)
		}
	}
	return perm.Perm(deck).Inverse()
}

// monge takes the cards from the top one by one, the second above the first,
// the third below, the fourth above and so on.
func monge(n int) perm.Perm {
	deck := make([]int, 0, n)
	for i := (n-1-n%2)/2*2 + 1; i > 0; i -= 2 {
		if i < n {
			deck = append(deck, i)
		}
	}
	for i := 0; i < n; i += 2 {
		deck = append(deck, i)
	}
	return perm.Perm(deck).Inverse()
}

// milk draws the top and the bottom card together and puts each pair, top card
// above bottom card, on the pairs before it; a single card left goes on top.
func milk(n int) perm.Perm {
	deck := make([]int, 0, n)
	if n%2 == 1 {
		deck = append(deck, n/2)
	}
	for i := n/2 - 1; i >= 0; i-- {
		deck = append(deck, i, n-1-i)
	}
	return perm.Perm(deck).Inverse()
}

// dealt deals n cards into piles in turn, each card on the pile's last, and
// gathers them with the first pile on top or with the last.
func dealt(n, piles int, firstOnTop bool) perm.Perm {
	var deck []int
	for j := range piles {
		if !firstOnTop {
			j = piles - 1 - j
		}
		for i := j + (n-1-j)/piles*piles; i >= 0; i -= piles {
			deck = append(deck, i)
		}
	}
	return perm.Perm(deck).Inverse()
}
