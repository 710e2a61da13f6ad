package topswops

import (
	"cmp"
	"slices"

	"dovetail/perm/topswops"
)

// beamWidth is the number of decks of each size that [incumbent] follows.
const beamWidth = 4000

// incumbent is the length of a long game on n cards, found by following the
// longest decks of each size down the tree. It is reached by some deck, which
// is all that a search needs of it; for small n it is the longest. f holds the
// longest lengths below n.
func incumbent(n int, f []int) int {
	if n <= topswops.Narrow(0).Capacity() {
		return beam[topswops.Narrow](n, f)
	}
	return beam[topswops.Wide](n, f)
}

func beam[D topswops.Packed[D]](n int, f []int) int {
	low := reach(f)
	decks := []node[D]{root[D]()}
	for m := 1; m < n; m++ {
		decks = widen(m+1, decks, low)
	}
	return decks[0].moves
}

// widen lists the longest decks of size cards among the children of the given
// decks, the longest first. Every deck is a parent as back half, and as front
// half of what has a shorter back half than all of them.
func widen[D topswops.Packed[D]](size int, parents []node[D], low []uint8) []node[D] {
	h := Halved(size, 0)
	h.Cut[size] = parents[len(parents)-1].moves
	w := newWalk[D](size, h, low)
	var decks []node[D]
	best := func() {
		slices.SortFunc(decks, func(x, y node[D]) int {
			return cmp.Or(y.moves-x.moves, slices.Compare(payload(x), payload(y)))
		})
		decks = decks[:min(len(decks), beamWidth)]
	}
	w.leaf = func(x node[D]) {
		decks = append(decks, x)
		if len(decks) >= 8*beamWidth {
			best()
			h.Need[size] = decks[len(decks)-1].moves
		}
	}
	for _, x := range parents {
		w.Need[size-1] = 0
		w.fresh(&x)
	}
	best()
	return decks
}
