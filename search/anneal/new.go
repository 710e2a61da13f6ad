package anneal

import "dovetail/exact/word"

// New takes words of riffles as a block. Where some drop cards by rules, that is only if all others
// together make a larger block than the a-shuffles in a row do.
func New(a *word.Alphabet, w word.Word) (Target, error) {
	_, core, _ := a.Split(w)
	b := newBlock(a, core)
	if b != nil && !b.constrained() {
		return b, nil
	}
	s, err := newAnnealing(a, w)
	if b != nil && b.constrained() && (err != nil || s.block.BitLen()-1 < b.free()) {
		return b, nil
	}
	if j := newJoint(a, core); j != nil && (err != nil || j.block.Cmp(s.block) > 0) {
		return j, nil
	}
	return s, err
}
