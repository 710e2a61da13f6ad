package topswops

// Fact is a published length of the longest game on N cards.
type Fact struct {
	N, Length int
	Decks     int // number of decks that reach it; 0 if Length is only a lower bound
	Source    string
}

// Known lists what is published: OEIS A000375 and A123398, and beyond them the
// best decks found. Nothing here is used unless a user asks for it.
var Known = []Fact{
	{1, 0, 1, oeis}, {2, 1, 1, oeis}, {3, 2, 2, oeis}, {4, 4, 2, oeis}, {5, 7, 1, oeis},
	{6, 10, 5, oeis}, {7, 16, 2, oeis}, {8, 22, 1, oeis}, {9, 30, 1, oeis}, {10, 38, 1, oeis},
	{11, 51, 1, oeis}, {12, 65, 1, oeis}, {13, 80, 1, oeis}, {14, 101, 4, oeis}, {15, 113, 6, oeis},
	{16, 139, 1, oeis}, {17, 159, 2, oeis}, {18, 191, 1, oeis}, {19, 221, 4, oeis}, {20, 249, 1, oeis},
	{21, 282, 5, oeis}, {22, 335, 0, better}, {23, 382, 0, better},
}

const (
	oeis   = "OEIS A000375, A123398"
	better = "best lower bound known"
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

// AssumedFor are the sizes whose published lengths a search on n cards takes on trust if it takes
// any: that of n cards too if it is for the longest games.
func AssumedFor(n int, longest bool) []int {
	if !longest {
		n--
	}
	return sizesIn(Known, n)
}

// knownBelow lists the published lengths of fewer than n cards, from position 1
// on.
func knownBelow(n int) []int {
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
