package law

import (
	"math/big"
	"slices"

	"dovetail/exact/word"
	"dovetail/perm"
)

// A letter that makes every deck equally likely makes the law of a word uniform,
// whatever comes before or after it: for the uniform law U and any other L,
// L U = U L = U. Such a letter is not gone through outcome by outcome, and such a law
// takes no memory.

// uniform makes l the uniform law.
func (l *Law) uniform() {
	l.Uniform, l.Probs, l.Roundings = true, nil, 0
	l.Counts.Digits = l.Counts.Digits[:0]
	l.Den = new(big.Int).SetUint64(perm.Factorial(l.N))
}

// isUniform tells whether one of a word's letters makes its law uniform.
func (a *Compiled) isUniform(w word.Word) bool {
	return slices.ContainsFunc(w, func(i byte) bool { return a.letters[i].Uniform })
}

// shared is the k first decks of the uniform law.
func (l *Law) shared(k int) (decks []Deck) {
	for d := range min(k, l.Decks()) {
		decks = append(decks, Deck{Cards: perm.Unrank(l.N, uint64(d)), Probability: l.value(d), Sharing: l.Decks()})
	}
	return decks
}
