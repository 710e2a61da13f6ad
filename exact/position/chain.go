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
package position

import (
	"context"
	"slices"

	"dovetail/exact/dense"
	"dovetail/perm"
)

// A word is read as syllables: a run of deterministic letters followed by one
// random letter. A run is a permutation pi, and the law of the syllable is the
// random letter's with its rows permuted, so a word costs one product for each
// random letter after the first and a core ends in a syllable.

// Chain multiplies the deviations of a word from left to right and remembers
// those of its prefixes, so that words with a common prefix share its work. It
// serves one goroutine.
type Chain struct {
	alphabet *Alphabet
	prefix   []*dense.Matrix // prefix[k] is the deviation after k random letters
	last     Word            // the core that the prefixes belong to, if Core made them
	syllable *dense.Matrix
}

// NewChain works over the alphabet.
func NewChain(a *Alphabet) *Chain {
	return &Chain{alphabet: a, syllable: dense.Square(a.N)}
}

// Level is the deviation after k random letters, as far as they were extended.
func (c *Chain) Level(k int) *dense.Matrix {
	for len(c.prefix) <= k {
		c.prefix = append(c.prefix, dense.Square(c.alphabet.N))
	}
	return c.prefix[k]
}

// Extend sets level k+1 to level k followed by the run (nil for none) and the
// random letter. Level 0 is the deck as it was: there only the letter counts,
// since a leading run changes no score.
func (c *Chain) Extend(k int, run perm.Perm, letter byte) *dense.Matrix {
	c.last = nil
	return c.extend(k, run, letter)
}

func (c *Chain) extend(k int, run perm.Perm, letter byte) *dense.Matrix {
	next, e := c.Level(k+1), c.alphabet.Letters[letter].E
	if k == 0 {
		copy(next.Data, e.Data)
		return next
	}
	if run != nil {
		for i, j := range run {
			copy(c.syllable.Row(i), e.Row(j))
		}
		e = c.syllable
	}
	dense.Product(next, c.Level(k), e)
	return next
}

// Core computes the deviation of a core (see Alphabet.Split); for the empty
// core it is that of the deck at rest. Letters that the core before began with
// are not multiplied again. It fails only if ctx is over, at which it looks
// before every product.
func (c *Chain) Core(ctx context.Context, core Word) (*dense.Matrix, error) {
	shared := 0
	for shared < min(len(core), len(c.last)) && core[shared] == c.last[shared] {
		shared++
	}
	c.last = c.last[:shared]
	level := 0
	var run perm.Perm
	for i, l := range core {
		if p := c.alphabet.Letters[l].Perm; p != nil {
			run = run.Append(p)
			continue
		}
		if i >= shared {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			c.extend(level, run, l)
		}
		level++
		run = nil
	}
	c.last = append(c.last, core[shared:]...)
	if level == 0 {
		atRest(c.Level(0))
	}
	return c.Level(level), nil
}

// Word computes the deviation of a word, with the deterministic letters at its
// ends in place. It fails as Core does.
func (c *Chain) Word(ctx context.Context, w Word) (*dense.Matrix, error) {
	lead, core, trail := c.alphabet.Split(w)
	e, err := c.Core(ctx, core)
	if err != nil {
		return nil, err
	}
	return c.alphabet.place(e, lead, trail), nil
}

// place is the deviation of a word: that of its core, with the deterministic letters
// at its ends.
func (a *Alphabet) place(core *dense.Matrix, lead, trail Word) *dense.Matrix {
	out := dense.Square(a.N)
	before, after := a.run(lead), a.run(trail)
	for i, i2 := range before {
		for j, j2 := range after {
			out.Row(i)[j2] = core.At(i2, j)
		}
	}
	return out
}

// run composes deterministic letters.
func (a *Alphabet) run(letters Word) perm.Perm {
	p := perm.Identity(a.N)
	for _, l := range letters {
		p = p.Then(a.Letters[l].Perm)
	}
	return p
}

// atRest sets e to the deviation of the deck as it was, 1 - 1/n on the diagonal and
// -1/n elsewhere.
func atRest(e *dense.Matrix) {
	n := float64(e.Rows)
	for i := range e.Rows {
		row := e.Row(i)
		for j := range row {
			row[j] = -1 / n
		}
		row[i] = (n - 1) / n
	}
}

// Probabilities is row i of the law P = 1/n + E.
func Probabilities(e *dense.Matrix, i int) []float64 {
	p := slices.Clone(e.Row(i))
	for j, x := range p {
		p[j] = max(0, 1/float64(e.Rows)+x)
	}
	return p
}
