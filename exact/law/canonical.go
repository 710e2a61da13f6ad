package law

import (
	"strings"

	"dovetail/perm"
)

// Some words have the same distance for a reason:
//
//   - deterministic letters at their ends change nothing, and a run of them inside
//     counts as the permutation that it makes up;
//   - the inverse of a random permutation is as far from uniform as itself. The
//     inverse of a word is the word of the inverse letters, backwards. A random letter
//     is called mirrored if every outcome y is as likely as J y^-1 J, with J the
//     reversal of the deck (a Hindu shuffle is: y^-1 drops the same packets, taken from
//     the bottom). Among such letters the inverse of a word is J w' J, where w' is the
//     word backwards with J y^-1 J for every run y of deterministic letters; and J at
//     the ends changes nothing.

// isMirrored tests a letter's outcomes.
func (l *Letter) isMirrored(n int) bool {
	weight := map[string]chance{}
	for _, c := range l.first {
		weight[code(c.p)] = c
	}
	j := perm.Reversal(n)
	for _, c := range l.first {
		image, ok := weight[code(j.Then(c.p.Inverse()).Then(j))]
		if !ok || image.weight.Cmp(c.weight) != 0 {
			return false
		}
	}
	return true
}

// Key is the same for two words only if one of these reasons makes their laws
// equally far from uniform, in every distance of this package. It does not depend
// on letters' names or on how runs of deterministic letters are spelled.
func (a *Alphabet) Key(w Word) string {
	_, core, _ := a.Split(w)
	parts, _ := a.syllables(core)
	forwards := a.spell(parts)
	backwards := make([]syllable, len(parts))
	j := perm.Reversal(a.N)
	for i, s := range parts {
		if !s.letter.mirrored {
			return forwards
		}
		backwards[len(parts)-1-i].letter = s.letter
		if i > 0 && s.run != nil {
			backwards[len(parts)-i].run = j.Then(s.run.Inverse()).Then(j)
		}
	}
	return min(forwards, a.spell(backwards))
}

// spell writes syllables out, runs as permutations.
func (a *Alphabet) spell(parts []syllable) string {
	var key strings.Builder
	for _, s := range parts {
		key.WriteString(code(s.run.Append(perm.Identity(a.N))))
		key.WriteString(s.letter.Model.String())
		key.WriteByte('\n')
	}
	return key.String()
}
