package intervals

import (
	"cmp"
	"math/big"
	"slices"
)

// An EndOrder puts words in order by intervals that hold their distances. Words proved not to mix
// come last. The others are ordered by upper ends, then by lower ends. No law is further from
// uniform than that of a fixed order, 1 - 1/n!, so that a larger upper end counts as this one: a
// fixed order does not come before words of which nothing is known.
type EndOrder struct {
	fixed *big.Rat // 1 - 1/n!
}

// newEndOrder is the order for decks of n cards.
func newEndOrder(n int) EndOrder {
	one := big.NewRat(1, 1)
	return EndOrder{one.Sub(one, new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).MulRange(1, int64(n))))}
}

// Unmixed is the distance from which on a word does not mix, as the record says.
var Unmixed = big.NewRat(99, 100)

// Compare puts the better of two intervals first.
func (o EndOrder) Compare(x, y Ends) int {
	return cmp.Or(x.last()-y.last(), o.within(x.High).Cmp(o.within(y.High)), x.Low.Cmp(y.Low))
}

// within is an upper end, at most that of a fixed order.
func (o EndOrder) within(high *big.Rat) *big.Rat {
	if high.Cmp(o.fixed) > 0 {
		return o.fixed
	}
	return high
}

// Ends is an interval that contains a distance, and the methods behind its ends.
type Ends struct {
	Low, High     *big.Rat
	LowBy, HighBy string
}

// raise takes a lower end that is better, and lower an upper one.
func (e *Ends) raise(low *big.Rat, by string) (better bool) {
	if better = low.Cmp(e.Low) > 0; better {
		e.Low, e.LowBy = low, by
	}
	return better
}

func (e *Ends) lower(high *big.Rat, by string) (better bool) {
	if better = high.Cmp(e.High) < 0; better {
		e.High, e.HighBy = high, by
	}
	return better
}

// last is 1 for a word that is proved not to mix, and otherwise 0.
func (e Ends) last() int {
	if e.Low.Cmp(Unmixed) >= 0 {
		return 1
	}
	return 0
}

// Compare puts the better of two words first.
func (r *BoundRanking) Compare(x, y Bounded) int {
	return cmp.Or(r.Order.Compare(x.Ends, y.Ends), cmp.Compare(x.Word, y.Word))
}

// Sort puts the words in order, as Compare does. Rounding to doubles keeps the order of fractions, so that these are
// compared only where their doubles are equal.
func (r *BoundRanking) Sort() {
	type key struct {
		last      int
		high, low float64
		within    *big.Rat
		at        *Bounded
	}
	var keys []key
	for i := range r.All {
		w := &r.All[i]
		within := r.Order.within(w.High)
		high, _ := within.Float64()
		low, _ := w.Low.Float64()
		keys = append(keys, key{w.last(), high, low, within, w})
	}
	fractions := func(x, y *big.Rat) int {
		if x == y { // as for all words of which no more is known than of a fixed order
			return 0
		}
		return x.Cmp(y)
	}
	slices.SortFunc(keys, func(x, y key) int {
		if first := cmp.Or(x.last-y.last, cmp.Compare(x.high, y.high), fractions(x.within, y.within), cmp.Compare(x.low, y.low)); first != 0 {
			return first
		}
		return cmp.Or(fractions(x.at.Low, y.at.Low), cmp.Compare(x.at.Word, y.at.Word))
	})
	all := make([]Bounded, 0, len(keys))
	for _, k := range keys {
		all = append(all, *k.at)
	}
	r.All = all
}
