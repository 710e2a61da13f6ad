package density

import (
	"math/big"
	"slices"

	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/shuffle"
)

// block is the part of a word that is an a-shuffle, or undoes one, and turns the deck
// over or not: J R = R J for the reversal J.
type block struct {
	a              *big.Int
	undone, turned bool

	shelves *big.Int // instead: the letters are a pass through so many
}

// split parts a word at its first block of a-shuffles or of shuffles that undo them. A word
// without has an empty one, a 1-shuffle, before its first packets or else at its end. The
// letters on both sides are read from the block outwards.
func split(a *word.Alphabet, w word.Word) (before word.Word, b block, after word.Word) {
	shuffled := func(l byte) (packets int, undone bool) {
		if a.Letters[l].Perm != nil {
			return 0, false
		}
		return a.Letters[l].Model.AShuffle()
	}
	b.a = big.NewInt(1)
	for from := range w {
		var models []shuffle.Model
		for _, l := range w[from:] {
			models = append(models, a.Letters[l].Model)
		}
		if m, count := shuffle.ShelfRun(models); count > 0 {
			b.shelves = m
			return backward(w[:from]), b, w[from+count:]
		}
	}
	from := slices.IndexFunc(w, func(l byte) bool { packets, _ := shuffled(l); return packets > 0 })
	if from < 0 {
		at := slices.IndexFunc(w, func(l byte) bool { return inPackets(a.N, a.Letters[l]) })
		if at < 0 {
			at = len(w)
		}
		return backward(w[:at]), b, w[at:]
	}
	_, b.undone = shuffled(w[from])
	to := from
	var run perm.Perm
	for k, l := range w[from:] {
		if p := a.Letters[l].Perm; p != nil {
			run = run.Append(p)
			continue
		}
		packets, undone := shuffled(l)
		turned, passes := reversal(run)
		if packets == 0 || undone != b.undone || !passes {
			break
		}
		b.a = new(big.Int).Mul(b.a, big.NewInt(int64(packets)))
		b.turned, to, run = b.turned != turned, from+k+1, nil
	}
	return backward(w[:from]), b, w[to:]
}

func backward(w word.Word) word.Word {
	w = slices.Clone(w)
	slices.Reverse(w)
	return w
}

// side is what stands on one side of a block: packets beside it, perhaps with a reversal
// between, and the outcomes of all other letters.
type side struct {
	outcomes []outcome
	packets  *packets
	name     byte // of the letter of the packets
	turned   bool // by the reversal
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
		s.packets, s.name, s.turned = newPackets(l.Model, a.N), l.Name, turned
		letters = letters[next+1:]
	}
	if s.outcomes = outcomes(a, letters, undo); s.outcomes == nil {
		return nil
	}
	return s
}

// turn puts a reversal next to the block, if the deck is turned.
func (s *side) turn(turned bool) {
	if !turned {
		return
	}
	for i, x := range s.outcomes {
		s.outcomes[i].p = perm.Reversal(len(x.p)).Then(x.p)
	}
}

// inPackets reports whether a letter reverses packets, at random and in more ways than can
// be gone through.
func inPackets(n int, l word.Letter) bool {
	return l.Perm == nil && l.Model.MeanPacket() != nil && !shuffle.Few(l.Model, n)
}

// reversal reports whether a run of deterministic letters turns the deck over, and whether
// it does that or nothing.
func reversal(run perm.Perm) (turns, passes bool) {
	turns = run != nil && slices.Equal(run, perm.Reversal(len(run)))
	return turns, turns || slices.Equal(run, perm.Identity(len(run)))
}
