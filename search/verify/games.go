package verify

import (
	"cmp"
	"context"

	"dovetail/exact/guess"
	"dovetail/exact/repeated"
	"dovetail/perm/cards"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/copies"
	"dovetail/search/deals"
)

// oneDeck deals the deck again if it was dealt, and takes it apart again.
func oneDeck(e *exam, r results.Deck) error {
	if err := cmp.Or(cards.Check(r.Deck), require(len(r.Deck) == r.N, "n=%d, but the deck has %s", r.N, number.Count(len(r.Deck), "card")),
		require(len(r.Riffles) > 0, "riffles has no entries"), require((r.Word == "") == (r.Seed.Int == nil), "a word goes with a seed")); err != nil {
		return err
	}
	q := deals.One{N: r.N, Deck: r.Deck, From: r.Riffles[0].Shuffles, To: r.Riffles[len(r.Riffles)-1].Shuffles, Digits: r.Digits}
	if r.Word != "" {
		q.Deck, q.Word, q.Seed = nil, r.Word, r.Seed.Uint64()
		var err error
		if q.Letters, err = lettersOf(r.N, r.Models, r.Word); err != nil {
			return err
		}
	}
	_, err := e.whole(0, func(ctx context.Context) (any, error) { return q.Record(ctx) })
	return err
}

// shownRiffle draws the riffle again.
func shownRiffle(e *exam, r results.ShownRiffle) error {
	if err := cards.Check(r.Before); err != nil {
		return err
	}
	_, err := e.whole(0, func(ctx context.Context) (any, error) {
		return deals.One{Deck: r.Before, Seed: r.Seed.Uint64()}.Riffle(ctx)
	})
	return err
}

// guessed computes all rows again.
func guessed(e *exam, r results.Guess) error {
	if err := require(len(r.Rows) > 0, "rows has no entries"); err != nil {
		return err
	}
	letters, err := lettersOf(r.N, r.Models, r.Word)
	if err != nil {
		return err
	}
	q := guess.Question{N: r.N, Letters: letters, Word: r.Word, From: r.Rows[0].Shuffles}
	if err := q.Check(); err != nil {
		return err
	}
	_, err = e.whole(q.Seconds(), func(ctx context.Context) (any, error) { return q.Record(ctx) })
	return err
}

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
	if r.Seed.Int != nil {
		q.Seed = r.Seed.Uint64()
	}
	if err := q.Check(); err != nil {
		return err
	}
	_, err := e.whole(q.Seconds(), func(ctx context.Context) (any, error) { return q.Record(ctx, e.Threads) })
	return err
}
