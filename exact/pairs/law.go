package pairs

import (
	"context"
	"math"
	"slices"
	"sync"

	"dovetail/exact/dense"
	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/pace"
	"dovetail/perm/shuffle"
)

// Law is what the pair law of a word implies.
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
	neighbours := make([]bool, a.pairs) // neighbours of the core at its end
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
	w := &Whole{Ends: make([]float64, a.pairs), Slack: firstSlack(a.pairs, &letter{})}
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

// Slack bounds the error of a distance, and of a sum of probabilities of a start pair. In the
// second case errors of Sum count in full and not by half; see stepSlack.
func (l *Law) Slack() float64 { return 2 * l.core.Slack }

// Distances are the total variation distances of the end pair from uniform, on n(n-1) ordered
// pairs, for each start pair.
func (l *Law) Distances() []float64 {
	core, out := l.core.Starts, make([]float64, len(l.core.Starts))
	for x, y := range l.before.to {
		out[x] = core[y]
	}
	return out
}

// Ends are the same distances for each end pair: of the cards that land there.
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

// block is the number of start pairs that go through a word together.
const block = 192

// Whole summarises the rows of all start pairs of a core. Start pairs are independent of each
// other, so they go through the core a block at a time, and only a block for each worker is in
// memory.
type Whole struct {
	Starts, Ends []float64 // distances, as Rows has them
	Slack        float64   // bounds the error of each, see stepSlack
}

// NewWhole follows every start pair through a core, with the given number of workers, from the
// longest core in the cache that this one continues. It passes the blocks to visit, one at a time
// and in any order: rows of the start pairs from first on, valid until visit returns. It fails only
// if ctx is cancelled.
func NewWhole(ctx context.Context, a *Laws, core word.Word, workers int, visit func(first int, r *Rows)) (*Whole,
	error) {
	if len(core) == 0 {
		return still(a, visit), nil
	}
	every := a.Every()
	blocks := (a.pairs + block - 1) / block
	parts, _ := a.Syllables(core)
	levels, done, adding := a.cache.levelsOf(a, core, blocks)
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
			var r *Rows
			if done > 0 {
				r = levels[done-1].rows[b]
			}
			for k := done; k < len(parts); k++ {
				next := room[k%2]
				if levels[k].rows != nil {
					next = f.room()
					levels[k].rows[b] = next
				}
				if err := f.step(ctx, next, r, parts[k]); err != nil {
					return err
				}
				r = next
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
	if adding {
		a.cache.add(a, levels, err == nil)
	}
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

// Rows are some rows of the law of a core. For each start pair that is followed they are the
// deviations of the end pair, Sum and Diff as above.
type Rows struct {
	Sum, Diff *dense.Matrix
	Slack     float64 // bounds the error of a distance, see stepSlack
}

// Starts are the distances of the end pair from uniform, for each start pair that is followed: half
// the sum of max(|Sum|, |Diff|) over a row.
func (r *Rows) Starts() []float64 {
	out := make([]float64, r.Sum.Rows)
	for x := range out {
		diff := r.Diff.Row(x)
		for y, s := range r.Sum.Row(x) {
			out[x] += larger(s, diff[y])
		}
		out[x] /= 2
	}
	return out
}

// Ends are the same for each end pair: of the two cards that land there. They are distances only if
// all start pairs are followed.
func (r *Rows) Ends() []float64 {
	out := make([]float64, r.Sum.Columns)
	for x := range r.Sum.Rows {
		diff := r.Diff.Row(x)
		for y, s := range r.Sum.Row(x) {
			out[y] += larger(s, diff[y])
		}
	}
	for y := range out {
		out[y] /= 2
	}
	return out
}

func larger(s, d float64) float64 { return max(math.Abs(s), math.Abs(d)) }

// follower takes some start pairs, numbered by shuffle.PairIndex, from syllable to
// syllable, with the given number of workers for a product.
type follower struct {
	laws    *Laws
	starts  []int
	threads int
	moved   *dense.Matrix
	riffles []*riffling // by thread, as needed
}

func newFollower(a *Laws, starts []int, threads int) *follower {
	return &follower{a, starts, threads, dense.New(len(starts), a.pairs), nil}
}

// room is memory for the rows of all start pairs that are followed.
func (f *follower) room() *Rows {
	return &Rows{Sum: dense.New(len(f.starts), f.laws.pairs), Diff: dense.New(len(f.starts), f.laws.pairs)}
}

// step sets next to the rows before, nil for the deck as it was, followed by a syllable.
// It fails only if ctx is cancelled.
func (f *follower) step(ctx context.Context, next, before *Rows, s word.Syllable) error {
	l := f.laws.letters[s.Letter]
	if next.Slack = firstSlack(f.laws.pairs, l); before != nil {
		next.Slack = before.Slack + stepSlack(f.laws.pairs, l)
	}
	if l.riffle != nil {
		return f.turn(ctx, next, before, l.riffle, s.Run)
	}
	if before == nil {
		less := 1/float64(f.laws.pairs) - l.uniform
		for i, x := range f.starts {
			for y, p := range l.sum.Row(x) {
				next.Sum.Row(i)[y] = p - less
			}
			copy(next.Diff.Row(i), l.diff.Row(x))
		}
		return ctx.Err()
	}
	if err := l.sum.Product(ctx, next.Sum, f.moveEnds(before.Sum, s.Run, false), f.threads); err != nil {
		return err
	}
	return l.diff.Product(ctx, next.Diff, f.moveEnds(before.Diff, s.Run, true), f.threads)
}

// moveEnds is m with its columns moved by the run.
func (f *follower) moveEnds(m *dense.Matrix, run perm.Perm, signed bool) *dense.Matrix {
	if run == nil {
		return m
	}
	move := newMove(run)
	for i := range m.Rows {
		in, out := m.Row(i), f.moved.Row(i)
		for x, y := range move.to {
			out[y] = in[x]
			if signed {
				out[y] *= move.sign[x]
			}
		}
	}
	return f.moved
}

// move is what a permutation does to pairs: pair x goes to pair to[x], in the
// other order where sign[x] is -1.
type move struct {
	to   []int
	sign []float64
}

func newMove(p perm.Perm) move {
	n := len(p)
	var m move
	for i := range n {
		for j := i + 1; j < n; j++ {
			k, l, s := p[i], p[j], 1.0
			if k > l {
				k, l, s = l, k, -1
			}
			m.to = append(m.to, shuffle.PairIndex(n, k, l))
			m.sign = append(m.sign, s)
		}
	}
	return m
}

// Chain follows some start pairs through cores, prefix by prefix as [word.Chain] does. It is for
// one goroutine.
type Chain struct {
	*word.Chain[*Rows]
	*follower
}

// NewChain follows the start pairs, numbered by shuffle.PairIndex, with the given
// number of workers for a product.
func NewChain(a *Laws, starts []int, threads int) *Chain {
	f := newFollower(a, starts, threads)
	return &Chain{word.NewChain(a.Alphabet, f.room, f.step), f}
}

// Pair is start pair number x of those followed, as two positions from 0.
func (c *Chain) Pair(x int) (i, j int) { return c.laws.Pair(c.starts[x]) }
