package law

import (
	"math/big"
	"strings"

	"dovetail/exact/word"
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
//     the ends changes nothing;
//   - J can be moved past a letter whose outcomes y are each as likely as J y J, such
//     as a riffle, and is lost at an end.

// symmetries tests a letter's outcomes: whether y is as likely as J y^-1 J, and as
// J y J.
func (l *letter) symmetries(n int) (mirrored, flipped bool) {
	weight := map[string]*big.Int{}
	for _, c := range l.first {
		weight[code(c.p)] = c.weight
	}
	j := perm.Reversal(n)
	same := func(p perm.Perm, w *big.Int) bool {
		image := weight[code(j.Then(p).Then(j))]
		return image != nil && image.Cmp(w) == 0
	}
	mirrored, flipped = true, true
	for _, c := range l.first {
		mirrored = mirrored && same(c.p.Inverse(), c.weight)
		flipped = flipped && same(c.p, c.weight)
	}
	return mirrored, flipped
}

// Key is the same for two words only if one of these reasons makes their laws
// equally far from uniform, in every distance of this package. It does not depend
// on letters' names or on how runs of deterministic letters are spelled.
func (a *Compiled) Key(w word.Word) string {
	_, core, _ := a.Split(w)
	parts, _ := a.Syllables(core)
	forwards := a.spell(parts)
	backwards := make([]word.Syllable, len(parts))
	j := perm.Reversal(a.N)
	for i, s := range parts {
		if !a.letters[s.Letter].mirrored {
			return forwards
		}
		backwards[len(parts)-1-i].Letter = s.Letter
		if i > 0 && s.Run != nil {
			backwards[len(parts)-i].Run = j.Then(s.Run.Inverse()).Then(j)
		}
	}
	return min(forwards, a.spell(backwards))
}

// spell is a form of a core that does not depend on where its J stand.
func (a *Compiled) spell(parts []word.Syllable) string {
	form := a.settle(parts, false)
	if last := len(parts) - 1; last >= 0 && a.letters[parts[last].Letter].flipped {
		form = min(form, a.settle(parts, true))
	}
	return form
}

// settle writes the syllables from the last to the first, with J after the last if
// reversed. Where a run can pass J on to the syllable before, it does so if that
// makes it smaller.
func (a *Compiled) settle(parts []word.Syllable, reversed bool) string {
	var form strings.Builder
	j := perm.Reversal(a.N)
	for i := len(parts) - 1; i >= 0; i-- {
		form.WriteString(a.Letters[parts[i].Letter].Model.String())
		if i == 0 {
			break
		}
		run := parts[i].Run.Append(perm.Identity(a.N))
		if reversed {
			run = run.Then(j)
		}
		spelled := code(run)
		reversed = false
		if a.letters[parts[i-1].Letter].flipped {
			if other := code(j.Then(run)); other < spelled {
				spelled, reversed = other, true
			}
		}
		form.WriteString("\n" + spelled + "\n")
	}
	return form.String()
}
