package topswops

// chosen are thresholds for the search by bundles: that at the largest size is about 0.38 of
// the moves asked for, each lower one 0.46 of the next.
func chosen(q Query) []int {
	levels := min(q.N-1, max(4, q.N-baseMax))
	from := make([]int, levels)
	e := 0.38 * float64(q.Least)
	for i := levels - 1; i >= 0; i-- {
		from[i] = int(e)
		e *= 0.46
	}
	return from
}
