package faro

import (
	"context"
	"errors"
	"fmt"

	"dovetail/results"
	"dovetail/results/number"
)

// ErrContradiction is the error of a formula that the shuffle itself disproves.
var ErrContradiction = errors.New("the formula is wrong")

// MaxPrinted bounds the cards that one trail prints.
const MaxPrinted = 20_000_000

// packets says how the shuffle cuts and which packet comes first.
func (k Kind) packets(n uint64) results.FirstDrop {
	first := "top"
	if k == In {
		first = "bottom"
	}
	top := k.TopPacket(n)
	return results.FirstDrop{Shuffle: k.String(), Top: number.OfUint(top), Bottom: number.OfUint(n - top), First: first}
}

// UntilItReturns is a number of shuffles: as many as it takes.
const UntilItReturns = -1

// Printed is the number of shuffles after which the decks of n cards are printed, or an
// error if they are too many numbers.
func Printed(k Kind, n, times int) (int, error) {
	if times == UntilItReturns {
		order, err := k.Order(uint64(n))
		if err != nil {
			return 0, err
		}
		times = int(order.Order)
	}
	if n*(times+1) > MaxPrinted {
		return 0, fmt.Errorf("%d cards after each of %d shuffles are more than %d numbers: choose --times; dovetail orders %d says after how many it returns", n, times, MaxPrinted, n)
	}
	return times, nil
}

// TrailRecord is the deck after each of the shuffles.
func TrailRecord(ctx context.Context, k Kind, deck []int, shuffles int) (results.Faro, error) {
	n := len(deck)
	record := results.Faro{Schema: results.FaroSchema, Kind: results.Exact, N: n, Packets: k.packets(uint64(n))}
	order, err := k.Order(uint64(n))
	if err != nil {
		return record, err
	}
	trail(k, deck, shuffles, func(_ int, deck []int) bool {
		record.Decks = append(record.Decks, deck)
		return ctx.Err() == nil
	})
	record.Returns = shuffles > 0 && uint64(shuffles)%order.Order == 0
	return record, ctx.Err()
}

// DeckRecord is n cards with the orders of their two shuffles.
func DeckRecord(n uint64) (results.OrdersDeck, error) {
	out, err := Out.Order(n)
	if err != nil {
		return results.OrdersDeck{}, err
	}
	in, err := In.Order(n)
	return results.OrdersDeck{
		Schema: results.OrdersDeckSchema,
		Kind:   results.Exact,
		N:      number.OfUint(n),
		Out:    out.Record(),
		In:     in.Record(),
		Order:  [2]results.FirstDrop{Out.packets(n), In.packets(n)},
	}, err
}

// byCycles is the largest deck whose families are also built card by card.
const byCycles = 5000

// FamiliesRecord is n cards with their perfect shuffles, each checked by its cycles
// where the deck is small.
func FamiliesRecord(n uint64) (results.Families, error) {
	record := results.Families{Schema: results.FamiliesSchema, Kind: results.Exact, N: number.OfUint(n)}
	members, err := Families(n)
	if err != nil {
		return record, err
	}
	for _, f := range members {
		row := f.Family
		if n <= byCycles {
			cycles := f.Perm().Order()
			if row.Cycles = cycles.Cmp(row.Order.Int) == 0; !row.Cycles {
				return record, fmt.Errorf("%w: %s: %s is %s, but the cycles say %s", ErrContradiction, f.Name, f.Formula, row.Order, cycles)
			}
		}
		record.Shuffles = append(record.Shuffles, row)
	}
	g, err := groupOf(n)
	if err != nil {
		record.Group = err.Error()
		return record, nil
	}
	record.GroupSize, record.Group = number.Of(g.Size), g.Name
	return record, nil
}

// MoveRecord is how n cards bring the card at position p to q, both from 0; the
// words are replayed.
func MoveRecord(n, p, q uint64) (results.Move, error) {
	closed, err := moveClosed(n, p, q)
	if err != nil {
		return results.Move{}, err
	}
	record := results.Move{
		Schema: results.MoveSchema, Kind: results.Exact,
		N: number.OfUint(n), From: number.OfUint(p + 1), To: number.OfUint(q + 1), Closed: Word(closed),
	}
	moves := [][]Kind{closed}
	if n <= shortestLimit {
		shortest, err := moveShortest(n, p, q)
		if err != nil {
			return record, err
		}
		word := Word(shortest)
		record.Shortest = &word
		moves = append(moves, shortest)
	}
	for _, m := range moves {
		if end := replay(n, p, m); end != q {
			return record, fmt.Errorf("%w: %s brings the card to %d", ErrContradiction, Word(m), end+1)
		}
	}
	return record, nil
}
