// Package faro has the perfect shuffles of a deck: what they do to each position, the
// number of shuffles that bring the deck back, the group that they generate and how
// they bring a card to a position.
//
// A perfect shuffle cuts the deck into two packets and interleaves them card
// by card. Read from the top of the new deck, the out-shuffle begins with the
// top packet and the in-shuffle with the bottom packet. A deck of odd size has
// one packet larger by one card: always the packet that the new deck begins
// with, which then also ends it. With that cut each of the four cases is
// multiplication by 2:
//
//	kind  n     top packet  bottom packet  position i goes to    modulus of the order
//	out   even  n/2         n/2            2i mod n-1 (n-1 stays) n-1
//	out   odd   (n+1)/2     (n-1)/2        2i mod n               n
//	in    even  n/2         n/2            2i+1 mod n+1           n+1
//	in    odd   (n-1)/2     (n+1)/2        2i+1 mod n             n
//
// Positions i count from 0 here. In the in-shuffles i+1 goes to 2(i+1), and
// the order of each shuffle is the multiplicative order of 2 modulo the last
// column. Source: P. Diaconis, R. L. Graham and W. M. Kantor, The mathematics
// of perfect shuffles, 1983.
package faro

import (
	"fmt"

	"dovetail/perm"
	"dovetail/perm/modular"
)

// Kind says which packet the new deck begins with.
type Kind int

const (
	Out Kind = iota // the top card stays on top
	In              // the top card becomes the second
)

// String is the word used in flags and output.
func (k Kind) String() string {
	if k == In {
		return "in"
	}
	return "out"
}

// ParseKind reads out or in.
func ParseKind(s string) (k Kind, err error) {
	err = k.UnmarshalText([]byte(s))
	return k, err
}

func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

func (k *Kind) UnmarshalText(text []byte) error {
	switch string(text) {
	case "out":
		*k = Out
	case "in":
		*k = In
	default:
		return fmt.Errorf("kind=%q is not out or in", text)
	}
	return nil
}

// TopPacket is the number of cards cut off the top of n.
func (k Kind) TopPacket(n uint64) uint64 {
	if k == In {
		return n / 2
	}
	return n - n/2
}

// Modulus is the odd m such that the order of the shuffle of n >= 1 cards is
// the order of 2 modulo m.
func (k Kind) Modulus(n uint64) uint64 {
	switch {
	case n%2 == 1:
		return n
	case k == In:
		return n + 1
	default:
		return n - 1
	}
}

// Decks are the two deck sizes whose modulus is the odd m, the smaller first.
// The in-shuffle of no card at all counts as one of them when m is 1.
func (k Kind) Decks(m uint64) [2]uint64 {
	if k == In {
		return [2]uint64{m - 1, m}
	}
	return [2]uint64{m, m + 1}
}

// Order is the number of shuffles that restore n cards, 1 <= n < 2^63, with
// its proof.
func (k Kind) Order(n uint64) (modular.Certificate, error) {
	if n == 0 || n >= 1<<63 {
		return modular.Certificate{}, fmt.Errorf("a deck of %d cards is not in 1..2^63-1", n)
	}
	return modular.Order(2, k.Modulus(n))
}

// MaxDeck is the largest deck whose moduli are below 2^63.
const MaxDeck = 1<<63 - 1

// Goes is the position, from 0, that the card at position i of n goes to.
func (k Kind) Goes(n, i uint64) uint64 {
	top := k.TopPacket(n)
	if k == Out {
		if i < top {
			return 2 * i
		}
		return 2*(i-top) + 1
	}
	if i < top {
		return 2*i + 1
	}
	return 2 * (i - top)
}

// Perm is the shuffle of n cards as a permutation.
func (k Kind) Perm(n int) perm.Perm {
	p := make(perm.Perm, n)
	for i := range p {
		p[i] = int(k.Goes(uint64(n), uint64(i)))
	}
	return p
}

// Shuffled is the deck after one perfect shuffle, dealt out card by card as with real
// packets: a slow and obvious form of Goes.
func Shuffled[C any](k Kind, deck []C) []C {
	top := int(k.TopPacket(uint64(len(deck))))
	first, second := deck[:top], deck[top:]
	if k == In {
		first, second = second, first
	}
	mixed := make([]C, 0, len(deck))
	for i := range first {
		mixed = append(mixed, first[i])
		if i < len(second) {
			mixed = append(mixed, second[i])
		}
	}
	return mixed
}

// The other perfect shuffles are each built by handling the cards, so that their orders
// follow from the cycles. All begin with an identity deck 0..n-1, top card first, and
// return the new deck as a permutation.

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

// Monge takes the cards from the top one by one, the second above the first,
// the third below, the fourth above and so on.
func Monge(n int) perm.Perm {
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

// Milk draws the top and the bottom card together and puts each pair, top card
// above bottom card, on the pairs before it; a single card left goes on top.
func Milk(n int) perm.Perm {
	deck := make([]int, 0, n)
	if n%2 == 1 {
		deck = append(deck, n/2)
	}
	for i := n/2 - 1; i >= 0; i-- {
		deck = append(deck, i, n-1-i)
	}
	return perm.Perm(deck).Inverse()
}

// downUnder deals the top card down, the next under the packet in hand, and so on by turns; the cards lie as they were
// dealt, the first on top.
func downUnder(n int) perm.Perm {
	var deck []int
	hand := perm.Identity(n)
	for down := true; len(hand) > 0; down = !down {
		top := hand[0]
		if hand = hand[1:]; down {
			deck = append(deck, top)
		} else {
			hand = append(hand, top)
		}
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
