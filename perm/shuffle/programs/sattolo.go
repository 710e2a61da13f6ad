package programs

import (
	"context"
	"math/big"

	"dovetail/perm"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
)

// sattolo exchanges, from the last place up, the card at each place with one strictly above it: the shuffle of Fisher
// and Yates with a range that is one too short. All (n-1)! permutations of a single cycle are equally likely, and no
// card stays where it was (S. Sattolo, An algorithm to generate a random cyclic permutation, 1986).
type sattolo struct{ shuffle.AnyDeck }

// Sattolo is the model by its parameters.
var Sattolo = shuffle.NewKind("sattolo", "exchange the card at each place, from the last up, with one strictly above it",
	func(*shuffle.Params) shuffle.Model { return sattolo{} })

func (sattolo) String() string { return "sattolo" }

// Law is 1/(n-1) for every other place.
func (sattolo) Law(n int, bits uint) *shuffle.Law {
	l := shuffle.NewLaw(n, bits, 1)
	if n <= 2 {
		l.Slack = 0
	}
	if n == 1 {
		l.At(0, 0).Set(fixed.Unit(bits))
		return l
	}
	share := fixed.Ratio(big.NewInt(1), big.NewInt(int64(n-1)), bits)
	for x := range n {
		for j := range n {
			if x != j {
				l.At(x, j).Set(share)
			}
		}
	}
	return l
}

// Pairs is 1/((n-1)(n-2)) wherever two arrows x to a and y to b can be of one cycle of all cards: none of them stays,
// and two cards do not change places with each other, except where there are only two.
func (sattolo) Pairs(ctx context.Context, n int) *shuffle.PairLaw {
	law := shuffle.NewPairLaw(n)
	if n == 2 {
		law.Swapped[0] = 1
		return law
	}
	law.Error = 0x1p-52
	share := 1 / float64((n-1)*(n-2))
	return law.Fill(ctx, func(x, y, a, b int) (kept, swapped float64) {
		if a != x && b != y {
			kept = share
		}
		if b != x && a != y && (a != x || b != y) {
			swapped = share
		}
		return kept, swapped
	})
}

// Outcomes is (n-1)!.
func (sattolo) Outcomes(n int) *big.Int { return new(big.Int).MulRange(1, int64(n-1)) }

// Denominator is (n-1)!, too.
func (s sattolo) Denominator(n int) *big.Int { return s.Outcomes(n) }

// Classes is one.
func (s sattolo) Classes(n int, bits uint) []shuffle.Class {
	return shuffle.OneClass(s.Outcomes(n), bits)
}

// Support is all cycles: the card that each leads to from the first one on.
func (s sattolo) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	w := fixed.Ratio(big.NewInt(1), s.Outcomes(n), bits)
	if w.Sign() == 0 {
		return
	}
	cycle := make(perm.Perm, n)
	perm.All(n-1, func(p perm.Perm) bool {
		at := 0
		for _, next := range p {
			cycle[at] = next + 1
			at = next + 1
		}
		cycle[at] = 0
		return yield(cycle, w)
	})
}

// Dealer does the exchanges.
func (sattolo) Dealer(n int) shuffle.Dealer { return cycled[uint16](n) }

func (sattolo) LargeDealer(n int) shuffle.DealerOf[uint32] { return cycled[uint32](n) }

func cycled[C shuffle.Card](n int) shuffle.DealerOf[C] {
	return func(rng *draw.Stream, dst, src []C) {
		dst = dst[:n]
		copy(dst, src[:n])
		for i := n - 1; i > 0; i-- {
			j := draw.Below(rng, uint64(i))
			dst[i], dst[j] = dst[j], dst[i]
		}
	}
}
