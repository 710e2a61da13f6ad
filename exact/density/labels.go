package density

import (
	"math/big"
	"slices"

	"dovetail/perm/shuffle"
)

// In some riffles each position gets a card of the top packet with probability p, independently.
// Such a riffle gives every card a bit of this law, and is undone by a stable sort by the bits. A
// block of such riffles and of a-shuffles therefore gives the cards independent labels, with the
// first shuffle's part the highest, and with probabilities q(x) that are products. Labels lead to a
// deck exactly if they never fall from one card to the next, and rise where the next card lies
// above it. So
//
//	n! P = n! sum of q(x_0) ... q(x_(n-1)) over such labels,
//
// which is summed card by card: s_c(x) is q(x) times the sum of s_(c-1)(y) over y <= x, or over y <
// x where labels must rise. All q(x) are equal where every p is 1/2. Then the number of rises is
// enough (rising.go).
//
// A shelf machine sorts the old deck by labels, as an inverse riffle does, but cards of one label
// that says "on top" come out in reversed order. So along the new deck labels never fall. They must
// rise at a rise of the cards if the label's cards come out reversed, and otherwise at a fall.
// After other shuffles the part of the last one is the highest. Where that reverses its cards,
// those of one part are in the reversed order of the labels of the shuffles before it, which fall
// where they rose.

// label is one of a card's labels.
type label struct {
	chance float64
	falls  bool // cards of this label come out in reversed order
}

// part is one of a card's labels in one letter, with its exact probability.
type part struct {
	chance *big.Rat
	falls  bool
}

// maxLabels is the most labels over which is summed.
const maxLabels = 1 << 13

// parts are the labels of a card in one letter of a block, or nil.
func parts(m shuffle.Model) []part {
	c := shuffle.ClosedOf(m)
	switch {
	case c.Shelves > 0 && 2*c.Shelves <= maxLabels:
		side := c.Side
		if side == nil {
			side = big.NewRat(1, 2)
		}
		each := big.NewRat(1, int64(c.Shelves))
		above := new(big.Rat).Mul(each, side)
		both := []part{{above, true}, {new(big.Rat).Sub(each, above), false}}
		both = slices.DeleteFunc(both, func(x part) bool { return x.chance.Sign() == 0 })
		return slices.Repeat(both, c.Shelves)
	case c.Top != nil:
		return []part{{c.Top, false}, {new(big.Rat).Sub(big.NewRat(1, 1), c.Top), false}}
	case 0 < c.Packets && c.Packets <= maxLabels:
		return slices.Repeat([]part{{big.NewRat(1, int64(c.Packets)), false}}, c.Packets)
	}
	return nil
}

// labels is the law of a block by a card's labels, with the first shuffle's part the highest.
type labels []label

// newLabels is nil if there are too many labels. A riffle between two reversals of the deck takes
// its packets from the other end.
func newLabels(models []shuffle.Model, over []bool) blockLaw {
	exact := []part{{big.NewRat(1, 1), false}}
	for i, m := range slices.Backward(models) {
		law := parts(m)
		if law == nil || len(exact)*len(law) > maxLabels {
			return nil
		}
		if over[i] {
			slices.Reverse(law)
		}
		turned := slices.Clone(exact)
		slices.Reverse(turned)
		var next []part
		for _, x := range law {
			lower := exact
			if x.falls {
				lower = turned
			}
			for _, y := range lower {
				next = append(next, part{new(big.Rat).Mul(x.chance, y.chance), x.falls != y.falls})
			}
		}
		exact = next
	}
	var all labels
	for _, x := range exact {
		f, _ := x.chance.Float64()
		all = append(all, label{f, x.falls})
	}
	return all
}

func (labels) String() string { return "labels" }

// With labels, a card sums at most all of them.
func (all labels) roundings(n int) int { return n * len(all) }

func (all labels) New() Density {
	s := make([]float64, len(all))
	return func(t []uint16) (sum float64) {
		for x, l := range all {
			s[x] = l.chance
		}
		for c := 1; c < len(t); c++ {
			below, times, falls := 0.0, float64(c+1), t[c] < t[c-1]
			for x, l := range all {
				upTo := below + s[x]
				if l.falls != falls {
					s[x] = below * l.chance * times
				} else {
					s[x] = upTo * l.chance * times
				}
				below = upTo
			}
		}
		for _, x := range s {
			sum += x
		}
		return sum
	}
}
