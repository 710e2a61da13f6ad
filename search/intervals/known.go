package intervals

import (
	"context"
	"errors"
	"math/big"

	"dovetail/exact/word"
	"dovetail/results"
	"dovetail/search/rank"
	"dovetail/search/run"
	"dovetail/search/words"
)

// rankByKnown encloses the distances in another order than rankByBounds. First it uses what counting and
// single cards prove, and what is known. Pairs of cards are followed only for the first words that
// could be best by that, and that have no lower end on record; for none if single is set. If ctx ends
// while they are followed, the ranking without them is returned with the error, unless its list takes
// long.
func rankByKnown(ctx context.Context, q words.Query, b Budget, single bool, known func(word.Word) (results.OnRecord, bool),
	o run.Options) (r BoundRanking, used *results.FromRecords, err error) {
	listed := q.Top
	ranking, err := b.scored(ctx, q, rank.Scored, o)
	if err != nil {
		return r, nil, err
	}
	r, err = enclosed(ctx, q, ranking, b, nil, o)
	if ended := new(run.Ended); known != nil && errors.As(err, &ended) {
		ended.Best = nil // better may be on record
	}
	if err != nil {
		return BoundRanking{}, nil, err
	}
	if known != nil {
		used = r.narrow(known)
	}
	r.Sort()
	var ended error
	if !single {
		ended = r.follow(ctx, q, known, o)
	}
	listed = min(listed, len(r.All))
	if ended != nil {
		proof := new(run.Ended)
		if !errors.As(ended, &proof) {
			proof = &run.Ended{Cause: ended, Stateless: true}
		}
		proof.Best, ended = nil, proof // the ranking has better intervals
		if ctx.Err() == nil || (words.Scoring{N: q.Alphabet.N}).Seconds(listed*q.M) > soon {
			return BoundRanking{}, nil, ended
		}
		ctx = context.WithoutCancel(ctx)
	}
	r.Rows = nil // only listed rows have all of their scores
	for _, w := range r.All[:listed] {
		r.Rows = append(r.Rows, w.Row)
	}
	if err = words.NewEvaluator(q).Complete(ctx, r.Rows); err != nil {
		return BoundRanking{}, nil, err
	}
	for i, row := range r.Rows {
		r.All[i].Row = row
	}
	return r, used, ended
}

// soon is how many seconds the scores of a list may take after an interrupt.
const soon = 0.2

// maxFollowed is the number of words of a ranking by what is known whose pairs of cards are
// followed; some share a core.
const maxFollowed = 64

// follow follows pairs of cards for the first words in order, and puts all in order again. If ctx ends before, nothing is
// changed.
func (r *BoundRanking) follow(ctx context.Context, q words.Query, known func(word.Word) (results.OnRecord, bool), o run.Options) error {
	cores := map[string]string{}
	for _, w := range r.open() {
		if len(cores) == maxFollowed {
			break
		}
		if w.Low.Cmp(w.High) == 0 {
			continue
		}
		if known != nil {
			if k, ok := known(w.Core()); ok && len(k.Lower.Records) > 0 {
				continue // known intervals have included pairs of cards
			}
		}
		cores[w.core] = w.Word
	}
	if len(cores) == 0 {
		return nil
	}
	two, err := pairLaws(ctx, o, q.Alphabet)
	if err != nil || two == nil {
		return err
	}
	intervals, err := enclose(ctx, q, cores, two, o.Threads)
	if err != nil {
		return err
	}
	for i := range r.All {
		w := &r.All[i]
		if found, ok := intervals[w.core]; ok {
			w.raise(found.Lower.Value, string(found.Lower.By))
		}
	}
	r.Sort()
	return nil
}

// narrow takes the better ends that are on record or follow from records. It names these records,
// and is nil if there are none.
func (r *BoundRanking) narrow(known func(word.Word) (results.OnRecord, bool)) *results.FromRecords {
	var used []results.End
	narrowed := 0
	for i := range r.All {
		w := &r.All[i]
		k, ok := known(w.Core())
		if !ok {
			continue
		}
		raised := w.raise(new(big.Rat).SetFloat64(k.Lower.Value), k.Lower.By)
		if raised {
			used = append(used, k.Lower)
		}
		lowered := w.lower(new(big.Rat).SetFloat64(k.Upper.Value), k.Upper.By)
		if lowered {
			used = append(used, k.Upper)
		}
		if raised || lowered {
			narrowed++
		}
	}
	if narrowed == 0 {
		return nil
	}
	all := results.FromRecords{Words: narrowed}
	for _, s := range results.Sources(used...) {
		all.Records = append(all.Records, s.Name)
		all.Delta += s.Delta
	}
	return &all
}
