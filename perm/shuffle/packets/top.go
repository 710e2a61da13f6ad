package packets

import (
	"context"
	"fmt"
	"math/big"

	"dovetail/perm"
	"dovetail/perm/number"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
	"dovetail/perm/shuffle/outcome"
)

// top takes k cards off the top and puts them at random places, in any order: all
// n!/(n-k)! decks in which the others keep their order are equally likely. With one card it
// is the top-to-random shuffle of D. Aldous and P. Diaconis, Shuffling cards and stopping
// times (1986); with more that of P. Diaconis, J. Fill and J. Pitman, Analysis of top to
// random shuffles (1992).
type top struct {
	shuffle.AnyDeck
	cards int
}

// Top is the model by its parameters.
var Top = shuffle.NewKind("top", "put cards from the top at uniform places", func(p *shuffle.Params) shuffle.Model {
	return top{cards: p.Positive("cards", "1")}
})

func (s top) String() string {
	if s.cards == 1 {
		return "top"
	}
	return fmt.Sprintf("top(cards=%d)", s.cards)
}

// Check refuses more cards than there are.
func (s top) Check(n int) error {
	if s.cards > n {
		return fmt.Errorf("%d cards from the top are too many for %s; use cards=1..%d", s.cards, number.Count(n, "card"), n)
	}
	return nil
}

// Law is 1/n for every move of the first k cards. The others fill n-k places, any of C(n, k)
// sets, in order: the r-th of them, from 0, lands on the place j if r of the places lie
// above. Every cell is rounded once.
func (s top) Law(n int, bits uint) *shuffle.Law {
	l := shuffle.NewLaw(n, bits, 1)
	if n == 1 {
		l.Slack = 0
	}
	share := fixed.Ratio(big.NewInt(1), big.NewInt(int64(n)), bits)
	sets := new(big.Int).Binomial(int64(n), int64(s.cards))
	factor := new(big.Int)
	for i := range n {
		if i < s.cards {
			for j := range n {
				l.At(i, j).Set(share)
			}
			continue
		}
		r := i - s.cards
		ways := new(big.Int).Binomial(int64(n-1-r), int64(s.cards)) // C(j, r) C(n-1-j, n-1-i)
		for j := r; j <= i; j++ {
			l.At(i, j).Set(fixed.Ratio(ways, sets, bits))
			ways.Mul(ways, factor.SetInt64(int64(j+1)*int64(i-j)))
			if j < i {
				ways.Quo(ways, factor.SetInt64(int64(j+1-r)*int64(n-1-j)))
			}
		}
	}
	return l
}

// Pairs counts in the same way. A pair of places is filled by two cards of the first c, in
// either order; by one of them and the r-th of the others; or by two of the others. A cell
// is made of at most six roundings.
func (s top) Pairs(ctx context.Context, n int) *shuffle.PairLaw {
	law, choose := shuffle.NewPairLaw(n), shuffle.NewBinomials(n)
	law.Error = 8 * 0x1p-53
	c, sets := s.cards, choose.At(n, s.cards)
	return law.Fill(ctx, func(i, j, k, l int) (kept, swapped float64) {
		switch {
		case j <= c:
			kept = 1 / float64(n*(n-1))
			return kept, kept
		case i <= c:
			kept = choose.At(l-2, j-c-1) * choose.At(n-l, n-j) / (float64(c) * sets)
			return kept, choose.At(k-1, j-c-1) * choose.At(n-1-k, n-j) / (float64(c) * sets)
		}
		return choose.At(k-1, i-c-1) * choose.At(l-k-1, j-i-1) * choose.At(n-l, n-j) / sets, 0
	})
}

// Outcomes is n!/(n-k)!.
func (s top) Outcomes(n int) *big.Int { return new(big.Int).MulRange(int64(n-s.cards+1), int64(n)) }

// Denominator is n!/(n-k)!, too.
func (s top) Denominator(n int) *big.Int { return s.Outcomes(n) }

// Classes is one.
func (s top) Classes(n int, bits uint) []shuffle.Class {
	return shuffle.OneClass(s.Outcomes(n), bits)
}

// Support is the first k cards at all places.
func (s top) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	w := fixed.Ratio(big.NewInt(1), s.Outcomes(n), bits)
	if w.Sign() == 0 {
		return
	}
	p, used := make(perm.Perm, n), make([]bool, n)
	var place func(i int) bool
	place = func(i int) bool {
		if i == s.cards {
			for j := range n {
				if !used[j] {
					p[i] = j
					i++
				}
			}
			return yield(p, w)
		}
		for j := range n {
			if !used[j] {
				p[i], used[j] = j, true
				ok := place(i + 1)
				used[j] = false
				if !ok {
					return false
				}
			}
		}
		return true
	}
	place(0)
}

// Dealer moves the cards above the chosen place up by one. Several cards are mixed, and
// merged with the rest on a random set of places.
func (s top) Dealer(n int) shuffle.Dealer { return topped[uint16](s, n) }

func (s top) LargeDealer(n int) shuffle.DealerOf[uint32] { return topped[uint32](s, n) }

func topped[C shuffle.Card](s top, n int) shuffle.DealerOf[C] {
	if s.cards == 1 {
		return func(rng *draw.Stream, dst, src []C) {
			k := int(draw.Below(rng, uint64(n)))
			copy(dst, src[1:k+1])
			dst[k] = src[0]
			copy(dst[k+1:n], src[k+1:n])
		}
	}
	stir, set, merge, stirred := shuffle.UniformOf[C](s.cards), draw.NewSet(n), shuffle.MergerOf[C](), shuffle.Deck[C](n)
	return func(rng *draw.Stream, dst, src []C) {
		copy(stirred[s.cards:], src[s.cards:n])
		stir(rng, stirred, src)
		set.Resize(rng, set.Draw(rng), n-s.cards)
		merge(dst, stirred, set, s.cards)
	}
}

// Outcome is the deck. One card has few outcomes, which can be listed.
func (s top) Outcome(n int) outcome.Outcome {
	if s.cards == 1 {
		return nil
	}
	deal, src, dst := s.Dealer(n), shuffle.NewDeck(n), shuffle.NewDeck(n)
	return outcome.NewPlaces(n, s.cards, func(rng *draw.Stream) []uint16 {
		deal(rng, dst, src)
		return dst
	})
}
