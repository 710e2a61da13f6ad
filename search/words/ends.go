package words

import (
	"cmp"
	"math/big"
)

// An EndOrder puts words in order by intervals that hold their distances: words proved not
// to mix last, and then the least upper end first, then the least lower end. No law is further
// from uniform than that of a fixed order, 1 - 1/n!, so that an upper end above it counts as
// that: a fixed order does not come before words of which nothing is known.
type EndOrder struct {
	fixed *big.Rat // 1 - 1/n!; nil: FormerOrder
}

// NewEndOrder is that of decks of n cards.
func NewEndOrder(n int) EndOrder {
	one := big.NewRat(1, 1)
	return EndOrder{one.Sub(one, new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).MulRange(1, int64(n))))}
}

// FormerOrder is that of records which do not count the words proved not to mix: by their
// ends alone.
var FormerOrder EndOrder

// unmixed is the distance from which on a word is said not to mix.
var unmixed = big.NewRat(99, 100)

// Compare puts the better of two intervals first.
func (o EndOrder) Compare(xLow, xHigh, yLow, yHigh *big.Rat) int {
	if o.fixed == nil {
		return cmp.Or(xHigh.Cmp(yHigh), xLow.Cmp(yLow))
	}
	return cmp.Or(last(xLow)-last(yLow), o.within(xHigh).Cmp(o.within(yHigh)), xLow.Cmp(yLow))
}

// within is an upper end, at most that of a fixed order.
func (o EndOrder) within(high *big.Rat) *big.Rat {
	if high.Cmp(o.fixed) > 0 {
		return o.fixed
	}
	return high
}

// last is 1 for what is proved not to mix, and else 0.
func last(low *big.Rat) int {
	if low.Cmp(unmixed) >= 0 {
		return 1
	}
	return 0
}

// Unmixed counts the words proved not to mix, by their lower ends; nil in FormerOrder.
func (o EndOrder) Unmixed(lows func(yield func(*big.Rat) bool)) *int {
	if o.fixed == nil {
		return nil
	}
	count := 0
	for low := range lows {
		count += last(low)
	}
	return &count
}
