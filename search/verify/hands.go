package verify

import (
	"context"

	"dovetail/exact/fit"
	"dovetail/exact/noted"
	"dovetail/results"
	"dovetail/search/run"
	"dovetail/search/trick"
)

// fitted holds the counts of a record against its models again.
func fitted(e *exam, r results.Fit) error {
	counts, err := fit.OfRecord(r)
	if err != nil {
		return err
	}
	letters, err := fit.Letters(r)
	if err != nil {
		return err
	}
	seconds := 1e-7 * float64(r.N*r.N*r.N) * float64(len(letters)+1)
	if r.Source != "" {
		e.unchecked("source", "a name, which nothing is computed from")
	}
	_, err = e.whole(seconds, func(context.Context) (any, error) { return counts.Record(letters) })
	return err
}

// trickAgain deals the same decks.
func trickAgain(e *exam, r results.Trick) error {
	q, err := trick.OfRecord(r)
	if err != nil {
		return err
	}
	_, err = e.whole(q.Seconds(), func(ctx context.Context) (any, error) { return q.Record(ctx, run.Options{Threads: e.Threads}) })
	return err
}

// performed finds the noted card again.
func performed(e *exam, r results.TrickDeck) error {
	if err := require(len(r.Rows) > 0, "rows has no entries"); err != nil {
		return err
	}
	t := noted.Trick{N: r.N, Cut: noted.Cut(r.Cut), Insert: noted.Insertion(r.Insert)}
	_, err := e.whole(1e-3, func(context.Context) (any, error) {
		return noted.Perform(t, r.Rows[0].Riffles, r.Rows[len(r.Rows)-1].Riffles, r.Deck)
	})
	return err
}
