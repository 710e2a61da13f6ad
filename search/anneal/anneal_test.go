package anneal

import (
	"slices"

	"dovetail/exact/law/lawtest"
	"dovetail/perm/shuffle/riffles"
)

var small, lettersFor, lawOf = lawtest.Small, lawtest.LettersFor, lawtest.LawOf

const scaled = lawtest.Scaled

// ByCuts walks on labels as decks of more than a word do, for riffles that differ by their cuts alone; nil for other words.
func ByCuts(t Target) Target {
	switch t := t.(type) {
	case *block:
		if t.cutAlone() {
			return byCuts{t}
		}
	case *joint:
		if t.riffles.cutAlone() {
			return jointByCuts{t}
		}
	}
	return nil
}

func (b *block) cutAlone() bool {
	return !slices.ContainsFunc(b.laws, func(l riffles.Interleaving) bool { return l.Switch != 0 || l.Drops != nil })
}

type byCuts struct{ *block }

func (b byCuts) Particles(count int) Particles { return b.cutWalks(count) }

type jointByCuts struct{ *joint }

func (j jointByCuts) Particles(count int) Particles {
	return j.joined(count, j.riffles.cutWalks(count))
}
