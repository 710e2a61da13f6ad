package bound

import (
	"math/big"
	"slices"

	"dovetail/exact/position"
	"dovetail/perm"
	"dovetail/perm/shuffle"
)

// factor is a part of a word. Riffles in a row are one block: an a-shuffle then a
// b-shuffle is an ab-shuffle, and so are their inverses in a row. Deterministic
// letters at the ends of a word change no distance and are left out, and so are
// those in the middle that come to nothing, or between riffles to the reversal J
// of the deck: J R = R J, and J is passed on to what follows the block.
type factor struct {
	letters position.Word // of a block, or one other random letter
	a       *big.Int      // of a block, nil for others
	inverse bool          // of a block: its riffles are inverse ones
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
		f := factor{letters: position.Word{l}, before: run}
		f.a, f.inverse = riffleSize(letter.Model)
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

// riffleSize is a of a model that is an a-shuffle or the inverse of one, or nil.
func riffleSize(m shuffle.Model) (a *big.Int, inverse bool) {
	switch m := m.(type) {
	case *shuffle.Riffle:
		if m.SD == nil {
			return big.NewInt(2), false
		}
	case *shuffle.AShuffle:
		return big.NewInt(int64(m.A)), false
	case *shuffle.Inverse:
		a, inverse = riffleSize(m.Of)
		return a, !inverse
	}
	return nil, false
}

// isWash tells whether a factor makes every order equally likely.
func isWash(a *position.Alphabet, f factor) bool {
	_, wash := model(a, f).(shuffle.Wash)
	return wash
}

// isUniformCut tells whether a factor is a cut at a uniform place.
func isUniformCut(a *position.Alphabet, f factor) bool {
	cut, ok := model(a, f).(*shuffle.Cut)
	return ok && cut.Uniform()
}

// model is that of a factor that is one letter, without the inverses around it if
// what they are of is a wash or a cut: of these, those asked for above are their
// own inverses.
func model(a *position.Alphabet, f factor) shuffle.Model {
	m := a.Letters[f.letters[0]].Model
	for {
		v, ok := m.(*shuffle.Inverse)
		if !ok {
			return m
		}
		switch v.Of.(type) {
		case shuffle.Wash, *shuffle.Cut, *shuffle.Inverse:
			m = v.Of
		default:
			return m
		}
	}
}
