package packets

import (
	"context"
	"fmt"
	"math/big"
	"strconv"

	"dovetail/perm"
	"dovetail/perm/number"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
)

// parts divides the deck into parts, from the top, shuffles each of them by itself, and puts them together again. Then each
// part passes some cards from its top to the bottom of the part above it, the first part to the last: the whole deck is
// cut at that place. So a deck too large for two hands is shuffled in halves which exchange a half of their cards, and a
// shoe of several decks is washed in portions. Parts have n/count cards, rounded down, and the first ones one more until
// all cards are in one. Their laws are independent, so that those of the deck are products of them.
type parts struct {
	count, pass int // pass is -1 for half a part
	of          shuffle.Model
}

const maxParts = 64

// Parts is the model by its parameters.
var Parts = shuffle.NewKind("parts", "shuffle each part of the deck by itself, and pass cards from part to part",
	func(p *shuffle.Params) shuffle.Model {
		return &parts{count: p.Between("count", 1, maxParts, "2"), of: p.Model("of", "riffle"),
			pass: p.Whole("pass", 0, shuffle.MaxWhole, "half", "a whole number of at least 0, or half for half a part")}
	})

func (s *parts) String() string {
	pass := "half"
	if s.pass >= 0 {
		pass = strconv.Itoa(s.pass)
	}
	return fmt.Sprintf("parts(count=%d,of=%s,pass=%s)", s.count, s.of, pass)
}

// Check refuses parts that their shuffle refuses, and to pass more cards than a part has.
func (s *parts) Check(n int) error {
	if s.count > n {
		return fmt.Errorf("%d parts are too many for %s; use count=1..%d", s.count, number.Count(n, "card"), n)
	}
	if s.pass > n/s.count {
		return fmt.Errorf("pass=%d is more than the %s of a part", s.pass, number.Count(n/s.count, "card"))
	}
	for _, size := range s.sizes(n) {
		if err := s.of.Check(size); err != nil {
			return fmt.Errorf("a part of %s: %w", number.Count(size, "card"), err)
		}
	}
	return nil
}

// passed is the number of cards that a part passes.
func (s *parts) passed(n int) int {
	if s.pass < 0 {
		return n / s.count / 2
	}
	return s.pass
}

// first is where a part begins, or the last one ends.
func (s *parts) first(n, part int) int { return part*(n/s.count) + min(part, n%s.count) }

// part is the part of a position.
func (s *parts) part(n, position int) int {
	large, height := n%s.count, n/s.count
	if position < large*(height+1) {
		return position / (height + 1)
	}
	return large + (position-large*(height+1))/height
}

// sizes are the one or two sizes of parts, the larger first.
func (s *parts) sizes(n int) []int {
	if n%s.count == 0 {
		return []int{n / s.count}
	}
	return []int{n/s.count + 1, n / s.count}
}

// bySize computes something for each size.
func bySize[T any](s *parts, n int, of func(size int) T) map[int]T {
	all := map[int]T{}
	for _, size := range s.sizes(n) {
		all[size] = of(size)
	}
	return all
}

func (s *parts) size(n, part int) int { return s.first(n, part+1) - s.first(n, part) }

// Law is the law of the part, and 0 for other parts, before the cards are passed.
func (s *parts) Law(n int, bits uint) *shuffle.Law {
	laws := bySize(s, n, func(size int) *shuffle.Law { return s.of.Law(size, bits) })
	l, pass := shuffle.NewLaw(n, bits, 0), s.passed(n)
	for part := range s.count {
		at, law := s.first(n, part), laws[s.size(n, part)]
		l.Slack = max(l.Slack, law.Slack)
		for i := range law.N {
			for j := range law.N {
				l.At(at+i, (at+j-pass+n)%n).Set(law.At(i, j))
			}
		}
	}
	return l
}

// Pairs is the pair law of a part for two cards of it, and the product of two position laws for others.
func (s *parts) Pairs(ctx context.Context, n int) *shuffle.PairLaw {
	single := bySize(s, n, func(size int) []float64 { return s.of.Law(size, 128).Float() })
	law, pass := shuffle.NewPairLaw(n), s.passed(n)
	law.Error = 2 * float64(n) * 0x1p-52
	pairs := map[int]*shuffle.PairLaw{}
	for _, size := range s.sizes(n) {
		if size > 1 {
			if pairs[size] = shuffle.Pairs(ctx, s.of, size); pairs[size] == nil {
				return nil
			}
			law.Error = max(law.Error, pairs[size].Error)
		}
	}
	chance := func(x, y, to, yto int) float64 { // x < y and their ends, from 0, before cards are passed
		a, b := s.part(n, x), s.part(n, y)
		if s.part(n, to) != a || s.part(n, yto) != b {
			return 0
		}
		if a != b {
			i, j, k, l := s.first(n, a), s.first(n, b), s.size(n, a), s.size(n, b)
			return single[k][(x-i)*k+to-i] * single[l][(y-j)*l+yto-j]
		}
		at, size := s.first(n, a), s.size(n, a)
		cells, of := pairs[size].Kept, pairs[size]
		if to > yto {
			cells, to, yto = of.Swapped, yto, to
		}
		return cells[shuffle.PairIndex(size, x-at, y-at)*shuffle.PairCount(size)+shuffle.PairIndex(size, to-at, yto-at)]
	}
	return law.Fill(ctx, func(i, j, k, l int) (kept, swapped float64) {
		to, yto := (k-1+pass)%n, (l-1+pass)%n
		return chance(i-1, j-1, to, yto), chance(i-1, j-1, yto, to)
	})
}

// product multiplies something that the shuffle knows of each part, or is nil if it does not.
func (s *parts) product(n int, of func(shuffle.Model, int) *big.Int) *big.Int {
	all := big.NewInt(1)
	for part := range s.count {
		one := of(s.of, s.size(n, part))
		if one == nil {
			return nil
		}
		all.Mul(all, one)
	}
	return all
}

// Outcomes is the product over the parts.
func (s *parts) Outcomes(n int) *big.Int { return s.product(n, shuffle.OutcomesOf) }

// Denominator is the product, too.
func (s *parts) Denominator(n int) *big.Int { return s.product(n, shuffle.DenominatorOf) }

// maxClasses is the most classes of outcomes of all parts.
const maxClasses = 1 << 12

// Classes has a class for every choice of a class in each part.
func (s *parts) Classes(n int, bits uint) []shuffle.Class {
	of := bySize(s, n, func(size int) []shuffle.Class { return shuffle.Classes(s.of, size, bits+4) })
	all := shuffle.OneClass(big.NewInt(1), bits+4)
	for part := range s.count {
		classes := of[s.size(n, part)]
		if classes == nil || len(classes)*len(all) > maxClasses {
			return nil
		}
		var next []shuffle.Class
		for _, a := range all {
			for _, b := range classes {
				next = append(next, shuffle.Class{Count: new(big.Int).Mul(a.Count, b.Count), Mass: fixed.Times(a.Mass, b.Mass, bits+4)})
			}
		}
		all = next
	}
	for i := range all {
		all[i].Mass.Rsh(all[i].Mass, 4)
	}
	return all
}

// Support is every choice of an outcome in each part.
func (s *parts) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	p, pass := make(perm.Perm, n), s.passed(n)
	var choose func(part int, weight *big.Int) bool
	choose = func(part int, weight *big.Int) bool {
		if part == s.count {
			w := new(big.Int).Rsh(weight, 4)
			return w.Sign() == 0 || yield(p, w)
		}
		at, ok := s.first(n, part), true
		s.of.Support(s.size(n, part), bits+4, func(q perm.Perm, w *big.Int) bool {
			for i, j := range q {
				p[at+i] = (at + j - pass + n) % n
			}
			ok = choose(part+1, fixed.Times(weight, w, bits+4))
			return ok
		})
		return ok
	}
	choose(0, fixed.Unit(bits+4))
}

// Dealer deals each part.
func (s *parts) Dealer(n int) shuffle.Dealer { return partwise[uint16](s, n) }

// LargeDealer is like Dealer, if the shuffle of a part has one.
func (s *parts) LargeDealer(n int) shuffle.DealerOf[uint32] { return partwise[uint32](s, n) }

// A dealer may write a few cards past the end of its part, where the next part is dealt after it.
func partwise[C shuffle.Card](s *parts, n int) shuffle.DealerOf[C] {
	dealers := bySize(s, n, func(size int) shuffle.DealerOf[C] { return shuffle.DealerFor[C](s.of, size) })
	for _, deal := range dealers {
		if deal == nil {
			return nil
		}
	}
	dealt, pass := shuffle.Deck[C](n), s.passed(n)
	return func(rng *draw.Stream, dst, src []C) {
		for part := range s.count {
			at := s.first(n, part)
			dealers[s.size(n, part)](rng, dealt[at:], src[at:])
		}
		copy(dst, dealt[pass:n])
		copy(dst[n-pass:n], dealt[:pass])
	}
}
