package faro

import (
	"context"
	"fmt"
	"slices"

	"dovetail/perm/cards"
	"dovetail/perm/faro"
	"dovetail/results"
	"dovetail/results/powers"
	"dovetail/search/run"
)

// MaxPrinted bounds the cards that one trail prints.
const MaxPrinted = 20_000_000

// Trail requests a deck after each of a number of shuffles. Its cards are those from 1 on in any
// order, or from 0 on in order.
type Trail struct {
	Shuffle faro.Kind `json:"shuffle"`
	Deck    []int     `json:"deck"`
	Times   int       `json:"times"`
}

// untilItReturns requests as many shuffles as bring the deck back.
func untilItReturns(k faro.Kind, deck []int) (Trail, error) {
	order, err := k.Order(uint64(len(deck)))
	return Trail{k, deck, int(order.Order)}, err
}

func (Trail) Schema() string { return results.FaroSchema }

func (q Trail) Check() error {
	switch n := len(q.Deck); {
	case n == 0:
		return fmt.Errorf("the deck has no cards")
	case q.Times < 0:
		return fmt.Errorf("times=%d is below 0", q.Times)
	case q.Times >= MaxPrinted/n:
		return fmt.Errorf("%d cards after each of %d shuffles are more than %d numbers: choose --times up to %d; "+
			"dovetail orders %d computes after how many shuffles the deck returns",
			n, q.Times, MaxPrinted, max(0, MaxPrinted/n-1), n)
	case slices.Equal(q.Deck, cards.New(n, 0)):
		return nil
	}
	return cards.Check(q.Deck)
}

func (q Trail) Seconds() float64 { return 1e-8 * float64(len(q.Deck)) * float64(q.Times+1) }

func (q Trail) Answer(ctx context.Context, _ run.Options) (results.Record, error) {
	n := len(q.Deck)
	order, err := q.Shuffle.Order(uint64(n))
	if err != nil {
		return nil, err
	}
	record := powers.Faro{
		Head: results.Answering(q, results.Exact), N: n, Packets: packets(q.Shuffle, uint64(n)),
		Decks: [][]int{q.Deck}, Returns: q.Times > 0 && uint64(q.Times)%order.Order == 0,
	}
	for deck := q.Deck; len(record.Decks) <= q.Times && ctx.Err() == nil; {
		deck = faro.Shuffled(q.Shuffle, deck)
		record.Decks = append(record.Decks, deck)
	}
	return record, ctx.Err()
}
