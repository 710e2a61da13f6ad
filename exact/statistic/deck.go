package statistic

import (
	"context"
	"math/big"
	"slices"
	"sync/atomic"

	"dovetail/exact/riffle"
	"dovetail/perm"
	"dovetail/results"
	"dovetail/results/number"
)

// Deck is what can be said of one deck, which lists its cards from 1 by position from the top:
// its statistics beside those of a fair deck, and how likely it is after riffles of a new one,
// as q asks.
func Deck(ctx context.Context, deck []int, q riffle.Question) (results.Deck, error) {
	likely, err := results.AnswerTo[results.RiffledDeck](ctx, riffle.Deck{Question: q, Deck: deck}, results.Env{})
	if err != nil {
		return results.Deck{}, err
	}
	n := len(deck)
	record := results.Deck{
		Head: results.Head{Schema: results.DeckSchema, Kind: results.Exact}, N: n, Deck: deck,
		Digits: q.Digits, Likeliest: likely.Likeliest, Riffles: likely.Rows,
	}
	cards, d := make([]uint32, n), make(perm.Perm, n)
	run, longest := 0, 0
	for j, card := range deck {
		cards[j], d[j] = uint32(card-1), card-1
		if j > 0 && card != deck[j-1]+1 {
			run = 0
		}
		run++
		longest = max(longest, run)
	}
	values, err := NewMeasurer(n).Measure(ctx, cards)
	if err != nil {
		return record, err
	}
	add := func(name string, value *big.Int, law Law, known bool) {
		row := results.DeckStatistic{Name: name, Value: number.Of(value)}
		if known {
			row.FairMean, row.FairSD, row.FairBy = &law.Mean, &law.SD, law.By
		}
		record.Statistics = append(record.Statistics, row)
	}
	of := fairLaws(n)
	for s := Rising; s <= Displacement; s++ {
		add(s.String(), big.NewInt(values[s]), of.statistics[s], true)
	}
	add("longest run of neighbours", big.NewInt(int64(longest)), of.run, true)
	add("order", d.Order(), of.order, of.known)
	for _, cycle := range d.Cycles() {
		record.Cycles = append(record.Cycles, len(cycle))
	}
	slices.Sort(record.Cycles)
	slices.Reverse(record.Cycles)
	record.FairAtMost = number.Decimal(fewRising(n, int(values[Rising])), q.Digits)
	return record, nil
}

// laws are those of a fair deck of n cards: of each statistic, of the longest run and of the order, if that is known.
type laws struct {
	n          int
	statistics [Displacement + 1]Law
	run, order Law
	known      bool
}

// lastLaws are those that were last wanted: who asks for one deck often asks for others of as many cards.
var lastLaws atomic.Pointer[laws]

func fairLaws(n int) *laws {
	if last := lastLaws.Load(); last != nil && last.n == n {
		return last
	}
	of := &laws{n: n, run: Run(n)}
	for s := Rising; s <= Displacement; s++ {
		of.statistics[s] = s.Fair(n)
	}
	of.order, of.known = Order(n)
	lastLaws.Store(of)
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
