package shuffle

import (
	"context"
	"math/big"

	"dovetail/perm"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
	"dovetail/perm/shuffle/outcome"
)

// These interfaces are what a model may know beside the methods of [Model]. A function of a similar
// name queries a model: it returns nil, or the zero value, for a model that does not implement the
// interface. Whether a model knows something may depend on its parameters, so that its method may
// return the same.

// LargeSampler has a dealer for decks of any size, in time and memory proportional to it, except
// for a factor of at most log n.
type LargeSampler interface {
	LargeDealer(n int) DealerOf[uint32]
}

// Movable has outcomes for n cards, 2 <= n <= [outcome.MaxCards], that can be moved: the state of a
// Markov chain that keeps the model's law. Sums over too many outcomes to enumerate are estimated
// by walks of such chains. An outcome owns scratch memory and so is for one goroutine. [NewOutcome]
// queries it.
type Movable interface {
	Outcome(n int) outcome.Outcome
}

// NewOutcome is an outcome of a model whose outcomes can be moved, or which has few of them;
// otherwise nil.
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

// Counted knows the number of permutations that the shuffle of n cards can make.
type Counted interface {
	Outcomes(n int) *big.Int
}

// OutcomesOf is the number of a model's outcomes, if it is known.
func OutcomesOf(m Model, n int) *big.Int {
	if m, ok := m.(Counted); ok {
		return m.Outcomes(n)
	}
	return nil
}

// Few reports whether a model is known to have at most n outcomes, which can be enumerated for any
// deck.
func Few(m Model, n int) bool {
	count := OutcomesOf(m, n)
	return count != nil && count.Cmp(big.NewInt(int64(n))) <= 0
}

// Rational knows an integer D such that the probability of every outcome at n is a multiple of 1/D,
// nil where they are not rational. It makes laws on S_n exact, where Support alone gives them only
// to a number of digits. The smaller it is, the smaller are the numbers in a word's law.
type Rational interface {
	Denominator(n int) *big.Int
}

// DenominatorOf is a model's denominator, if it is known.
func DenominatorOf(m Model, n int) *big.Int {
	if m, ok := m.(Rational); ok {
		return m.Denominator(n)
	}
	return nil
}

// Paired has a formula for its pair law at n, for 2 cards or more, which takes seconds for many.
// The law is nil once ctx is done.
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

// Classified knows all outcomes, as Support yields them, by class, where they come in few classes
// of equal probability.
type Classified interface {
	Classes(n int, bits uint) []Class
}

// Class is a number of equally likely outcomes. The probability of all of them together is Mass in
// fixed point, less than 4n units off.
type Class struct{ Count, Mass *big.Int }

// OneClass is the class of a shuffle with a number of outcomes, all equally likely.
func OneClass(count *big.Int, bits uint) []Class { return []Class{{count, fixed.Unit(bits)}} }

// Classes are the classes of a model that has them or has few outcomes, with a class each.
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

// HasClosed is implemented by shuffles with a closed form.
type HasClosed interface {
	Closed() Closed
}

// ClosedOf is the closed form of a model, if it has one.
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

// ByHand describes hands that cut the deck in two and drop cards from both packets: the probability
// that the top packet has c cards, c = 0..n, and the expected number of runs of k cards that fall
// from the same packet, k = 0..n.
type ByHand interface {
	Hands(n int) (cuts, runs []float64)
}

// HandsOf is these numbers of a model, if it knows them.
func HandsOf(m Model, n int) (cuts, runs []float64) {
	if m, ok := m.(ByHand); ok {
		return m.Hands(n)
	}
	return nil, nil
}

// InPackets splits the deck into packets, from one end of it, and joins them in reversed order,
// each unchanged. Packets have independent sizes of the same law; the last packet is the rest. Cell
// k of PacketSizes, the law of one packet drawn from n cards, holds P(size = k) in fixed point, at
// most two units of 2^-bits off; larger sizes count as n. MeanPacket is the mean of the size before
// it is rounded, and FromBottom reports whether packets are drawn from the bottom.
type InPackets interface {
	PacketSizes(n int, bits uint) []*big.Int
	MeanPacket() *big.Rat
	FromBottom() bool
}

// PacketsOf is the packets of a model, if it has any.
func PacketsOf(m Model) InPackets {
	if m, ok := m.(InPackets); ok && m.MeanPacket() != nil {
		return m
	}
	return nil
}
