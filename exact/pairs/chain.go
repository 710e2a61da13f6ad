package pairs

import (
	"context"

	"dovetail/exact/dense"
	"dovetail/exact/position"
	"dovetail/perm"
)

// Rows are some rows of the law of a core: for each start pair that is followed the
// deviations of the end pair, Sum and Diff as in doc.go.
type Rows struct {
	Sum, Diff *dense.Matrix
	Slack     float64 // bounds the error of a distance, see errors.go
}

// Chain follows some start pairs through words. It remembers the prefixes of
// the last word, so that words with a common prefix share its work. It serves
// one goroutine.
type Chain struct {
	alphabet *Alphabet
	starts   []int
	threads  int
	brief    bool    // only the last two levels are kept, and no prefix is remembered
	levels   []*Rows // levels[k] is the law after k+1 random letters; of those kept
	moved    *dense.Matrix
	last     position.Word
}

// NewChain follows the start pairs, numbered by shuffle.PairIndex, with the given
// number of workers for a product.
func NewChain(a *Alphabet, starts []int, threads int) *Chain {
	return &Chain{alphabet: a, starts: starts, threads: threads, moved: dense.New(len(starts), a.pairs)}
}

// Pair is start pair number x of those followed, as two positions from 0.
func (c *Chain) Pair(x int) (i, j int) { return c.alphabet.Pair(c.starts[x]) }

// Core computes the rows of a core with at least one letter; see
// position.Alphabet.Split. They are good until the next call. It fails only if ctx is
// over.
func (c *Chain) Core(ctx context.Context, core position.Word) (*Rows, error) {
	shared := 0
	for !c.brief && shared < min(len(core), len(c.last)) && core[shared] == c.last[shared] {
		shared++
	}
	c.last = append(c.last[:0], core[:shared]...)
	level := 0
	var run perm.Perm
	for i, l := range core {
		if p := c.alphabet.Letters[l].Perm; p != nil {
			run = run.Append(p)
			continue
		}
		if i >= shared {
			if err := c.extend(ctx, level, run, c.alphabet.letters[l]); err != nil {
				return nil, err
			}
		}
		level++
		run = nil
	}
	c.last = append(c.last, core[shared:]...)
	return c.level(level - 1), nil
}

// extend sets the level to the one before followed by the run (nil for none) and
// the random letter.
func (c *Chain) extend(ctx context.Context, level int, run perm.Perm, l *letter) error {
	next := c.level(level)
	if level == 0 {
		for i, x := range c.starts {
			copy(next.Sum.Row(i), l.sum.Row(x))
			copy(next.Diff.Row(i), l.diff.Row(x))
		}
		next.Slack = firstSlack(l)
		return ctx.Err()
	}
	before := c.level(level - 1)
	if err := dense.ProductThreads(ctx, next.Sum, c.moveEnds(before.Sum, run, false), l.sum, c.threads); err != nil {
		return err
	}
	if err := dense.ProductThreads(ctx, next.Diff, c.moveEnds(before.Diff, run, true), l.diff, c.threads); err != nil {
		return err
	}
	next.Slack = before.Slack + stepSlack(c.alphabet.pairs, l)
	return nil
}

// level is the law after k+1 random letters, or room for it.
func (c *Chain) level(k int) *Rows {
	if c.brief {
		k %= 2
	}
	if len(c.levels) == k {
		c.levels = append(c.levels, &Rows{Sum: dense.New(len(c.starts), c.alphabet.pairs), Diff: dense.New(len(c.starts), c.alphabet.pairs)})
	}
	return c.levels[k]
}

// moveEnds is m with its columns moved by the run.
func (c *Chain) moveEnds(m *dense.Matrix, run perm.Perm, signed bool) *dense.Matrix {
	if run == nil {
		return m
	}
	move := newMove(run)
	for i := range m.Rows {
		in, out := m.Row(i), c.moved.Row(i)
		for x, y := range move.to {
			out[y] = in[x]
			if signed {
				out[y] *= move.sign[x]
			}
		}
	}
	return c.moved
}
