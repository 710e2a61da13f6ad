package topswops

import (
	"context"

	"dovetail/perm/topswops"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/population"
	"dovetail/search/run"
)

// Records are long games on from to q.N cards, beside what is published.
func Records(ctx context.Context, from int, q population.Query, o run.Options) (r results.TopswopsRecords, err error) {
	decks, rounds, err := q.Decks(ctx, o)
	if err != nil && decks == nil {
		return r, err
	}
	r = results.TopswopsRecords{Schema: results.TopswopsRecordsSchema, Kind: results.Bound, Seed: number.OfUint(q.Seed), Rounds: rounds}
	for _, d := range decks[from-1:] {
		row := RecordOf(d)
		if rounds == 0 { // and a chain takes no time
			row = longerChain(row)
		}
		r.Rows = append(r.Rows, row)
	}
	return r, results.Unfinished(err, []results.TopswopsRecords{r})
}

// RecordOf plays a deck.
func RecordOf(deck []int) results.TopswopsRecord {
	n, length := len(deck), topswops.Play(deck, false).Length()
	r := results.TopswopsRecord{N: n, Length: length, Square: float64(length) / float64(n*n), Deck: deck, OnRecord: OnRecordAt(n)}
	if known, ok := KnownAt(n); ok {
		r.Published = &known.Length
	}
	return r
}

// longerChain is a deck that is built without a search, where that is longer.
func longerChain(r results.TopswopsRecord) results.TopswopsRecord {
	for _, f := range starts {
		if r.N < len(f.deck) {
			continue
		}
		if built := RecordOf(f.chain(r.N)); built.Length > r.Length {
			r = built
		}
	}
	return r
}
