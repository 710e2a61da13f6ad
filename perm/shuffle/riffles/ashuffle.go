package riffles

import (
	"fmt"
	"math/big"
	"math/bits"

	"dovetail/perm"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
	"dovetail/perm/shuffle/outcome"
)

// aShuffle is the a-shuffle of D. Bayer and P. Diaconis, Trailing the dovetail shuffle to its lair
// (1992): the deck is cut into a packets of multinomial sizes, and all interleavings of them are
// equally likely. Backwards, every card is given one of a labels, uniformly and independently, and
// the deck is sorted by label, with equal labels in their old order. The 2-shuffle is the riffle
// with the binomial cut, and m of these are one 2^m-shuffle.
type aShuffle struct {
	shuffle.AnyDeck
	a int
}

// MaxPackets keeps a label within 16 bits.
const MaxPackets = 1 << 16

// AShuffle is the model by its parameters.
var AShuffle = shuffle.NewKind("ashuffle", "cut into a packets and interleave, all labellings equally likely",
	func(p *shuffle.Params) shuffle.Model {
		return aShuffle{a: p.Between("a", 1, MaxPackets, "3")}
	})

func (s aShuffle) String() string { return fmt.Sprintf("ashuffle(a=%d)", s.a) }

// Closed says that it is one.
func (s aShuffle) Closed() shuffle.Closed { return shuffle.Closed{Packets: s.a} }

// Law sums over the label s of the card that lands on position j (from 1). It
// started at position i if i-1 cards sort before it: any above it with a label up
// to s, and any below it with a smaller one. With u_s = (a-s) + s x and
// v_s = u_s + x - 1 the law of column j has the generating function
//
//	sum_i P(i, j) x^(i-1) = a^-n F(n, j),  F(n, j) = sum_s v_s^(j-1) u_s^(n-j),
//
// and as one factor v = u + (x-1) can be split off,
//
//	F(n, j+1) = F(n, j) + (x-1) F(n-1, j):
//
// from the first columns of smaller decks all others follow by additions. The
// right half of the columns mirrors the left, P(i, j) = P(n+1-i, n+1-j), as the
// labels can be read from the other end.
//
// Slack: first columns are at most n units off (see firstColumns), and J columns multiply that by
// 3^(J-1) at most. The guard of 2J + log2 n bits brings it below a unit of the answer, which has a
// rounding of its own. If a is a power of two and bits >= n log2 a, or for one card, no bits are
// ever cut off.
func (s aShuffle) Law(n int, fraction uint) *shuffle.Law {
	l := shuffle.NewLaw(n, fraction, 2)
	if n == 1 || s.exact(n, fraction) {
		l.Slack = 0
	}
	s.columns(n, (n+1)/2, fraction, big.NewRat(1, 1), s.labelSums(powerSums(s.a, n-1)), func(j int, column []*big.Int) {
		for i, p := range column {
			l.At(i, j).Set(p)
			l.At(n-1-i, n-1-j).Set(p)
		}
	})
	return l
}

// exact reports whether no bits are ever cut off.
func (s aShuffle) exact(n int, fraction uint) bool {
	return s.a&(s.a-1) == 0 && fraction >= uint(n*bits.Len(uint(s.a-1)))
}

// columns yields the first columns, for any set of labels with the power sums h, and with p(x-1)
// instead of x-1: the first column of a deck smaller by d cards is multiplied by p^d, and the steps
// are those for p = 1.
func (s aShuffle) columns(n, count int, fraction uint, p *big.Rat, h []*big.Int, yield func(j int, column []*big.Int)) {
	guard := uint(2*count + bits.Len(uint(n)))
	f := s.firstColumns(n, count, fraction+guard, h)
	power, whole := big.NewInt(1), big.NewInt(1)
	for d := 1; d < count && p.Num().Cmp(p.Denom()) != 0; d++ {
		power.Mul(power, p.Num())
		whole.Mul(whole, p.Denom())
		for k := range f[d] {
			f[d][k].Mul(&f[d][k], power).Quo(&f[d][k], whole)
		}
	}
	column := make([]*big.Int, n)
	for j := range count {
		for i := range n {
			column[i] = new(big.Int)
			if f[0][i].Sign() > 0 {
				column[i].Rsh(&f[0][i], guard)
			}
		}
		yield(j, column)
		for d := range count - 1 - j {
			for k := range f[d+1] {
				f[d][k].Sub(&f[d][k], &f[d+1][k])
				f[d][k+1].Add(&f[d][k+1], &f[d+1][k])
			}
		}
	}
}

// firstColumns is a^-n F(n-d, 1) for d = 0..count-1, as coefficients of x^k. With
// power sums h of labels the first is
//
//	a^-n F(n, 1) = a^-n sum_k C(n-1, k) h(n-1, k) x^k,  h(m, k) = sum_s s^k (a-s)^(m-k),
//
// and since C(m-1, k) h(m-1, k) = [(m-k) C(m, k) h(m, k) + (k+1) C(m, k+1) h(m, k+1)] / (m a)
// a smaller deck's follows from the next larger one's, each step dividing by a
// once. The factors of a step add up to (m+1)/(m a), at most 1 for a >= 2: so
// errors grow by the step's own unit, to n at most. For a = 1 nothing is rounded.
func (s aShuffle) firstColumns(n, count int, bits uint, h []*big.Int) [][]big.Int {
	power := s.Denominator(n)
	f := make([][]big.Int, count)
	f[0] = make([]big.Int, n)
	for k, sum := range h {
		sum.Mul(sum, new(big.Int).Binomial(int64(n-1), int64(k)))
		f[0][k].Set(fixed.Ratio(sum, power, bits))
	}
	var term, factor big.Int
	for d := 1; d < count; d++ {
		m := n - d
		f[d] = make([]big.Int, m)
		whole := big.NewInt(int64(m) * int64(s.a))
		for k := range f[d] {
			sum := &f[d][k]
			sum.Mul(&f[d-1][k], factor.SetInt64(int64(m-k)))
			sum.Add(sum, term.Mul(&f[d-1][k+1], factor.SetInt64(int64(k+1))))
			sum.Quo(sum, whole)
		}
	}
	return f
}

// labelSums is h(m, k) for k = 0..m, from the power sums h(k, k) = sum_s s^k, k = 0..m, by
// h(m, k) = a h(m-1, k) - h(m, k+1).
func (s aShuffle) labelSums(powers []*big.Int) []*big.Int {
	a := big.NewInt(int64(s.a))
	sums := make([]*big.Int, 0, len(powers))
	for k, p := range powers {
		sums = append(sums, p)
		for j := k - 1; j >= 0; j-- {
			sums[j].Mul(sums[j], a)
			sums[j].Sub(sums[j], sums[j+1])
		}
	}
	return sums
}

// powerSums is S(k) = sum_(s<a) s^k for k = 0..m, which telescopes:
// sum_(j<=k) C(k+1, j) S(j) = a^(k+1).
func powerSums(a, m int) []*big.Int {
	powers := make([]*big.Int, m+1)
	var term, choose big.Int
	for k := range powers {
		p := new(big.Int).Exp(big.NewInt(int64(a)), big.NewInt(int64(k)+1), nil)
		choose.SetInt64(1)
		for j := range k {
			p.Sub(p, term.Mul(&choose, powers[j]))
			choose.Mul(&choose, term.SetInt64(int64(k+1-j)))
			choose.Quo(&choose, term.SetInt64(int64(j)+1))
		}
		powers[k] = p.Quo(p, term.SetInt64(int64(k)+1))
	}
	return powers
}

// Denominator is a^n: every card comes from one of a packets.
func (s aShuffle) Denominator(n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(s.a)), big.NewInt(int64(n)), nil)
}

// Outcomes is the number of permutations with at most a rising sequences. By the theorem that
// Support cites b^n = sum_r E(r) C(b+n-r, n) for every b, where E(r) is the number with r of them.
// For generating functions in x^b this says that sum_r E(r) x^r is (1-x)^(n+1) sum_b b^n x^b.
// Dividing by 1-x adds up E to
//
//	sum_(r<=a) E(r) = sum_(j<a) (-1)^j C(n, j) (a-j)^n.
func (s aShuffle) Outcomes(n int) *big.Int {
	sum, term := new(big.Int), new(big.Int)
	for j := range min(s.a, n+1) {
		term.Exp(big.NewInt(int64(s.a-j)), big.NewInt(int64(n)), nil)
		term.Mul(term, new(big.Int).Binomial(int64(n), int64(j)))
		if j%2 == 1 {
			term.Neg(term)
		}
		sum.Add(sum, term)
	}
	return sum
}

// Support is every permutation with at most a rising sequences: with r of them it
// has probability C(a+n-r, n)/a^n (Bayer and Diaconis, theorem 1). A rising sequence
// begins with the first card and wherever card i lies above card i-1 in the mixed
// deck, p[i] < p[i-1].
func (s aShuffle) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	if s.a == 1 {
		yield(perm.Identity(n), fixed.Unit(bits))
		return
	}
	power := s.Denominator(n)
	weight := make([]*big.Int, min(n, s.a)+1)
	for r := range weight {
		ways := new(big.Int).Binomial(int64(s.a+n-r), int64(n))
		weight[r] = fixed.Ratio(ways, power, bits)
	}
	p := make(perm.Perm, n)
	used := make([]bool, n)
	var place func(i, rising int) bool
	place = func(i, rising int) bool {
		if i == n {
			return weight[rising].Sign() == 0 || yield(p, weight[rising])
		}
		for j := range n {
			r := rising
			if i == 0 || j < p[i-1] {
				r++
			}
			if used[j] || r > s.a {
				continue
			}
			p[i], used[j] = j, true
			ok := place(i+1, r)
			used[j] = false
			if !ok {
				return false
			}
		}
		return true
	}
	place(0, 0)
}

// Dealer gives every position a label and sorts the positions by them: card i goes to the
// i-th of these.
func (s aShuffle) Dealer(n int) shuffle.Dealer { return labelled[uint16](s, n) }

func (s aShuffle) LargeDealer(n int) shuffle.DealerOf[uint32] { return labelled[uint32](s, n) }

func labelled[C shuffle.Card](s aShuffle, n int) shuffle.DealerOf[C] {
	digits := draw.NewDigits(s.a, n)
	sorted := sortedLabels[C](s.a, n, digits.Draw)
	return func(rng *draw.Stream, dst, src []C) {
		order, _ := sorted(rng)
		for i, j := range order {
			dst[j] = src[i]
		}
	}
}

// sortedLabels draws n labels below a and sorts the numbers 0..n-1 by them, byte by byte from the
// lowest, with equal labels in order.
func sortedLabels[C shuffle.Card](a, n int, drawn func(*draw.Stream, []uint16)) func(*draw.Stream) (order []C, labels []uint16) {
	labels := make([]uint16, n)
	inOrder, order, next := shuffle.Deck[C](n), shuffle.Deck[C](n), shuffle.Deck[C](n)
	return func(rng *draw.Stream) ([]C, []uint16) {
		drawn(rng, labels)
		copy(order, inOrder)
		for shift := 0; (a-1)>>shift > 0; shift += 8 {
			var ends [257]C
			for _, label := range labels {
				ends[(label>>shift&255)+1]++
			}
			for b := range min(a, 256) {
				ends[b+1] += ends[b]
			}
			for _, j := range order[:n] {
				b := labels[j] >> shift & 255
				next[ends[b]] = j
				ends[b]++
			}
			order, next = next, order
		}
		return order[:n], labels
	}
}

// Outcome is a label for every card.
func (s aShuffle) Outcome(n int) outcome.Outcome {
	if s.a < 2 || s.a > outcome.MaxLabels {
		return nil
	}
	return outcome.NewLabels(n, s.a)
}

// NewAShuffle is the a-shuffle, 1 <= a <= 65536.
func NewAShuffle(a int) shuffle.Model { return aShuffle{a: a} }
