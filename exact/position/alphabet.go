package position

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"dovetail/exact/dense"
	"dovetail/perm"
	"dovetail/perm/shuffle"
)

// lawBits are enough fractional bits for every deviation to be the nearest
// double: even at n = 1000 a law's slack stays below 2^-160.
const lawBits = 192

// Letter is a shuffle model with its position law at one deck size.
type Letter struct {
	shuffle.Letter
	E *dense.Matrix // deviation

	// Perm is the permutation that a deterministic letter performs, nil for
	// the others. It is found from the law, whatever the model is called.
	Perm perm.Perm

	// Central says of a deterministic letter that it commutes with every letter
	// of the alphabet, exactly; see Core.
	Central bool
}

// Uniform tells whether the letter alone makes every position equally likely, as a
// uniform cut does.
func (l Letter) Uniform() bool { return dense.Largest(l.E, 0, l.E.Rows) == 0 }

// Alphabet is the letters of words over decks of N cards.
type Alphabet struct {
	N       int
	Letters []Letter
	index   [256]int // letter name -> 1 + index in Letters
}

// NewAlphabet computes the laws of the letters at n.
func NewAlphabet(n int, letters []shuffle.Letter) *Alphabet {
	a := &Alphabet{N: n}
	var laws []*shuffle.Law
	for i, l := range letters {
		law := l.Model.Law(n, lawBits)
		laws = append(laws, law)
		cells := law.Deviation()
		e := dense.Of(n, n, func(i, j int) float64 { return cells[i*n+j] })
		a.Letters = append(a.Letters, Letter{Letter: l, E: e, Perm: law.Deterministic()})
		a.index[l.Name] = i + 1
	}
	for i := range a.Letters {
		if p := a.Letters[i].Perm; p != nil {
			a.Letters[i].Central = !slices.ContainsFunc(laws, func(l *shuffle.Law) bool { return !commute(p, l) })
		}
	}
	return a
}

// commute tells whether a permutation commutes with a law: P L = L P, that is
// L(i, j) = L(p(i), p(j)). A law that is not exact is taken not to.
func commute(p perm.Perm, l *shuffle.Law) bool {
	if l.Slack != 0 {
		return false
	}
	for i := range p {
		for j := range p {
			if l.At(i, j).Cmp(l.At(p[i], p[j])) != 0 {
				return false
			}
		}
	}
	return true
}

// Word spells letters by their index in the alphabet.
type Word []byte

// Parse reads a word such as HDHRDHH.
func (a *Alphabet) Parse(s string) (Word, error) {
	if s == "" {
		return nil, fmt.Errorf("empty word: want letters of %s", a)
	}
	var w Word
	for _, c := range s {
		if c >= utf8.RuneSelf || a.index[c] == 0 {
			return nil, fmt.Errorf("word %q: unknown letter %q, want letters of %s", s, string(c), a)
		}
		w = append(w, byte(a.index[c]-1))
	}
	return w, nil
}

// Format spells a word by the names of its letters.
func (a *Alphabet) Format(w Word) string {
	s := make([]byte, len(w))
	for i, k := range w {
		s[i] = a.Letters[k].Name
	}
	return string(s)
}

// String lists the letters' names.
func (a *Alphabet) String() string {
	names := make([]string, len(a.Letters))
	for i, l := range a.Letters {
		names[i] = string(l.Name)
	}
	return strings.Join(names, ", ")
}

// Definitions are the letters with their models, as records carry them.
func (a *Alphabet) Definitions() []string {
	var all []string
	for _, l := range a.Letters {
		all = append(all, l.Letter.String())
	}
	return all
}

// MarshalText says all that there is to know: the deck and every letter with its
// model.
func (a *Alphabet) MarshalText() ([]byte, error) {
	text := fmt.Appendf(nil, "n=%d", a.N)
	for _, l := range a.Letters {
		text = fmt.Appendf(text, " %s", l)
	}
	return text, nil
}

// Split takes a word apart into its core and the deterministic letters before
// and after it. A leading one permutes the rows of the word's law and a
// trailing one its columns; all scores are sums, counts or maxima over cells,
// or over rows, that do not look at the order of rows and columns, so a word
// has the scores of its core.
func (a *Alphabet) Split(w Word) (before, core, after Word) {
	i, j := 0, len(w)
	for i < j && a.Letters[w[i]].Perm != nil {
		i++
	}
	for i < j && a.Letters[w[j-1]].Perm != nil {
		j--
	}
	return w[:i], w[i:j], w[j:]
}

// Core is the part of a word that its scores depend on. A central letter, such
// as the reversal J among riffles (J R = R J), can be moved past all others to
// the end; so central letters are left out wherever they stand, and of the rest
// the deterministic letters at both ends, as in Split.
func (a *Alphabet) Core(w Word) Word {
	rest := slices.DeleteFunc(slices.Clone(w), func(l byte) bool { return a.Letters[l].Central })
	_, core, _ := a.Split(rest)
	return core
}
