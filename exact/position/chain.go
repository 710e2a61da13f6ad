package position

import (
	"context"

	"dovetail/exact/dense"
	"dovetail/exact/word"
)

// Chain computes deviations of words, prefix by prefix as [word.Chain] does. Whatever
// it does fails only if ctx is cancelled, at which it looks before every product. It
// serves one goroutine.
type Chain struct {
	laws   *Laws
	random *word.Chain[*dense.Matrix]
	still  *dense.Matrix
}

// NewChain works over the letters.
func NewChain(a *Laws) *Chain {
	return &Chain{a, word.NewChain(a.Alphabet, a.room, a.steps()), atRest(a.N)}
}

func (a *Laws) room() *dense.Matrix { return dense.Square(a.N) }

// steps is the product with a syllable: the letter's deviation with its rows permuted
// by the run.
func (a *Laws) steps() func(ctx context.Context, dst, before *dense.Matrix, s word.Syllable) error {
	permuted := a.room()
	return func(ctx context.Context, dst, before *dense.Matrix, s word.Syllable) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		e := a.E[s.Letter]
		if before == nil {
			copy(dst.Data, e.Data)
			return nil
		}
		if s.Run != nil {
			for i, j := range s.Run {
				copy(permuted.Row(i), e.Row(j))
			}
			e = permuted
		}
		dense.Product(dst, before, e)
		return nil
	}
}

// Core is the deviation of a core (see [word.Alphabet.Split]), good until the next
// call; for the empty core it is that of the deck at rest.
func (c *Chain) Core(ctx context.Context, core word.Word) (*dense.Matrix, error) {
	if len(core) == 0 {
		return c.still, nil
	}
	return c.random.Core(ctx, core)
}

// Level is the deviation after k random letters, as far as they were extended.
func (c *Chain) Level(k int) *dense.Matrix {
	if k == 0 {
		return c.still
	}
	return c.random.Level(k)
}

// Extend sets level k+1 to level k followed by a syllable, which at level 0 has no run.
func (c *Chain) Extend(ctx context.Context, k int, s word.Syllable) error {
	return c.random.Extend(ctx, k, s)
}

// Word is the deviation of a word, with the deterministic letters at its ends in place.
func (c *Chain) Word(ctx context.Context, w word.Word) (*dense.Matrix, error) {
	lead, core, trail := c.laws.Split(w)
	e, err := c.Core(ctx, core)
	if err != nil {
		return nil, err
	}
	return c.laws.place(e, lead, trail), nil
}

// place is the deviation of a word: that of its core, with the deterministic letters
// at its ends.
func (a *Laws) place(core *dense.Matrix, lead, trail word.Word) *dense.Matrix {
	out := a.room()
	before, after := a.Run(lead), a.Run(trail)
	for i, i2 := range before {
		for j, j2 := range after {
			out.Row(i)[j2] = core.At(i2, j)
		}
	}
	return out
}
