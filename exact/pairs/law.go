package pairs

import (
	"context"
	"slices"
	"sync"

	"dovetail/exact/dense"
	"dovetail/exact/word"
	"dovetail/perm/pace"
	"dovetail/perm/shuffle"
)

// Law is what the pair law of a word is worth.
type Law struct {
	core          *Whole
	before, after move      // deterministic letters at the ends
	together      []float64 // see Together
}

// NewLaw computes the law of a word with the given number of workers. It fails only if
// ctx is cancelled.
func NewLaw(ctx context.Context, a *Laws, w word.Word, workers int) (*Law, error) {
	lead, core, trail := a.Split(w)
	l := &Law{before: newMove(a.Run(lead)), after: newMove(a.Run(trail)), together: make([]float64, a.N-1)}
	neighbours := make([]bool, a.pairs) // of the core, in the end
	for k := range a.N - 1 {
		neighbours[slices.Index(l.after.to, shuffle.PairIndex(a.N, k, k+1))] = true
	}
	near := func(first int, r *Rows) {
		for i := range l.together {
			x := l.before.to[shuffle.PairIndex(a.N, i, i+1)] - first
			if x < 0 || x >= r.Sum.Rows {
				continue
			}
			sum := 0.0
			for y, s := range r.Sum.Row(x) {
				if neighbours[y] {
					sum += s
				}
			}
			l.together[i] = max(0, sum+2/float64(a.N))
		}
	}
	var err error
	l.core, err = NewWhole(ctx, a, core, workers, near)
	return l, err
}

// still is the law of the deck at rest, shown row by row.
func still(a *Laws, visit func(first int, r *Rows)) *Whole {
	r := &Rows{Sum: dense.New(1, a.pairs), Diff: dense.New(1, a.pairs)}
	w := &Whole{Ends: make([]float64, a.pairs), Slack: stepSlack(0, &letter{})}
	for x := range a.pairs {
		sum, diff := r.Sum.Row(0), r.Diff.Row(0)
		for y := range sum {
			sum[y], diff[y] = -1/float64(a.pairs), 0
		}
		sum[x], diff[x] = sum[x]+1, 1
		visit(x, r)
		w.Starts = append(w.Starts, r.Starts()...)
		for y, d := range r.Ends() {
			w.Ends[y] += d
		}
	}
	return w
}

// Slack bounds the error of a distance, and of a sum of probabilities of a start
// pair, for which errors of Sum count in full and not by half; see stepSlack.
func (l *Law) Slack() float64 { return 2 * l.core.Slack }

// Distances are the total variation distances from uniform, on n(n-1) ordered
// pairs, of where each start pair lands.
func (l *Law) Distances() []float64 {
	core, out := l.core.Starts, make([]float64, len(l.core.Starts))
	for x, y := range l.before.to {
		out[x] = core[y]
	}
	return out
}

// Ends are the same for each end pair, of which cards land there.
func (l *Law) Ends() []float64 {
	core, out := l.core.Ends, make([]float64, len(l.core.Ends))
	for x, y := range l.after.to {
		out[y] = core[x]
	}
	return out
}

// Together[i] is the probability that the cards at positions i and i+1 end as
// neighbours, in either order; 2/n for a uniform deck.
func (l *Law) Together() []float64 { return l.together }

// block is how many start pairs go through a word together.
const block = 192

// Whole is what the rows of all start pairs of a core say together. Start pairs have
// nothing to do with one another, so they go through the core a block at a time, and
// no more of the law is in memory than a block for each worker.
type Whole struct {
	Starts, Ends []float64 // distances, as Rows has them
	Slack        float64   // bounds the error of each, see stepSlack
}

// NewWhole follows every start pair through a core, with the given number of workers. It
// shows the blocks to visit, one at a time and in any order: rows of the start pairs from
// first on, good until visit returns. It fails only if ctx is cancelled.
func NewWhole(ctx context.Context, a *Laws, core word.Word, workers int, visit func(first int, r *Rows)) (*Whole,
	error) {
	if len(core) == 0 {
		return still(a, visit), nil
	}
	every := a.Every()
	parts, _ := a.Syllables(core)
	blocks := (a.pairs + block - 1) / block
	meter := pace.Of(ctx)
	meter.Start(float64(blocks), 0)
	w := &Whole{Starts: make([]float64, 0, a.pairs), Ends: make([]float64, a.pairs)}
	starts, ends := make([][]float64, blocks), make([][]float64, blocks)
	var mu sync.Mutex
	err := pace.Share(ctx, workers, blocks, func(ctx context.Context, _ int) func(int) error {
		var f *follower
		var room [2]*Rows
		return func(b int) error {
			first := b * block
			follow := every[first:min(first+block, a.pairs)]
			if f == nil || len(follow) != len(f.starts) {
				f = newFollower(a, follow, 1)
				room = [2]*Rows{f.room(), f.room()}
			}
			f.starts = follow
			r, err := f.through(ctx, parts, room)
			if err != nil {
				return err
			}
			starts[b], ends[b] = r.Starts(), r.Ends()
			mu.Lock()
			defer mu.Unlock()
			w.Slack = r.Slack
			visit(first, r)
			meter.Add(1)
			return nil
		}
	})
	if err != nil {
		return nil, err
	}
	for b := range blocks {
		w.Starts = append(w.Starts, starts[b]...)
		for y, d := range ends[b] {
			w.Ends[y] += d
		}
	}
	return w, nil
}
