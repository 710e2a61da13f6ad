package density

import (
	"math/big"
	"slices"

	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/riffles"
)

// block is the part of a word that is an a-shuffle or an inverse one, possibly with a reversal of
// the deck: J R = R J for the reversal J.
type block struct {
	a               *big.Int
	inverse, turned bool

	shelves *big.Int // instead: the letters are a pass through this many

	// Letters whose cards choose packets independently with unequal chances, from the first to
	// undo, make no a-shuffle. Their law is computed from the labels of all letters.
	biased bool
	models []shuffle.Model
	over   []bool // the letter is between the deck turned over and turned back
}

// split parts a word at its first block of a-shuffles or of inverse ones, w[from:to]. A word
// without a block has an empty one, a 1-shuffle, before its first packets or otherwise at its end.
func split(a *word.Alphabet, w word.Word) (b block, from, to int) {
	b.a = big.NewInt(1)
	for from := range w {
		if count := b.sorting(a, w[from:]); count > 0 {
			return b, from, from + count
		}
	}
	from = slices.IndexFunc(w, func(l byte) bool { return kind(a.Letters[l]).Packets > 0 })
	if from < 0 {
		if from = slices.IndexFunc(w, func(l byte) bool { return inPackets(a.N, a.Letters[l]) }); from < 0 {
			from = len(w)
		}
		return b, from, from
	}
	b.inverse, to = kind(a.Letters[w[from]]).Inverse, from
	var run perm.Perm
	for k, l := range w[from:] {
		if p := a.Letters[l].Perm; p != nil {
			run = run.Append(p)
			continue
		}
		c := kind(a.Letters[l])
		turned, passes := reversal(run)
		if c.Packets == 0 || c.Inverse != b.inverse || !passes {
			break
		}
		b.a = new(big.Int).Mul(b.a, big.NewInt(int64(c.Packets)))
		b.turned, to, run = b.turned != turned, from+k+1, nil
		b.biased = b.biased || c.Top != nil && c.Top.Cmp(big.NewRat(1, 2)) != 0
		b.models, b.over = append(b.models, a.Letters[l].Model), append(b.over, b.turned)
	}
	if b.inverse {
		slices.Reverse(b.models)
		slices.Reverse(b.over)
	}
	return b, from, to
}

// kind says which of the shuffles of a block a letter is. If its cards choose between two packets
// independently, it has 2 labels, whatever the chances.
func kind(l word.Letter) (c shuffle.Closed) {
	if l.Perm == nil {
		c = shuffle.ClosedOf(l.Model)
	}
	if c.Packets == 0 && c.Top != nil {
		c.Packets = 2
	}
	return c
}

// sorting makes the block of the first letters of a word, as far as each sorts the cards by labels:
// shelves, and inverse riffles. It returns the number of letters, 0 if there are no shelves among
// them.
func (b *block) sorting(a *word.Alphabet, w word.Word) int {
	var models []shuffle.Model
	shelves := false
	for _, l := range w {
		c := kind(a.Letters[l])
		shelf := c.Shelves > 0 && !c.Inverse
		if !shelf && !(c.Packets > 0 && c.Inverse) {
			break
		}
		models, shelves = append(models, a.Letters[l].Model), shelves || shelf
	}
	if !shelves {
		return 0
	}
	b.inverse = true
	if m, count := riffles.ShelfRun(models); count == len(models) {
		b.shelves = m
		return count
	}
	b.biased, b.models, b.over = true, models, make([]bool, len(models))
	slices.Reverse(b.models)
	return len(models)
}

// law is the law of the block with packets on its inside or its outside, or nil where none is
// known. For a block that is not inverse it is the law of the inverse permutation.
func (b *block) law(n int, inside, outside *packets) blockLaw {
	switch {
	case (inside != nil || outside != nil) && (b.biased || b.shelves != nil), inside != nil && outside != nil, b.biased && b.turned:
		return nil
	case b.biased:
		return newLabels(b.models, b.over)
	case b.shelves != nil:
		return newPeaks(n, b.shelves)
	case inside != nil:
		inside.fromEnd = inside.fromEnd != b.inverse
		if inside.room() > maxNumbers {
			return nil
		}
		return order{packets: inside, ratios: newRising(n, b.a)}
	case outside != nil:
		outside.fromEnd = outside.fromEnd == b.inverse
		return place{packets: outside, ratios: newRising(n, b.a)}
	}
	return newRising(n, b.a)
}

// side is what stands on one side of a block: packets beside it, perhaps with a reversal
// between, and the outcomes of all other letters.
type side struct {
	outcomes []outcome
	packets  *packets
	turned   bool // by the reversal
}

// newSide reads the letters from the block outwards, and composes outcomes in that order, or their
// inverses if they must be undone. It has no outcomes if there is any random letter except packets
// beside the block and letters of few outcomes.
func newSide(a *word.Alphabet, letters word.Word, undo bool) (s side) {
	next := slices.IndexFunc(letters, func(l byte) bool { return a.Letters[l].Perm == nil })
	if next >= 0 && inPackets(a.N, a.Letters[letters[next]]) {
		turned, passes := reversal(a.Run(letters[:next]))
		if !passes {
			return s
		}
		l := a.Letters[letters[next]]
		s.packets, s.turned = newPackets(l, a.N), turned
		letters = letters[next+1:]
	}
	s.outcomes = outcomes(a, letters, undo)
	return s
}

// inPackets reports whether a letter reverses packets, at random and with too many outcomes to
// enumerate.
func inPackets(n int, l word.Letter) bool {
	return l.Perm == nil && shuffle.PacketsOf(l.Model) != nil && !shuffle.Few(l.Model, n)
}

// reversal reports whether a run of deterministic letters turns the deck over, and whether it is
// that or the identity.
func reversal(run perm.Perm) (turns, passes bool) {
	turns = run != nil && slices.Equal(run, perm.Reversal(len(run)))
	return turns, turns || slices.Equal(run, perm.Identity(len(run)))
}
