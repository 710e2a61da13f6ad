package laws

import (
	"cmp"
	"math"
	"slices"

	"dovetail/exact/law"
)

// Tau is Kendall's tau-b of two rankings of the same words, given as the place of
// each word, equal for ties. Of all pairs of words let P be ordered alike and Q
// oppositely, and let X and Y be those that the first and the second ranking do not
// tie; then
//
//	tau-b = (P - Q) / sqrt(X Y),
//
// from -1 to 1; 0 if a ranking ties all (M. G. Kendall 1945). Pairs are counted in
// O(k log k) by merge sort (W. R. Knight 1966): in the order of the first ranking,
// ties by the second, Q is the number of exchanges that sort the second.
func Tau(x, y []int) float64 {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(x[a], x[b]), cmp.Compare(y[a], y[b])) })
	pairs := float64(len(x)) * float64(len(x)-1) / 2
	tiedX := tied(order, func(a, b int) bool { return x[a] == x[b] })
	tiedBoth := tied(order, func(a, b int) bool { return x[a] == x[b] && y[a] == y[b] })
	second := make([]int, len(order))
	for i, o := range order {
		second[i] = y[o]
	}
	opposite := exchanges(second, make([]int, len(second)))
	tiedY := tied(second, func(a, b int) bool { return a == b })
	untied := (pairs - tiedX) * (pairs - tiedY)
	if untied == 0 {
		return 0
	}
	alike := pairs - tiedX - tiedY + tiedBoth - opposite
	return (alike - opposite) / math.Sqrt(untied)
}

// tied counts pairs within the runs of equals of a sorted slice.
func tied(sorted []int, same func(a, b int) bool) (pairs float64) {
	run := 0.0
	for i := range sorted {
		if i > 0 && same(sorted[i-1], sorted[i]) {
			run++
		} else {
			run = 0
		}
		pairs += run
	}
	return pairs
}

// exchanges sorts v by merging and counts the pairs that were out of order.
func exchanges(v, spare []int) (count float64) {
	if len(v) < 2 {
		return 0
	}
	mid := len(v) / 2
	count = exchanges(v[:mid], spare[:mid]) + exchanges(v[mid:], spare[mid:])
	i, j := 0, mid
	for k := range spare {
		if j == len(v) || i < mid && v[i] <= v[j] {
			spare[k] = v[i]
			i++
		} else {
			count += float64(mid - i)
			spare[k] = v[j]
			j++
		}
	}
	copy(v, spare)
	return count
}

// ties sorts values of words, where words with the same key have the same value.
type ties struct {
	index  map[string]int // key -> index in values
	values []law.Value
	words  []int // the index of each word's value
}

// add takes the next word, and gives the value that its key came with first.
func (t *ties) add(key string, v law.Value) law.Value {
	i, ok := t.index[key]
	if !ok {
		if t.index == nil {
			t.index = map[string]int{}
		}
		i = len(t.values)
		t.index[key] = i
		t.values = append(t.values, v)
	}
	t.words = append(t.words, i)
	return t.values[i]
}

// places is the place of every word in ascending order of values, the same for
// equal ones. Values that may be equal within their errors, or are linked by such,
// share a place and are counted, but not exact ones among themselves.
func (t *ties) places() (places []int, undecided int) {
	order := make([]int, len(t.values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(t.values[a].Float, t.values[b].Float) })
	place := make([]int, len(t.values))
	next := 0
	for len(order) > 0 {
		size := 1
		for size < len(order) && t.values[order[size-1]].Near(t.values[order[size]]) {
			size++
		}
		group := order[:size]
		order = order[size:]
		exact := !slices.ContainsFunc(group, func(i int) bool { return t.values[i].Exact == nil })
		if exact {
			slices.SortStableFunc(group, func(a, b int) int { return t.values[a].Exact.Cmp(t.values[b].Exact) })
		} else if size > 1 {
			undecided += size
		}
		for k, i := range group {
			if k > 0 && exact && t.values[i].Exact.Cmp(t.values[group[k-1]].Exact) != 0 {
				next++
			}
			place[i] = next
		}
		next++
	}
	for _, i := range t.words {
		places = append(places, place[i])
	}
	return places, undecided
}
