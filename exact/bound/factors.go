package bound

import (
	"math/big"
	"slices"

	"dovetail/exact/position"
	"dovetail/perm"
	"dovetail/perm/shuffle"
)

// factor is a part of a word. Riffles in a row are one block: an a-shuffle then a
// b-shuffle is an ab-shuffle. Deterministic letters at the ends of a word change no
// distance and are left out, and so are those in the middle that come to nothing,
// or to the reversal J of the deck, which changes places with every riffle,
// J R = R J, and is passed on to what follows.
type factor struct {
	letters position.Word // of a block, or one other random letter
	a       *big.Int      // of a block, nil for others
	before  perm.Perm     // what the deterministic letters before it do, nil for nothing
}

// factors takes a core apart, from left to right.
func factors(a *position.Alphabet, core position.Word) []factor {
	var fs []factor
	var run perm.Perm
	for _, l := range core {
		letter := a.Letters[l]
		if letter.Perm != nil {
			run = run.Append(letter.Perm)
			continue
		}
		if run != nil && slices.Equal(run, perm.Identity(a.N)) {
			run = nil
		}
		size := riffleSize(letter.Model)
		if k := len(fs) - 1; k >= 0 && size != nil && fs[k].a != nil && passes(run) {
			fs[k].letters = append(fs[k].letters, l)
			fs[k].a = new(big.Int).Mul(fs[k].a, size)
			continue // J waits for what follows
		}
		fs = append(fs, factor{position.Word{l}, size, run})
		run = nil
	}
	return fs
}

func passes(run perm.Perm) bool { return run == nil || slices.Equal(run, perm.Reversal(len(run))) }

// riffleSize is a of a model that is an a-shuffle, or nil.
func riffleSize(m shuffle.Model) *big.Int {
	if r, ok := m.(*shuffle.Riffle); ok && r.SD == nil {
		return big.NewInt(2)
	}
	return nil
}
