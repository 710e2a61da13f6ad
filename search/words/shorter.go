package words

import (
	"iter"

	"dovetail/exact/position"
	"dovetail/exact/word"
)

// No score that the pruned search goes by grows when a word goes on: E_wx = E_w P_x averages the cells of every
// row, so that neither a row's sum of |e| nor the largest |e| grows. Hence a core whose score is above the limit
// has no beginning with a lower one. Among cores of one length m, let w stand for itself and for those of its
// beginnings c that become w by the pad alone, the first random letter, again and again: w = c R...R. Every core
// of up to m letters is stood for by exactly one, which is tried in the place of all of them.

// pad is the first random letter.
func pad(a *position.Laws) byte {
	for i, l := range a.Letters {
		if l.Perm == nil {
			return byte(i)
		}
	}
	return byte(len(a.Letters))
}

// standsFor are the cores that a core stands for, the longest first, which is itself: as pads at its end are taken
// off, each beginning that ends in a random letter. Asked about the second half of a core alone, it yields what is
// left of that half; if nothing else is left than pads, the first half stands for further cores.
func standsFor(a *position.Laws, w word.Word) iter.Seq[word.Word] {
	last := pad(a)
	return func(yield func(word.Word) bool) {
		for end := len(w); end > 0 && a.Letters[w[end-1]].Perm == nil && yield(w[:end]) && w[end-1] == last; end-- {
		}
	}
}

// countStanding is how many cores w stands for.
func countStanding(a *position.Laws, w word.Word) (count int64) {
	for range standsFor(a, w) {
		count++
	}
	return count
}
