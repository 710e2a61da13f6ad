package pairs

import (
	"context"
	"math"

	"dovetail/exact/dense"
	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/shuffle"
)

// Rows are some rows of the law of a core: for each start pair that is followed the
// deviations of the end pair, Sum and Diff as above.
type Rows struct {
	Sum, Diff *dense.Matrix
	Slack     float64 // bounds the error of a distance, see stepSlack
}

// Starts are the distances from uniform of the end pair, for each start pair that
// is followed: half the sum of max(|Sum|, |Diff|) over a row.
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

// Ends are the same for each end pair, of the two cards that land there. They are
// distances only if all start pairs are followed.
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
}

func newFollower(a *Laws, starts []int, threads int) *follower {
	return &follower{a, starts, threads, dense.New(len(starts), a.pairs)}
}

// room is for the rows of all start pairs that are followed.
func (f *follower) room() *Rows {
	return &Rows{Sum: dense.New(len(f.starts), f.laws.pairs), Diff: dense.New(len(f.starts), f.laws.pairs)}
}

// step sets next to the rows before, nil for the deck as it was, followed by a syllable.
// It fails only if ctx is cancelled.
func (f *follower) step(ctx context.Context, next, before *Rows, s word.Syllable) error {
	l := f.laws.letters[s.Letter]
	if before == nil {
		for i, x := range f.starts {
			copy(next.Sum.Row(i), l.sum.Row(x))
			copy(next.Diff.Row(i), l.diff.Row(x))
		}
		next.Slack = firstSlack(l)
		return ctx.Err()
	}
	if err := dense.ProductThreads(ctx, next.Sum, f.moveEnds(before.Sum, s.Run, false), l.sum, f.threads); err != nil {
		return err
	}
	if err := dense.ProductThreads(ctx, next.Diff, f.moveEnds(before.Diff, s.Run, true), l.diff,
		f.threads); err != nil {
		return err
	}
	next.Slack = before.Slack + stepSlack(f.laws.pairs, l)
	return nil
}

// through takes the rows from the deck as it was through all syllables, at least one.
func (f *follower) through(ctx context.Context, parts []word.Syllable, room [2]*Rows) (*Rows, error) {
	var before *Rows
	for k, s := range parts {
		next := room[k%2]
		if err := f.step(ctx, next, before, s); err != nil {
			return nil, err
		}
		before = next
	}
	return before, nil
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

// Chain follows some start pairs through cores, prefix by prefix as [word.Chain] does. It
// serves one goroutine.
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
