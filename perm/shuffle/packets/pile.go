package packets

import (
	"context"
	"fmt"
	"math/big"

	"dovetail/perm"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
	"dovetail/perm/shuffle/outcome"
)

// pile deals the deck into k piles in turn, as deal does, and gathers them in random order: all k!
// orders of the piles are equally likely. Players of card games count their decks in this way, and
// take it for a shuffle.
//
// A card's place is its place in its pile, below the piles above it. Piles have b = n/k cards, rounded
// down, and the first n - kb of them one more. So the offset of a pile is a b + s with a piles above it,
// s of them tall: a is uniform, and s hypergeometric.
type pile struct {
	shuffle.AnyDeck
	piles int
	top   string
}

const (
	maxPiles     = 64
	maxPairPiles = 20 // for laws of pairs, whose time grows with the fourth power
)

// Pile is the model by its parameters.
var Pile = shuffle.NewKind("pile", "deal into piles in turn and gather them in random order",
	func(p *shuffle.Params) shuffle.Model {
		k := p.Between("piles", 1, maxPiles, "7")
		return &pile{piles: k, top: p.OneOf("top", "last", "last", "first")}
	})

func (s *pile) String() string { return fmt.Sprintf("pile(piles=%d,top=%s)", s.piles, s.top) }

// Check refuses more piles than cards.
func (s *pile) Check(n int) error { return enough(s.piles, n) }

// dealt is the deal whose piles are gathered in this order.
func (s *pile) dealt(order []int) *deal { return &deal{order: order, top: s.top} }

// heights are the heights of the piles, and the number of tall ones.
func (s *pile) heights(n int) (short, tall int) { return n / s.piles, n % s.piles }

// within is where a card lies in its pile, and whether the pile is tall.
func (s *pile) within(n, i int) (place int, tall bool) {
	height := (n - i%s.piles + s.piles - 1) / s.piles
	place = i / s.piles
	if s.top == "last" {
		place = height - 1 - place
	}
	_, count := s.heights(n)
	return place, i%s.piles < count
}

// offsets is the law of the number of cards above a pile.
func (s *pile) offsets(n int, tall bool) map[int]*big.Rat {
	short, others := s.heights(n)
	if tall {
		others--
	}
	law, k := map[int]*big.Rat{}, int64(s.piles)
	for a := range k {
		for t := max(0, a-(k-1-int64(others))); t <= min(a, int64(others)); t++ {
			ways := new(big.Int).Binomial(int64(others), t)
			ways.Mul(ways, new(big.Int).Binomial(k-1-int64(others), a-t))
			p := new(big.Rat).SetFrac(ways, new(big.Int).Mul(big.NewInt(k), new(big.Int).Binomial(k-1, a)))
			gain(law, int(a)*short+int(t), p)
		}
	}
	return law
}

func gain[K comparable](law map[K]*big.Rat, at K, p *big.Rat) {
	if law[at] == nil {
		law[at] = new(big.Rat)
	}
	law[at].Add(law[at], p)
}

// Law rounds every cell once.
func (s *pile) Law(n int, bits uint) *shuffle.Law {
	slack := int64(1)
	if s.piles == 1 {
		slack = 0
	}
	l := shuffle.NewLaw(n, bits, slack)
	for _, tall := range []bool{false, true} {
		offsets := map[int]*big.Int{}
		for offset, p := range s.offsets(n, tall) {
			offsets[offset] = fixed.Ratio(p.Num(), p.Denom(), bits)
		}
		for i := range n {
			if place, is := s.within(n, i); is == tall {
				for offset, p := range offsets {
					l.At(i, offset+place).Set(p)
				}
			}
		}
	}
	return l
}

// both is the law of the numbers of cards above two piles, which may be tall.
func (s *pile) both(n int, tall [2]bool) map[[2]int]*big.Rat {
	short, others := s.heights(n)
	heights := [2]int{short, short}
	for i, is := range tall {
		if is {
			heights[i]++
			others--
		}
	}
	k := s.piles - 2 // piles beside the two
	law := map[[2]int]*big.Rat{}
	all := new(big.Int).Binomial(int64(k), int64(others))
	all.Mul(all, big.NewInt(int64(s.piles*(s.piles-1))))
	choose := func(n, k int) *big.Int { return new(big.Int).Binomial(int64(n), int64(k)) }
	for a := range k + 1 { // above the upper of the two
		for c := range k - a + 1 { // between them
			for t := range min(a, others) + 1 {
				for u := range min(c, others-t) + 1 {
					if others-t-u > k-a-c {
						continue
					}
					ways := choose(a, t)
					ways.Mul(ways, choose(c, u))
					ways.Mul(ways, choose(k-a-c, others-t-u))
					p := new(big.Rat).SetFrac(ways, all)
					above := a*short + t
					gain(law, [2]int{above, above + heights[0] + c*short + u}, p)
					gain(law, [2]int{above + heights[1] + c*short + u, above}, p)
				}
			}
		}
	}
	return law
}

func rounded[K comparable](law map[K]*big.Rat) map[K]float64 {
	all := map[K]float64{}
	for at, p := range law {
		all[at], _ = p.Float64()
	}
	return all
}

// Pairs enumerates pairs of cards: those of one pile keep their distance and order, those of two
// have the law of their offsets. Every cell is rounded once.
func (s *pile) Pairs(ctx context.Context, n int) *shuffle.PairLaw {
	if s.piles > maxPairPiles {
		return nil
	}
	law, size := shuffle.NewPairLaw(n), shuffle.PairCount(n)
	law.Error = 0x1p-53
	one, two := map[bool]map[int]float64{}, map[[2]bool]map[[2]int]float64{}
	for i := range n {
		if ctx.Err() != nil {
			return nil
		}
		first, tallFirst := s.within(n, i)
		for j := i + 1; j < n; j++ {
			second, tallSecond := s.within(n, j)
			row := shuffle.PairIndex(n, i, j) * size
			put := func(x, y int, p float64) {
				if x < y {
					law.Kept[row+shuffle.PairIndex(n, x, y)] += p
				} else {
					law.Swapped[row+shuffle.PairIndex(n, y, x)] += p
				}
			}
			if i%s.piles == j%s.piles {
				if one[tallFirst] == nil {
					one[tallFirst] = rounded(s.offsets(n, tallFirst))
				}
				for offset, p := range one[tallFirst] {
					put(offset+first, offset+second, p)
				}
				continue
			}
			tall := [2]bool{tallFirst, tallSecond}
			if two[tall] == nil {
				two[tall] = rounded(s.both(n, tall))
			}
			for at, p := range two[tall] {
				put(at[0]+first, at[1]+second, p)
			}
		}
	}
	return law
}

// Outcomes is k!, for no pile is empty.
func (s *pile) Outcomes(int) *big.Int { return new(big.Int).MulRange(1, int64(s.piles)) }

// Denominator is k!, too.
func (s *pile) Denominator(n int) *big.Int { return s.Outcomes(n) }

// Classes is one.
func (s *pile) Classes(n int, bits uint) []shuffle.Class {
	return shuffle.OneClass(s.Outcomes(n), bits)
}

// Support is all orders of the piles.
func (s *pile) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	w := fixed.Ratio(big.NewInt(1), s.Outcomes(n), bits)
	if w.Sign() == 0 {
		return
	}
	perm.All(s.piles, func(order perm.Perm) bool { return yield(s.dealt(order).stacked(n), w) })
}

// Outcome is the order of the piles. Few orders can be listed.
func (s *pile) Outcome(n int) outcome.Outcome {
	if shuffle.Few(s, n) {
		return nil
	}
	return outcome.NewOrder(s.piles, func(order []int, to *outcome.Sources) {
		place := 0
		for _, pile := range order {
			height := (n - pile + s.piles - 1) / s.piles
			for k := range height {
				at := place + k
				if s.top == "last" {
					at = place + height - 1 - k
				}
				to[at] = uint8(pile + k*s.piles)
			}
			place += height
		}
	})
}

// Dealer draws an order of the piles.
func (s *pile) Dealer(n int) shuffle.Dealer { return piled[uint16](s, n) }

func (s *pile) LargeDealer(n int) shuffle.DealerOf[uint32] { return piled[uint32](s, n) }

func piled[C shuffle.Card](s *pile, n int) shuffle.DealerOf[C] {
	order, last := perm.Identity(s.piles), s.top == "last"
	return func(rng *draw.Stream, dst, src []C) {
		for i := range order { // from the new deck's order, so that a deal depends on its stream alone
			order[i] = i
		}
		for i := s.piles - 1; i > 0; i-- {
			j := int(draw.Below(rng, uint64(i+1)))
			order[i], order[j] = order[j], order[i]
		}
		place := 0
		for _, pile := range order {
			height := (n - pile + s.piles - 1) / s.piles
			for k := range height {
				if last {
					dst[place+height-1-k] = src[pile+k*s.piles]
				} else {
					dst[place+k] = src[pile+k*s.piles]
				}
			}
			place += height
		}
	}
}
