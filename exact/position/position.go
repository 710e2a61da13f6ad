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
// Start with NewLaws for the letters, Chain for the deviation of a word and Scorer for its scores;
// see the example.
//
// The package has the deviations of words, their errors, and the scores that follow from them.
// Package word splits words and package dense multiplies matrices. Searches over words are
// elsewhere.
package position

import (
	"context"
	"slices"

	"dovetail/exact/dense"
	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/notation"
)

// Laws are the letters of an alphabet with their deviations.
type Laws struct {
	*word.Alphabet
	E []*dense.Matrix // by letter
}

// NewLaws computes the laws of the letters at n.
func NewLaws(n int, letters []notation.Letter) *Laws {
	a, err := NewLawsWithin(context.Background(), n, letters)
	if err != nil {
		panic(err) // only ctx says so
	}
	return a
}

// NewLawsWithin is NewLaws if ctx leaves enough time: a letter takes half a second for a thousand
// cards. Otherwise it fails.
func NewLawsWithin(ctx context.Context, n int, letters []notation.Letter) (*Laws, error) {
	var laws []*shuffle.Law
	for k := range letters {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		laws = append(laws, word.Laws(n, letters[k:k+1])...)
	}
	a := &Laws{Alphabet: word.New(n, letters, laws)}
	for _, l := range laws {
		e := dense.Square(n)
		for i := range n {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			copy(e.Row(i), l.Deviation(i))
		}
		a.E = append(a.E, e)
	}
	return a, nil
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

// atRest is the deviation of the initial deck, 1 - 1/n on the diagonal and -1/n elsewhere.
func atRest(n int) *dense.Matrix {
	return dense.Of(n, n, func(i, j int) float64 {
		if i == j {
			return float64(n-1) / float64(n)
		}
		return -1 / float64(n)
	})
}

// Chain computes deviations of words, prefix by prefix as [word.Chain] does. It fails only if ctx
// is cancelled, which it checks before every product. It is for one goroutine.
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

// Core is the deviation of a core (see [word.Alphabet.Split]), valid until the next call. For the
// empty core it is that of the initial deck.
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

// Word is the deviation of a word, including the deterministic letters at its ends.
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

// Repetition follows a word w that is repeated: w, ww, www, ...
//
// Prefixes of w^k are prefixes of w^(k+1), and so are suffixes. The deviation of w^(k+1) continues
// from that of w^k. The norms of its prefixes and suffixes, which NormError needs, are those of w^k
// and a few more: two products for each random letter of w instead of 3k. The answers are those of
// [Chain], bit by bit. It is for one goroutine.
type Repetition struct {
	laws  *Laws
	word  word.Word
	times int

	all        word.Word // from the first random letter on
	run        perm.Perm // the deterministic letters after the last random one
	step       func(ctx context.Context, dst, before *dense.Matrix, s word.Syllable) error
	e, scratch *dense.Matrix // deviation up to the last random letter
	sums       []float64
	norms      norms
	end        suffix // of all up to the last random letter
}

// NewRepetition begins before the first repetition.
func NewRepetition(a *Laws, w word.Word) *Repetition {
	return &Repetition{
		laws: a, word: slices.Clone(w),
		step: a.steps(), e: atRest(a.N), scratch: a.room(), sums: make([]float64, a.N),
		end: suffix{laws: a},
	}
}

// Next repeats the word once more. It fails only if ctx is cancelled.
func (r *Repetition) Next(ctx context.Context) error {
	for _, l := range r.word {
		if err := r.append(ctx, l); err != nil {
			return err
		}
	}
	for _, l := range slices.Backward(r.word) {
		if err := ctx.Err(); err != nil {
			return err
		}
		r.end.prepend(&r.norms, l)
	}
	r.times++
	return nil
}

// append adds a letter at the end.
func (r *Repetition) append(ctx context.Context, l byte) error {
	p := r.laws.Letters[l].Perm
	first := len(r.norms.places) == 0
	if p != nil {
		if !first {
			r.run = r.run.Append(p)
			r.all = append(r.all, l)
		}
		return ctx.Err()
	}
	before := r.e
	if first {
		before = nil
	}
	if err := r.step(ctx, r.scratch, before, word.Syllable{Run: r.run, Letter: l}); err != nil {
		return err
	}
	r.e, r.scratch = r.scratch, r.e
	r.run = nil
	r.norms.places = append(r.norms.places, len(r.all))
	r.norms.before = append(r.norms.before, norm(r.e, r.sums))
	r.all = append(r.all, l)
	return nil
}

// Core is the core of the word so far (see [word.Alphabet.Split]), valid until the next repetition.
func (r *Repetition) Core() word.Word {
	places := r.norms.places
	if len(places) == 0 {
		return nil
	}
	return r.all[:places[len(places)-1]+1]
}

// Deviation is the deviation of the core, valid until the next repetition.
func (r *Repetition) Deviation() *dense.Matrix { return r.e }

// NormError bounds the error of the deviation as Chain.NormError does.
func (r *Repetition) NormError() float64 { return r.norms.bound(r.laws.N, len(r.Core())) }

// Word is the deviation of the whole word so far, including the deterministic letters at its ends.
func (r *Repetition) Word() *dense.Matrix {
	lead, _, trail := r.laws.Split(r.word)
	if len(r.norms.places) == 0 { // then Split finds the whole word in front
		lead = slices.Repeat(lead, r.times)
	}
	return r.laws.place(r.e, lead, trail)
}
