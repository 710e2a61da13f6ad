package topswops

// The thresholds of a search by bundles are halves: that at n-1 cards is a part of the moves
// asked for, and each lower one half of the next, which is as much as loses no deck. More at
// n-1 cards makes fewer bundles, of which more have to be resolved; a smaller base takes less
// to list, and makes more bundles. From manyFrom and baseFrom cards on so much follows from a
// bundle that a larger part pays, and a larger base.
const (
	fewShare, manyShare = 37, 39 // percent
	manyFrom, baseFrom  = 17, 18
	smallSizes          = 4 // of thresholds below baseFrom cards, and one more from there on
)

// usual are thresholds that are good: the same whenever none are given.
func usual(n, t int) []int {
	share, sizes := fewShare, smallSizes
	if n >= manyFrom {
		share = manyShare
	}
	if n >= baseFrom {
		sizes++
	}
	from := make([]int, min(n-1, max(sizes, n-baseMax)))
	for i, e := len(from)-1, t*share/100; i >= 0; i, e = i-1, e/2 {
		from[i] = e
	}
	return from
}
