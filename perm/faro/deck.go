package faro

import (
	"context"
	"fmt"
	"slices"

	"dovetail/perm/cards"
	"dovetail/results"
	"dovetail/results/number"
)

// MaxDeck is the largest deck whose moduli are below 2^63.
const MaxDeck = 1<<63 - 1

// packets says how the shuffle cuts and which packet comes first.
func (k Kind) packets(n uint64) results.FirstDrop {
	first := "top"
	if k == In {
		first = "bottom"
	}
	top := k.TopPacket(n)
	return results.FirstDrop{Shuffle: k.String(), Top: number.OfUint(top), Bottom: number.OfUint(n - top), First: first}
}

// Deck asks for the orders of both shuffles of N cards, with their proofs.
type Deck struct {
	N number.Uint `json:"n"`
}

// Schema implements [results.Question].
func (Deck) Schema() string { return results.OrdersDeckSchema }

// Check implements [results.Question].
func (q Deck) Check() error {
	if q.N < 2 || q.N > MaxDeck {
		return fmt.Errorf("n=%d is out of range 2..%d", q.N, MaxDeck)
	}
	return nil
}

// Seconds implements [results.Question].
func (q Deck) Seconds() float64 { return 1e-2 }

// Answer implements [results.Question].
func (q Deck) Answer(context.Context, results.Env) (results.Record, error) {
	n := uint64(q.N)
	record := results.OrdersDeck{
		Head: results.Answering(q, results.Exact), N: number.OfUint(n),
		Order: [2]results.FirstDrop{Out.packets(n), In.packets(n)},
	}
	for k, to := range []*results.OrderOfTwo{&record.Out, &record.In} {
		c, err := Kind(k).Order(n)
		if err != nil {
			return nil, err
		}
		*to = c.Record()
	}
	return record, nil
}

// shuffleDeck is the deck after one perfect shuffle, dealt out card by card as
// with real packets: the slow and obvious form of Goes.
func shuffleDeck[C any](k Kind, deck []C) []C {
	top := int(k.TopPacket(uint64(len(deck))))
	first, second := deck[:top], deck[top:]
	if k == In {
		first, second = second, first
	}
	mixed := make([]C, 0, len(deck))
	for i := range first {
		mixed = append(mixed, first[i])
		if i < len(second) {
			mixed = append(mixed, second[i])
		}
	}
	return mixed
}

// MaxPrinted bounds the cards that one trail prints.
const MaxPrinted = 20_000_000

// Trail asks for a deck after each of so many shuffles. Its cards are those from 1 on in any
// order, or from 0 on in order.
type Trail struct {
	Shuffle Kind  `json:"shuffle"`
	Deck    []int `json:"deck"`
	Times   int   `json:"times"`
}

// UntilItReturns is a number of shuffles: as many as it takes.
const UntilItReturns = -1

// NewTrail asks for so many shuffles, or for as many as it takes.
func NewTrail(k Kind, deck []int, times int) (Trail, error) {
	if times == UntilItReturns {
		order, err := k.Order(uint64(len(deck)))
		if err != nil {
			return Trail{}, err
		}
		times = int(order.Order)
	}
	return Trail{k, deck, times}, nil
}

// Schema implements [results.Question].
func (Trail) Schema() string { return results.FaroSchema }

// Check implements [results.Question].
func (q Trail) Check() error {
	switch n := len(q.Deck); {
	case n == 0:
		return fmt.Errorf("the deck has no cards")
	case q.Times < 0:
		return fmt.Errorf("times=%d is below 0", q.Times)
	case q.Times >= MaxPrinted/n:
		return fmt.Errorf("%d cards after each of %d shuffles are more than %d numbers: choose --times; "+
			"dovetail orders %d computes after how many shuffles the deck returns",
			n, q.Times, MaxPrinted, n)
	case slices.Equal(q.Deck, cards.New(n, 0)):
		return nil
	}
	return cards.Check(q.Deck)
}

// Seconds implements [results.Question].
func (q Trail) Seconds() float64 { return 1e-8 * float64(len(q.Deck)) * float64(q.Times+1) }

// Answer implements [results.Question].
func (q Trail) Answer(ctx context.Context, _ results.Env) (results.Record, error) {
	n := len(q.Deck)
	order, err := q.Shuffle.Order(uint64(n))
	if err != nil {
		return nil, err
	}
	record := results.Faro{
		Head: results.Answering(q, results.Exact), N: n, Packets: q.Shuffle.packets(uint64(n)),
		Decks: [][]int{q.Deck}, Returns: q.Times > 0 && uint64(q.Times)%order.Order == 0,
	}
	for deck := q.Deck; len(record.Decks) <= q.Times && ctx.Err() == nil; {
		deck = shuffleDeck(q.Shuffle, deck)
		record.Decks = append(record.Decks, deck)
	}
	return record, ctx.Err()
}
