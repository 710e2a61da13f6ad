package words

import (
	"context"

	"dovetail/search/run"
)

// Prune finds the leaders of the words of the single length q.From = q.To by a
// score with bounds. perfect says to look at words with C = 1 only. The result
// is that of Rank, but for Perfect, which is nil, and for Stats.
func Prune(ctx context.Context, q Query, perfect bool, o run.Options) (Ranking, error) {
	m := measures[q.Key]
	job := newPruning(q, m, threshold(q, m, perfect))
	job.perfect = perfect
	if _, err := run.Run(ctx, job, o); err != nil {
		return Ranking{}, err
	}
	t := job.total.lengths[0]
	return Ranking{
		M:      q.To,
		Words:  count(q.Alphabet, q.To),
		Rows:   job.detail(t.sorted()),
		Close:  job.total.close,
		Method: Pruned,
		Stats:  job.total.stats,
	}, nil
}
