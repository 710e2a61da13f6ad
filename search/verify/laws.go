package verify

import (
	"cmp"
	"context"
	"slices"

	"dovetail/exact/law"
	"dovetail/perm"
	"dovetail/perm/shuffle"
	"dovetail/results"
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

// pairSeconds is about what the given number of products of pair laws takes.
func pairSeconds(n, products int) float64 {
	p := float64(n) * float64(n-1) / 2
	return 1e-10 * float64(products) * p * p * p
}
