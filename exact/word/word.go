package word

import (
	"slices"

	"dovetail/perm"
)

// Word spells letters by their index in the alphabet.
type Word []byte

// Split takes a word apart into its core and the deterministic letters before and after
// it. Those permute the rows and the columns of the word's law. Scores and distances are
// sums, counts or maxima over cells, or over rows, that do not look at the order of rows
// and columns, so a word has those of its core.
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

// Syllable is a run of deterministic letters, as the permutation that they make up (nil
// for none), and the random letter after it. Letters' laws cost a product each, runs
// only renumber, so a word costs one product for each syllable after the first.
type Syllable struct {
	Run    perm.Perm
	Letter byte
}

// Syllables reads a word as syllables and the run that is left at its end, which a core
// does not have.
func (a *Alphabet) Syllables(w Word) (parts []Syllable, rest perm.Perm) {
	for _, l := range w {
		if p := a.Letters[l].Perm; p != nil {
			rest = rest.Append(p)
			continue
		}
		parts = append(parts, Syllable{rest, l})
		rest = nil
	}
	return parts, rest
}

// Run is what deterministic letters do, one after the other.
func (a *Alphabet) Run(letters Word) perm.Perm {
	p := perm.Identity(a.N)
	for _, l := range letters {
		p = p.Then(a.Letters[l].Perm)
	}
	return p
}

// Random is the number of random letters of a word.
func (a *Alphabet) Random(w Word) (count int) {
	for _, l := range w {
		if a.Letters[l].Perm == nil {
			count++
		}
	}
	return count
}
