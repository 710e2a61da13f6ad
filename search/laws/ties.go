package laws

import (
	"cmp"
	"slices"

	"dovetail/exact/law"
)

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
