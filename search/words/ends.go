package words

import (
	"cmp"
	"math/big"
	"slices"

	"dovetail/exact/bound"
	"dovetail/exact/word"
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

// Bounded is a word with the certified interval of its distance from uniform on
// S_n, and its rank by convergence.
type Bounded struct {
	Row
	CRank    int
	Interval bound.Interval
	core     string
}

// Core is the core of the word: words with the same have the same distance.
func (b Bounded) Core() word.Word { return word.Word(b.core) }

// BoundRanking is all words of one length by their intervals, then the word.
type BoundRanking struct {
	Ranking
	All   []Bounded
	Order EndOrder
	// Contenders are the words that could have the least distance: their lower end
	// is not above the least upper end. Proved says that none can have less than
	// the first word: each has its law, or a lower end that is the least upper end.
	Contenders []Bounded
	Proved     bool
}

// Least encloses the least distance of all words.
func (r BoundRanking) Least() (lower, upper *big.Rat) {
	lower, upper = r.All[0].Interval.Lower.Value, r.All[0].Interval.Upper.Value
	for _, w := range r.All {
		if w.Interval.Lower.Value.Cmp(lower) < 0 {
			lower = w.Interval.Lower.Value
		}
		if w.Interval.Upper.Value.Cmp(upper) < 0 {
			upper = w.Interval.Upper.Value
		}
	}
	return lower, upper
}

// Sort puts the words in an order.
func (r *BoundRanking) Sort(by EndOrder) {
	r.Order = by
	slices.SortFunc(r.All, func(a, b Bounded) int {
		x, y := a.Interval, b.Interval
		return cmp.Or(by.Compare(x.Lower.Value, x.Upper.Value, y.Lower.Value, y.Upper.Value), cmp.Compare(a.Word, b.Word))
	})
	_, least := r.Least()
	best := r.All[slices.IndexFunc(r.All, func(w Bounded) bool { return w.Interval.Upper.Value.Cmp(least) == 0 })]
	r.Contenders, r.Proved = nil, true
	for _, w := range r.All {
		if c := w.Interval.Lower.Value.Cmp(least); c <= 0 {
			r.Contenders = append(r.Contenders, w)
			r.Proved = r.Proved && (c == 0 || w.core == best.core)
		}
	}
}
