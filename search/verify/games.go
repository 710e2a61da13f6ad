package verify

import (
	"cmp"
	"context"

	"dovetail/perm/cards"
	"dovetail/results"
	"dovetail/results/number"
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
