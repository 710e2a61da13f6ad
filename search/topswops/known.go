package topswops

import "fmt"

// Fact is a published length of the longest game on N cards.
type Fact struct {
	N, Length int
	Decks     int // number of decks that reach it; 0 if Length is only a lower bound
	Source    string
}

// Known lists the published lengths: OEIS A000375 and A123398, and beyond them the best decks
// found. They are used only if a user requests it.
var Known = []Fact{
	{1, 0, 1, oeis}, {2, 1, 1, oeis}, {3, 2, 2, oeis}, {4, 4, 2, oeis}, {5, 7, 1, oeis},
	{6, 10, 5, oeis}, {7, 16, 2, oeis}, {8, 22, 1, oeis}, {9, 30, 1, oeis}, {10, 38, 1, oeis},
	{11, 51, 1, oeis}, {12, 65, 1, oeis}, {13, 80, 1, oeis}, {14, 101, 4, oeis}, {15, 113, 6, oeis},
	{16, 139, 1, oeis}, {17, 159, 2, oeis}, {18, 191, 1, oeis}, {19, 221, 4, oeis}, {20, 249, 1, oeis},
	{21, 282, 5, oeis}, {22, 335, 0, better}, {23, 382, 0, better},
}

const (
	oeis   = "OEIS A000375, A123398"
	better = "best lower bound known, OEIS A123398"
)

// lengthIn is the exact longest length on n cards among the facts, or -1.
func lengthIn(facts []Fact, n int) int {
	for _, f := range facts {
		if f.N == n && f.Decks > 0 {
			return f.Length
		}
	}
	return -1
}

// sizesIn are the sizes to n whose exact longest length is among the facts.
func sizesIn(facts []Fact, n int) (sizes []int) {
	for k := 1; k <= n; k++ {
		if lengthIn(facts, k) >= 0 {
			sizes = append(sizes, k)
		}
	}
	return sizes
}

// longestKnown are the longest games known on 1, 2, ..., n cards, assumed to be the longest of all.
func longestKnown(n int) (facts []Fact) {
	for k := 1; k <= n; k++ {
		f := Fact{N: k, Decks: 1}
		if known, ok := KnownAt(k); ok {
			f.Length = known.Length
		}
		if more := OnRecordAt(k); more != nil {
			f.Length = max(f.Length, *more)
		}
		facts = append(facts, f)
	}
	return facts
}

// KnownBelow lists the published lengths of fewer than n cards, from position 1
// on.
func KnownBelow(n int) []int {
	f := []int{0}
	for _, k := range Known[:n-1] {
		f = append(f, k.Length)
	}
	return f
}

// KnownAt is what is published for n cards.
func KnownAt(n int) (Fact, bool) {
	for _, f := range Known {
		if f.N == n {
			return f, true
		}
	}
	return Fact{}, false
}

// onRecord are the lengths of docs/records/topswops.json from firstOnRecord cards on, where nothing
// longer is published. Their decks are found by search/population, and no answer is taken from them
// either.
var onRecord = []int{
	425, 439, 475, 507, 540, 577, 623, 668, 694, 786, 808, 907, 937, 1031, 1087, 1224, 1241, 1320, 1451, 1507, 1685,
	1708, 2008, 2009, 2018, 2056, 2357, 2419, 2455, 2646, 2775, 3037, 3038, 3141, 3332, 3354, 4180, 4181, 4189, 4210,
	4532, 4555, 4672, 4830, 5225, 5408, 5583, 5770, 6091, 6336, 6337, 6517, 6671, 6909, 7144, 7246, 7694, 7965, 8641,
	8642, 8651, 8989, 9140, 9487, 10365, 10366, 10576, 10695, 10938, 11077, 11500, 12018, 12650, 12756,
}

const firstOnRecord = 24

// OnRecordAt is the length of the longest deck of n cards on record, where it is longer than
// what is published; or nil.
func OnRecordAt(n int) *int {
	if i := n - firstOnRecord; i >= 0 && i < len(onRecord) {
		return &onRecord[i]
	}
	return nil
}

// attainable refuses least bounds at n - len(bounds), ..., n-1 cards that leave out nothing, for
// any thresholds, or everything: no bundle is bounded by more than the longest game.
func attainable(n int, bounds []int) error {
	known := longestKnown(n - 1)
	for i, bound := range bounds {
		m := n - len(bounds) + i
		if bound < 1 {
			return fmt.Errorf("the bound of %d moves at %d cards must be at least 1, which leaves nothing out", bound, m)
		}
		if longest := known[m-1].Length; bound > longest {
			return fmt.Errorf("the bound of %d moves at %d cards leaves everything out: the longest game known has %d",
				bound, m, longest)
		}
	}
	return nil
}
