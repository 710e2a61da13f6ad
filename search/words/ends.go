package words

import (
	"cmp"
	"math/big"
	"slices"

	"dovetail/exact/word"
	"dovetail/results"
	"dovetail/results/number"
)

// An EndOrder puts words in order by intervals that hold their distances: words proved not
// to mix last, and then the least upper end first, then the least lower end. No law is further
// from uniform than that of a fixed order, 1 - 1/n!, so that an upper end above it counts as
// that: a fixed order does not come before words of which nothing is known.
type EndOrder struct {
	fixed *big.Rat // 1 - 1/n!; nil: FormerOrder
}

// newEndOrder is that of decks of n cards.
func newEndOrder(n int) EndOrder {
	one := big.NewRat(1, 1)
	return EndOrder{one.Sub(one, new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).MulRange(1, int64(n))))}
}

// FormerOrder is that of records which do not count the words proved not to mix: by their
// ends alone.
var FormerOrder EndOrder

// unmixed is the distance from which on a word is said not to mix.
var unmixed = big.NewRat(99, 100)

// Compare puts the better of two intervals first.
func (o EndOrder) Compare(x, y Ends) int {
	if o.fixed == nil {
		return cmp.Or(x.High.Cmp(y.High), x.Low.Cmp(y.Low))
	}
	return cmp.Or(x.last()-y.last(), o.within(x.High).Cmp(o.within(y.High)), x.Low.Cmp(y.Low))
}

// within is an upper end, at most that of a fixed order.
func (o EndOrder) within(high *big.Rat) *big.Rat {
	if high.Cmp(o.fixed) > 0 {
		return o.fixed
	}
	return high
}

// Ends is an interval that contains a distance, and what its ends rest on.
type Ends struct {
	Low, High     *big.Rat
	LowBy, HighBy string
}

// last is 1 for what is proved not to mix, and else 0.
func (e Ends) last() int {
	if e.Low.Cmp(unmixed) >= 0 {
		return 1
	}
	return 0
}

// Bounded is a word with an interval of its distance from uniform on S_n, and its rank by convergence.
type Bounded struct {
	Row
	Ends
	CRank int
	core  string
}

// Core is the core of the word: words with the same have the same distance.
func (b Bounded) Core() word.Word { return word.Word(b.core) }

// Record is the word as a row of a ranking, counted from 1.
func (b Bounded) Record(rank int) results.BoundRow {
	return results.BoundRow{
		Rank: rank, CRank: b.CRank, WordRow: b.WordRow,
		TVDLow: number.Certified(b.Low, false), TVDHigh: number.Certified(b.High, true),
		LowBy: b.LowBy, HighBy: b.HighBy,
	}
}

// BoundRanking is all words of one length by their intervals, then by the word.
type BoundRanking struct {
	Ranking
	All   []Bounded
	Order EndOrder
}

// Compare puts the better of two words first.
func (r *BoundRanking) Compare(x, y Bounded) int {
	return cmp.Or(r.Order.Compare(x.Ends, y.Ends), cmp.Compare(x.Word, y.Word))
}

// Sort puts the words in order.
func (r *BoundRanking) Sort() { slices.SortFunc(r.All, r.Compare) }

// maxNamed words are named as possibly best.
const maxNamed = 10

// Best says which words could have the least distance: their lower end is not above the least upper
// end. It is proved that none has less than the first of them if all have its core or, with ties, a
// lower end that is the least upper end.
func (r *BoundRanking) Best(ties bool) results.Best {
	low := slices.MinFunc(r.All, func(x, y Bounded) int { return x.Low.Cmp(y.Low) }).Low
	first := slices.MinFunc(r.All, func(x, y Bounded) int { return x.High.Cmp(y.High) })
	b := results.Best{Proved: true, Low: number.Certified(low, false), High: number.Certified(first.High, true)}
	last := 0
	for _, w := range r.All {
		last += w.last()
		c := w.Low.Cmp(first.High)
		if c > 0 {
			continue
		}
		b.Proved = b.Proved && (w.core == first.core || ties && c == 0)
		if b.Count++; b.Count <= maxNamed {
			b.Words = append(b.Words, w.Word)
		}
	}
	if r.Order != FormerOrder {
		b.Unmixed = &last
	}
	return b
}

// Record is the answer to a question, with the first words.
func (r *BoundRanking) Record(asked results.Question, kind string, by Key, q Query) results.BoundRank {
	record := results.BoundRank{
		Ranking:   Heading(asked, kind, by, q),
		Best:      r.Best(kind == results.Bound),
		Precision: Precision(q, r.Rows, r.Close),
		Rows:      []results.BoundRow{},
	}
	for i, w := range r.All[:min(q.Top, len(r.All))] {
		record.Rows = append(record.Rows, w.Record(i+1))
	}
	return record
}
