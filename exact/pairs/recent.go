package pairs

import (
	"slices"
	"sync"

	"dovetail/exact/word"
)

// recent is what was computed last, which is often wanted again: the certified ends of a word rest on the law of its
// pairs, and so does its test, the next row of a table has one riffle more, and the next word the same letters. So the laws
// of the letters of one alphabet are kept, by their models, and the rows of one core. A core that goes on from it is followed
// from there, by the same products: with the same digits.
var recent struct {
	sync.Mutex
	n        int
	letters  map[string]*letter // by model
	alphabet *word.Alphabet     // of the core
	core     word.Word
	rows     []*Rows // by block
}

// mostKept is the largest deck of which something is kept: for 64 cards, 65 million bytes for each letter and as many
// for the rows.
const mostKept = 64

func (a *Laws) keeps() bool { return a.N <= mostKept }

// knownLetters are the laws of letters as far as they are kept. What is kept of another alphabet goes, except the laws of
// letters that are in both.
func knownLetters(a *word.Alphabet) []*letter {
	recent.Lock()
	defer recent.Unlock()
	letters, kept := make([]*letter, len(a.Letters)), map[string]*letter{}
	for i, l := range a.Letters {
		if recent.n == a.N && l.Perm == nil {
			if letters[i] = recent.letters[l.Model.String()]; letters[i] != nil {
				kept[l.Model.String()] = letters[i]
			}
		}
	}
	recent.n, recent.letters = a.N, kept
	if recent.alphabet != a {
		recent.alphabet, recent.core, recent.rows = nil, nil, nil
	}
	return letters
}

// keepLetters keeps the laws of letters, in the place of those of another alphabet.
func (a *Laws) keepLetters() {
	if !a.keeps() {
		return
	}
	recent.Lock()
	defer recent.Unlock()
	if recent.n != a.N {
		recent.n, recent.letters = a.N, map[string]*letter{}
	}
	if recent.alphabet != a.Alphabet {
		recent.alphabet, recent.core, recent.rows = a.Alphabet, nil, nil
	}
	for l, law := range a.letters {
		if law != nil {
			recent.letters[a.Letters[l].Model.String()] = law
		}
	}
}

// knownRows are those that are kept if the core goes on from theirs, by block, and how many syllables they have.
func (a *Laws) knownRows(core word.Word) (syllables int, block func(b int) *Rows) {
	recent.Lock()
	defer recent.Unlock()
	rows := recent.rows
	if recent.alphabet != a.Alphabet || len(rows) == 0 || len(recent.core) > len(core) ||
		!slices.Equal(recent.core, core[:len(recent.core)]) {
		return 0, func(int) *Rows { return nil }
	}
	parts, _ := a.Syllables(recent.core)
	return len(parts), func(b int) *Rows { return rows[b] }
}

func (a *Laws) keepRows(core word.Word, rows []*Rows) {
	recent.Lock()
	defer recent.Unlock()
	if recent.alphabet == a.Alphabet {
		recent.core, recent.rows = slices.Clone(core), rows
	}
}
