package words

import (
	"context"

	"dovetail/search/run"
)

// Prune finds the leaders of the words of the single length q.From = q.To by a
// score with bounds. perfect says to look at words with C = 1 only. The result
// is that of Rank, but for Perfect, which is nil, and for Stats.
func Prune(ctx context.Context, q Query, perfect bool, o run.Options) (Ranking, error) {
	job, _, err := run.Run(ctx, pruned{q, perfect}, o)
	if err == nil {
		err = job.complete()
	}
	if err != nil {
		return Ranking{}, err
	}
	t := job.total.lengths[0]
	rows, err := job.detail(ctx, t.sorted())
	return Ranking{
		M:      q.To,
		Words:  count(q.Alphabet, q.To),
		Rows:   rows,
		Close:  job.total.close,
		Method: Pruned,
		Stats:  job.total.stats,
	}, err
}
