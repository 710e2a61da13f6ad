package perm

import "cmp"

// Descents counts the i with p[i] > p[i+1]: cards that end above the card they
// started just under.
func (p Perm) Descents() int {
	d := 0
	for i := 1; i < len(p); i++ {
		if p[i-1] > p[i] {
			d++
		}
	}
	return d
}

// RisingSequences is the number of rising sequences of the shuffled deck: the
// fewest runs of cards i, i+1, ..., j, of which each lies somewhere below the
// one before. A run breaks where p descends. One riffle leaves at most 2, and
// m riffles at most 2^m (Bayer and Diaconis, Trailing the dovetail shuffle to
// its lair, 1992).
func (p Perm) RisingSequences() int {
	if len(p) == 0 {
		return 0
	}
	return p.Descents() + 1
}

// Peaks counts the cards of a deck, as it lies, that are between two smaller ones.
func Peaks[T cmp.Ordered](deck []T) int {
	count := 0
	for j := 1; j+1 < len(deck); j++ {
		if deck[j-1] < deck[j] && deck[j] > deck[j+1] {
			count++
		}
	}
	return count
}
