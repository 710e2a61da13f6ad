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
