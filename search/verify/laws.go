package verify

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"dovetail/exact/law"
	"dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/search/decks"
	"dovetail/search/laws"
	"dovetail/search/run"
	"dovetail/search/words"
)

// lawRank scores the rows, and computes the laws of all words where that is allowed.
func lawRank(e *exam, r results.LawRank) error {
	err := cmp.Or(law.CheckDeck(r.N), checkRanking(r.Ranking, len(r.Rows)))
	if err != nil {
		return err
	}
	listed, done, err := scored(e, r.Ranking, r.Rows, func(row *results.LawRankRow) (*int, *results.WordRow) { return &row.Rank, &row.WordRow })
	if err != nil || !done {
		return err
	}
	q, want := listed.query, r
	want.Ranking, want.Rows = listed.ranking, listed.again
	want.Kind, want.By = results.Exact, laws.ByLaw
	close := int64(0)
	for _, row := range listed.rows {
		close += int64(row.Close)
	}
	want.Precision = words.Precision(q, listed.rows, close)
	if err := e.same(want); err != nil {
		return err
	}
	e.checked("the scores of the rows listed")
	seconds := float64(r.Laws.Int64()) * float64(perm.Factorial(r.N)) * 3e-8
	all, done, err := within(e, "rows, laws, kendall_tau_c, kendall_tau_tvd_mean, undecided, law_tvd_error", seconds, func(ctx context.Context) (any, error) {
		plan, err := laws.NewPlan(ctx, q, e.Memory, e.Threads)
		if err != nil {
			return nil, err
		}
		rankings, err := plan.Rank(ctx, run.Options{})
		if err != nil {
			return nil, err
		}
		return rankings[0].Record(q, listed.ranking.Setting), nil
	})
	if err != nil || !done {
		return err
	}
	e.checked("every distance, rank and correlation: the laws of all words computed again")
	return e.same(all)
}

// lettersOf reads the models of a word's letters, which are in the order of their first
// appearance.
func lettersOf(n int, models []string, word string) ([]shuffle.Letter, error) {
	all, err := letters(n, models)
	if err != nil {
		return nil, err
	}
	var seen []byte
	for _, c := range []byte(word) {
		if !slices.Contains(seen, c) {
			seen = append(seen, c)
		}
	}
	same := slices.EqualFunc(all, seen, func(l shuffle.Letter, c byte) bool { return l.Name == c })
	return all, require(same, "models are not those of the letters %s, in this order", seen)
}

// spelled is a word over an alphabet of its own letters, and how many workers its pair law
// may have.
func (l Limits) spelled(n, largest int, models []string, text string) (a *position.Laws, w word.Word, workers int, err error) {
	if n < pairs.MinDeck || n > largest {
		return nil, nil, 0, fmt.Errorf("n=%d is out of range %d..%d", n, pairs.MinDeck, largest)
	}
	all, err := lettersOf(n, models, text)
	if err != nil {
		return nil, nil, 0, err
	}
	a = position.NewLaws(n, all)
	if w, err = a.Parse(text); err != nil {
		return nil, nil, 0, err
	}
	if n > pairs.MaxDeck {
		return a, w, l.Threads, nil
	}
	if err := pairs.CheckMemory(a.Alphabet, w, l.Memory); err != nil {
		return nil, nil, 0, tooLarge{err}
	}
	return a, w, pairs.Workers(a.Alphabet, w, l.Threads, l.Memory), nil
}

// pairSeconds is about what the given number of products of pair laws takes.
func pairSeconds(n, products int) float64 {
	p := float64(n) * float64(n-1) / 2
	return 1e-10 * float64(products) * p * p * p
}

// sampledTVD proves the certified interval again, and walks on the same decks if that is
// allowed.
func sampledTVD(e *exam, r results.TVD) error {
	var q decks.Query
	var o run.Options
	proved, done, err := within(e, everything, pairSeconds(r.N, len(r.Word)), func(ctx context.Context) (again results.TVD, err error) {
		a, w, workers, err := e.spelled(r.N, words.MaxDeck, r.Models, r.Word)
		if err != nil {
			return again, err
		}
		if q, err = decks.Again(r, a, w); err != nil {
			return again, err
		}
		o.Threads = workers
		return q.Proved(ctx, o)
	})
	if err != nil || !done {
		return err
	}
	want := r
	want.Schema, want.Certified = proved.Schema, proved.Certified
	if err := cmp.Or(e.same(want), require(r.Lower >= proved.Lower && r.Upper <= proved.Upper, "lower and upper are not within what is certified")); err != nil {
		return err
	}
	e.checked("the certified interval, proved again")
	again, done, err := within(e, "lower, upper, lower_by, upper_by, estimate_low, estimate_low_se, estimate_high, estimate_high_se, delta, steps, walks, seed",
		decks.Seconds(r), func(ctx context.Context) (results.TVD, error) { return q.TVD(ctx, o) })
	if err != nil || !done {
		return err
	}
	if r.Needs == nil {
		again.Needs = nil // a record from before it was said
	}
	e.checked("every field, computed again")
	return e.same(again)
}
