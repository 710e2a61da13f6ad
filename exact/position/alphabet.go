package position

import (
	"fmt"
	"strings"

	"dovetail/perm"
	"dovetail/perm/shuffle"
)

// lawBits are enough fractional bits for every deviation to be the nearest
// double: even at n = 1000 a law's slack stays below 2^-160.
const lawBits = 192

// Letter is a shuffle model with its position law at one deck size.
type Letter struct {
	shuffle.Letter
	E *Matrix // deviation

	// Perm is the permutation that a deterministic letter performs, nil for
	// the others. It is found from the law, whatever the model is called.
	Perm perm.Perm
}

// Alphabet is the letters of words over decks of N cards.
type Alphabet struct {
	N       int
	Letters []Letter
	index   [256]int // letter name -> 1 + index in Letters
}

// NewAlphabet computes the laws of the letters at n.
func NewAlphabet(n int, letters []shuffle.Letter) *Alphabet {
	a := &Alphabet{N: n}
	for i, l := range letters {
		law := l.Model.Law(n, lawBits)
		a.Letters = append(a.Letters, Letter{l, FromCells(n, law.Deviation()), law.Deterministic()})
		a.index[l.Name] = i + 1
	}
	return a
}

// Word spells letters by their index in the alphabet.
type Word []byte

// Parse reads a word such as HDHRDHH.
func (a *Alphabet) Parse(s string) (Word, error) {
	if s == "" {
		return nil, fmt.Errorf("empty word: want letters of %s", a)
	}
	w := make(Word, len(s))
	for i := range len(s) {
		k := a.index[s[i]]
		if k == 0 {
			return nil, fmt.Errorf("word %q: unknown letter %q, want letters of %s", s, s[i:i+1], a)
		}
		w[i] = byte(k - 1)
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
