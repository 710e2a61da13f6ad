package law

import (
	"fmt"
	"slices"

	"dovetail/perm"
)

// Word spells letters by their index in the alphabet.
type Word []byte

// Parse reads a word such as RRDRR.
func (a *Alphabet) Parse(s string) (Word, error) {
	if s == "" {
		return nil, fmt.Errorf("empty word: want letters of %s", a)
	}
	var w Word
	for _, c := range s {
		k := slices.IndexFunc(a.Letters, func(l *Letter) bool { return rune(l.Name) == c })
		if k < 0 {
			return nil, fmt.Errorf("word %q: unknown letter %q, want letters of %s", s, string(c), a)
		}
		w = append(w, byte(k))
	}
	return w, nil
}

// Split takes a word apart into its core and the deterministic letters before and
// after it. These permute the decks' names and the decks themselves: they change
// no distance from the uniform law.
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

// syllable is a run of deterministic letters (nil for none) and a random one.
type syllable struct {
	run    perm.Perm
	letter *Letter
}

// syllables reads a word as syllables and the run that is left at its end.
func (a *Alphabet) syllables(w Word) (parts []syllable, rest perm.Perm) {
	for _, i := range w {
		l := a.Letters[i]
		if l.Perm != nil {
			rest = rest.Append(l.Perm)
			continue
		}
		parts = append(parts, syllable{rest, l})
		rest = nil
	}
	return parts, rest
}

// start takes apart the syllables that a word's law begins with, which are riffles in
// a row or else one at most, and those that take a step each.
func start(parts []syllable) (first, steps []syllable) {
	k := 0
	for k < len(parts) && parts[k].letter.isRiffle() && (k == 0 || parts[k].run == nil) {
		k++
	}
	k = max(k, min(1, len(parts)))
	return parts[:k], parts[k:]
}

// letters are the random letters of syllables.
func letters(parts []syllable) (all []*Letter) {
	for _, s := range parts {
		all = append(all, s.letter)
	}
	return all
}
