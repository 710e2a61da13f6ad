package statistic

import (
	"context"
	"math/big"
	"sync/atomic"

	"dovetail/exact/riffle"
	"dovetail/perm"
)

// Value is a statistic of a deck, beside its law for fair decks.
type Value struct {
	Name  string
	Value *big.Int
	Fair  *Law // nil if not known
	Count bool // of what there may be none
}

// Description describes one deck.
type Description struct {
	Values     []Value  // the statistics, the longest run of neighbours, old neighbours, those of ranks, and the order
	Cycles     []int    // their lengths, the longest first
	FairAtMost *big.Rat // the probability that a fair deck has no more rising sequences
}

// Describer describes decks, and keeps the laws of fair decks with the number of cards, and of
// ranks, of the last one.
type Describer struct{ last atomic.Pointer[laws] }

// Describe describes a deck, which lists its cards from 1 by position from the top. Cards that are equal modulo the number
// of ranks are of one rank; 0 is for none.
func (d *Describer) Describe(ctx context.Context, deck []int, ranks int) (of Description, err error) {
	n := len(deck)
	cards, p := make([]uint32, n), make(perm.Perm, n)
	run, longest := 0, 0
	for j, card := range deck {
		cards[j], p[j] = uint32(card-1), card-1
		if j > 0 && card != deck[j-1]+1 {
			run = 0
		}
		run++
		longest = max(longest, run)
	}
	values, err := NewMeasurer(n).Measure(ctx, cards)
	if err != nil {
		return of, err
	}
	fair := d.fair(n, ranks)
	for s := Rising; s <= Displacement; s++ {
		of.Values = append(of.Values, Value{s.String(), big.NewInt(values[s]), &fair.statistics[s], s == Fixed || s == Adjacencies})
	}
	of.Values = append(of.Values, Value{"longest run of neighbours", big.NewInt(int64(longest)), &fair.run, false},
		Value{"old neighbours side by side", big.NewInt(togetherIn(deck)), &fair.together, true})
	if ranks > 0 {
		of.Values = append(of.Values, fair.rankedValues(deck, ranks)...)
	}
	of.Values = append(of.Values, Value{"order", p.Order(), fair.order, false})
	of.Cycles = p.CycleLengths()
	of.FairAtMost = fewRising(n, int(values[Rising]))
	return of, nil
}

// laws are those of a fair deck of n cards: of each statistic, of the longest run, of old neighbours, of the order and of
// ranks. The last two are nil if they are not known.
type laws struct {
	n, ranks   int
	statistics [Displacement + 1]Law
	run        Law
	together   Law
	order      *Law
	ranked     []Law
}

func (d *Describer) fair(n, ranks int) *laws {
	if last := d.last.Load(); last != nil && last.n == n && last.ranks == ranks {
		return last
	}
	of := &laws{n: n, ranks: ranks, run: Run(n), together: Together(n)}
	for s := Rising; s <= Displacement; s++ {
		of.statistics[s] = s.Fair(n)
	}
	if order, known := Order(n); known {
		of.order = &order
	}
	if ranks > 0 && n <= maxAlike {
		for _, law := range RankLaws(n, ranks) {
			of.ranked = append(of.ranked, listed(law))
		}
	}
	d.last.Store(of)
	return of
}

// fewRising is the probability that a fair deck has at most r rising sequences.
func fewRising(n, r int) *big.Rat {
	decks := new(big.Int)
	for _, count := range riffle.Eulerian(n)[:r] {
		decks.Add(decks, count)
	}
	return new(big.Rat).SetFrac(decks, new(big.Int).MulRange(1, int64(n)))
}
