package verify

import (
	"cmp"
	"context"

	"dovetail/exact/repeated"
	"dovetail/results"
	"dovetail/search/copies"
)

// repeatedCards computes as many distances again, and deals the same decks where they are
// sampled.
func repeatedCards(e *exam, r results.Repeated) error {
	if err := require(len(r.Rows) > 0, "rows has no entries"); err != nil {
		return err
	}
	q := copies.Question{
		Game: repeated.Game{Deck: r.Deck, Order: repeated.Order(r.Order), Fixed: repeated.Side(r.Fixed)},
		From: r.Rows[0].Shuffles, To: r.Rows[len(r.Rows)-1].Shuffles, Packets: r.A,
		Gap: cmp.Or(r.Gap, copies.MostGap), Decks: cmp.Or(r.Decks, 2), // what is not there is not used
	}
	if r.Seed != nil {
		q.Seed = *r.Seed
	}
	if err := q.Check(); err != nil {
		return err
	}
	_, err := e.whole(q.Seconds(), func(ctx context.Context) (any, error) { return q.Record(ctx, e.Threads) })
	return err
}
