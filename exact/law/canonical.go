package law

import (
	"math/big"
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
//     the ends changes nothing;
//   - J can be moved past a letter whose outcomes y are each as likely as J y J, such
//     as a riffle, and is lost at an end.

// symmetries tests a letter's outcomes: whether y is as likely as J y^-1 J, and as
// J y J.
func (l *Letter) symmetries(n int) (mirrored, flipped bool) {
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

// spell is a form of a core that does not depend on where its J stand.
func (a *Alphabet) spell(parts []syllable) string {
	form := a.settle(parts, false)
	if last := len(parts) - 1; last >= 0 && parts[last].letter.flipped {
		form = min(form, a.settle(parts, true))
	}
	return form
}

// settle writes the syllables from the last to the first, with J after the last if
// reversed. Where a run can pass J on to the syllable before, it does so if that
// makes it smaller.
func (a *Alphabet) settle(parts []syllable, reversed bool) string {
	var form strings.Builder
	j := perm.Reversal(a.N)
	for i := len(parts) - 1; i >= 0; i-- {
		form.WriteString(parts[i].letter.Model.String())
		if i == 0 {
			break
		}
		run := parts[i].run.Append(perm.Identity(a.N))
		if reversed {
			run = run.Then(j)
		}
		spelled := code(run)
		reversed = false
		if parts[i-1].letter.flipped {
			if other := code(j.Then(run)); other < spelled {
				spelled, reversed = other, true
			}
		}
		form.WriteString("\n" + spelled + "\n")
	}
	return form.String()
}
