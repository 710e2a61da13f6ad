// Package position computes laws of single cards exactly, without dealing.
//
// One card's position is a Markov chain, and the shuffles of a word are
// independent, so the position law of a word is the product of the laws of its
// letters: row = start position, column = end position, first letter leftmost.
// All work is done on deviations E = P - 1/n. Laws are doubly stochastic, so
//
//	E_A E_B = (A - 1/n)(B - 1/n) = AB - 1/n - 1/n + 1/n = E_AB,
//
// and a product of small deviations keeps its relative precision where P would
// lose it against 1/n.
//
// The way in is NewLaws for the letters, Chain for the deviation of a word and Scorer
// for what it is worth; see the example.
//
// Here are the deviations of words, how far off they may be, and the scores that
// are made of them. Words are taken apart in package word and matrices multiplied
// in package dense; searches over words are not here.
package position

import (
	"context"
	"slices"

	"dovetail/exact/dense"
	"dovetail/exact/word"
	"dovetail/perm/shuffle"
)

// Laws are the letters of an alphabet with their deviations.
type Laws struct {
	*word.Alphabet
	E []*dense.Matrix // by letter
}

// NewLaws computes the laws of the letters at n.
func NewLaws(n int, letters []shuffle.Letter) *Laws {
	laws := word.Laws(n, letters)
	a := &Laws{Alphabet: word.New(n, letters, laws)}
	for _, l := range laws {
		cells := l.Deviation()
		a.E = append(a.E, dense.Of(n, n, func(i, j int) float64 { return cells[i*n+j] }))
	}
	return a
}

// UnmarshalText computes the laws of an alphabet that a text names.
func (a *Laws) UnmarshalText(text []byte) error {
	n, letters, err := word.Read(text)
	if err == nil {
		*a = *NewLaws(n, letters)
	}
	return err
}

// IsUniform reports whether every position is equally likely, as after a uniform cut.
func IsUniform(e *dense.Matrix) bool { return dense.Largest(e, 0, e.Rows) == 0 }

// Probabilities is row i of the law P = 1/n + E.
func Probabilities(e *dense.Matrix, i int) []float64 {
	p := slices.Clone(e.Row(i))
	for j, x := range p {
		p[j] = max(0, 1/float64(e.Rows)+x)
	}
	return p
}

// atRest is the deviation of the deck as it was, 1 - 1/n on the diagonal and -1/n
// elsewhere.
func atRest(n int) *dense.Matrix {
	return dense.Of(n, n, func(i, j int) float64 {
		if i == j {
			return float64(n-1) / float64(n)
		}
		return -1 / float64(n)
	})
}

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
