package density

import (
	"slices"

	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/shuffle"
)

// side is what stands on one side of a block: packets beside it, perhaps with a reversal
// between, and the outcomes of all other letters.
type side struct {
	outcomes []outcome
	packets  *packets
	turned   bool
	name     byte
	model    shuffle.Model
}

// newSide reads the letters from the block outwards. Outcomes are put together in that
// order, the inverses of what the letters do if they are to be undone. It is nil where
// there is another random letter than packets beside the block and letters of few outcomes.
func newSide(a *word.Alphabet, letters word.Word, undo bool) *side {
	s := &side{}
	next := slices.IndexFunc(letters, func(l byte) bool { return a.Letters[l].Perm == nil })
	if next >= 0 && inPackets(a.N, a.Letters[letters[next]]) {
		turned, passes := reversal(a.Run(letters[:next]))
		if !passes {
			return nil
		}
		l := a.Letters[letters[next]]
		s.turned, s.name, s.model = turned, l.Name, l.Model
		s.packets = newPackets(l.Model, a.N)
		letters = letters[next+1:]
	}
	s.outcomes = outcomes(a, letters, undo)
	if s.outcomes == nil {
		return nil
	}
	return s
}

// turn puts a reversal next to the block.
func (s *side) turn(n int) {
	for i, x := range s.outcomes {
		s.outcomes[i].p = perm.Reversal(n).Then(x.p)
	}
}

// inPackets reports whether a random letter reverses packets that are more than can be gone
// through one by one.
func inPackets(n int, l word.Letter) bool {
	return l.Perm == nil && shuffle.MeanPacket(l.Model) != nil && !shuffle.Few(l.Model, n)
}

// reversal reports whether p turns the deck over, and whether it does that or nothing; a
// random letter, without p, does neither.
func reversal(p perm.Perm) (turns, passes bool) {
	if p == nil {
		return false, false
	}
	turns = slices.Equal(p, perm.Reversal(len(p)))
	return turns, turns || slices.Equal(p, perm.Identity(len(p)))
}
