package bound

import (
	"math/big"
	"slices"

	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/shuffle"
)

// factor is a part of a word. Riffles in a row are one block: an a-shuffle then a
// b-shuffle is an ab-shuffle, and so are their inverses in a row. Deterministic
// letters at the ends of a word change no distance and are left out, and so are
// those in the middle that come to nothing, or between riffles to the reversal J
// of the deck: J R = R J, and J is passed on to what follows the block.
type factor struct {
	letters word.Word     // of a block, or one other random letter
	a       *big.Int      // of a block, nil for others
	inverse bool          // of a block: its riffles are inverse ones
	group   shuffle.Group // that another letter is uniform on
	before  perm.Perm     // what the deterministic letters before it do, nil for nothing
}

// factors takes a core apart, from left to right.
func factors(a *word.Alphabet, core word.Word) []factor {
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
		f := factor{letters: word.Word{l}, before: run, group: letter.Model.UniformOn()}
		if a, undone := letter.Model.AShuffle(); a > 0 {
			f.a, f.inverse = big.NewInt(int64(a)), undone
		}
		if k := len(fs) - 1; k >= 0 && f.a != nil && fs[k].a != nil && f.inverse == fs[k].inverse && passes(run) {
			fs[k].letters = append(fs[k].letters, l)
			fs[k].a = new(big.Int).Mul(fs[k].a, f.a)
			continue
		}
		fs = append(fs, f)
		run = nil
	}
	return fs
}

func passes(run perm.Perm) bool { return run == nil || slices.Equal(run, perm.Reversal(len(run))) }
