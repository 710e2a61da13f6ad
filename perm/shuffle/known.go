package shuffle

import (
	"context"
	"math/big"

	"dovetail/perm"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
	"dovetail/perm/shuffle/outcome"
)

// What a model may know beside the methods of [Model], an interface each. A function of a similar name asks a
// model: it answers nil, or the zero value, for a model that does not know. Whether a model knows may depend on its
// parameters, so that its method may answer the same.

// LargeSampler has a dealer for decks of any size, in time and memory in proportion to it, except for a
// factor of log n at most.
type LargeSampler interface {
	LargeDealer(n int) DealerOf[uint32]
}

// Movable has outcomes for n cards, 2 <= n <= [outcome.MaxCards], that can be moved about: the state of a Markov chain that
// keeps the model's law. Sums over all outcomes that nobody can go through are estimated by walks of such chains. An
// outcome owns scratch memory and so serves one goroutine. [NewOutcome] asks.
type Movable interface {
	Outcome(n int) outcome.Outcome
}

// NewOutcome is an outcome of a model that has outcomes to move, or few of them; or nil.
func NewOutcome(m Model, n int) outcome.Outcome {
	if n < 2 || n > outcome.MaxCards {
		return nil
	}
	if m, ok := m.(Movable); ok {
		if o := m.Outcome(n); o != nil {
			return o
		}
	}
	if Few(m, n) {
		return outcome.NewListed(func(yield func(perm.Perm, *big.Int) bool) { m.Support(n, draw.Bits, yield) })
	}
	return nil
}

// Counted knows the number of permutations that n cards can come to.
type Counted interface {
	Outcomes(n int) *big.Int
}

// OutcomesOf asks a model for the number of its outcomes.
func OutcomesOf(m Model, n int) *big.Int {
	if m, ok := m.(Counted); ok {
		return m.Outcomes(n)
	}
	return nil
}

// Few reports whether a model is known to have at most n outcomes, which can be gone
// through at any n.
func Few(m Model, n int) bool {
	count := OutcomesOf(m, n)
	return count != nil && count.Cmp(big.NewInt(int64(n))) <= 0
}

// Rational knows a whole number D such that the probability of every outcome at n is a multiple of 1/D; nil where
// they are not rational. It makes laws on S_n exact where Support alone gives them only to any number of digits.
// The smaller it is, the smaller are the numbers that a word's law is made of.
type Rational interface {
	Denominator(n int) *big.Int
}

// DenominatorOf asks a model for its denominator.
func DenominatorOf(m Model, n int) *big.Int {
	if m, ok := m.(Rational); ok {
		return m.Denominator(n)
	}
	return nil
}

// Paired has a formula for its pair law at n, from 2 cards on, which takes seconds for many; nil once
// ctx is done.
type Paired interface {
	Pairs(ctx context.Context, n int) *PairLaw
}

// Pairs is the pair law of a model that has a formula for it or few outcomes, unless ctx is done before.
func Pairs(ctx context.Context, m Model, n int) (law *PairLaw) {
	if m, ok := m.(Paired); ok {
		law = m.Pairs(ctx, n)
	}
	if law == nil && Few(m, n) {
		law = SupportPairs(m, n)
	}
	return law
}

// Classified knows all ways the shuffle can fall, as Support yields them, by class, where
// they come in few classes of the same probability.
type Classified interface {
	Classes(n int, bits uint) []Class
}

// Class is a number of equally likely outcomes: the probability of all of them
// together is Mass in fixed point, less than 4n units off.
type Class struct{ Count, Mass *big.Int }

// OneClass is that of a shuffle with a number of outcomes, all equally likely.
func OneClass(count *big.Int, bits uint) []Class { return []Class{{count, fixed.Unit(bits)}} }

// Classes are those of a model that has classes or few outcomes, a class each.
func Classes(m Model, n int, bits uint) (classes []Class) {
	if m, ok := m.(Classified); ok {
		classes = m.Classes(n, bits)
	}
	if classes == nil && Few(m, n) {
		m.Support(n, bits, func(_ perm.Perm, weight *big.Int) bool {
			classes = append(classes, Class{big.NewInt(1), new(big.Int).Set(weight)})
			return true
		})
	}
	return classes
}

// HasClosed is of the shuffles that have closed forms.
type HasClosed interface {
	Closed() Closed
}

// ClosedOf says which of the shuffles with closed forms a model is.
func ClosedOf(m Model) Closed {
	if m, ok := m.(HasClosed); ok {
		return m.Closed()
	}
	return Closed{}
}

// Likely knows the logarithm of the probability of every deck.
type Likely interface {
	LogChance(n int) func(deck []uint16) float64
}

// ByHand knows what one can see hands do that cut the deck in two and drop cards from
// both packets: the probability that the top packet has c cards, c = 0..n, and the
// expected number of runs of k cards that fall from the same packet, k = 0..n.
type ByHand interface {
	Hands(n int) (cuts, runs []float64)
}

// HandsOf asks a model for them.
func HandsOf(m Model, n int) (cuts, runs []float64) {
	if m, ok := m.(ByHand); ok {
		return m.Hands(n)
	}
	return nil, nil
}

// InPackets takes the deck apart into packets, from one end of it, and puts them together in reversed
// order, each as it was. Packets have independent sizes of the same law; the last is
// what is left. Cell k of PacketSizes, the law of one packet drawn from n cards, holds P(size = k) in fixed point, at
// most two units of 2^-bits off; larger sizes count as n. MeanPacket is the mean of the size before it is rounded,
// and FromBottom reports whether packets are drawn from the bottom.
type InPackets interface {
	PacketSizes(n int, bits uint) []*big.Int
	MeanPacket() *big.Rat
	FromBottom() bool
}

// PacketsOf asks a model for its packets.
func PacketsOf(m Model) InPackets {
	if m, ok := m.(InPackets); ok && m.MeanPacket() != nil {
		return m
	}
	return nil
}
