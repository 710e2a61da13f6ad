// Package partition numbers the partitions of an integer, such as the lengths of the cycles of a permutation, and says
// how an exchange of two cards changes those.
package partition

// Table numbers the partitions of a number into at most a given number of parts. They are written in
// decreasing order, and those with the smaller first part come first, and so on.
type Table struct {
	n     int
	count []int32
}

// New is for sums and numbers of parts up to n. A partition of a sum into parts up to largest either
// does not contain largest, or consists of it and a partition of the remaining sum:
//
//	count(sum, largest, parts) = count(sum, largest-1, parts) + count(sum-largest, largest, parts-1)
func New(n int) *Table {
	t := &Table{n, make([]int32, (n+1)*(n+1)*(n+1))}
	for largest := range n + 1 {
		for parts := range n + 1 {
			*t.of(0, largest, parts) = 1
			if largest == 0 || parts == 0 {
				continue
			}
			for sum := 1; sum <= n; sum++ {
				c := t.of(sum, largest, parts)
				*c = *t.of(sum, largest-1, parts)
				if sum >= largest {
					*c += *t.of(sum-largest, largest, parts-1)
				}
			}
		}
	}
	return t
}

// of is the number of partitions of this sum into at most this number of parts, none above largest.
func (t *Table) of(sum, largest, parts int) *int32 {
	return &t.count[(sum*(t.n+1)+parts)*(t.n+1)+largest]
}

// Count is the number of partitions of a sum.
func (t *Table) Count(sum int) int { return int(*t.of(sum, sum, sum)) }

// Rank is the number of partitions, into at most a given number of parts, that come before the given
// one, written in decreasing order. Parts of 1 at the end may be left out.
func (t *Table) Rank(numbers []int, sum, parts int) (before int) {
	for i, x := range numbers {
		if x == 1 {
			break // all others are 1 too, and nothing comes before them
		}
		before += int(*t.of(sum, x-1, parts-i))
		sum -= x
	}
	return before
}

// Each yields all of them in order. It writes each in decreasing order in a slice that is used
// again.
func (t *Table) Each(sum, parts int, yield func(numbers []int)) {
	numbers := make([]int, 0, parts)
	var add func(rest, largest int)
	add = func(rest, largest int) {
		if rest == 0 {
			yield(numbers)
			return
		}
		for x := 1; x <= min(rest, largest); x++ {
			if x*(parts-len(numbers)) >= rest {
				numbers = append(numbers, x)
				add(rest-x, x)
				numbers = numbers[:len(numbers)-1]
			}
		}
	}
	add(sum, sum)
}

// Split is lengths with the i-th replaced by x and y, x not below y, without zeros. The i-th is not
// above the one before.
func Split(to, lengths []int, i, x, y int) []int {
	to = append(to[:0], lengths[:i]...)
	for _, l := range lengths[i+1:] {
		if x >= l && x > 0 {
			to = append(to, x)
			x = 0
		}
		if y >= l && y > 0 {
			to = append(to, y)
			y = 0
		}
		to = append(to, l)
	}
	if x > 0 {
		to = append(to, x)
	}
	if y > 0 {
		to = append(to, y)
	}
	return to
}

// Exchange yields the lengths of the cycles of a permutation with these lengths, in decreasing order, after each
// exchange of two cards, with the number of pairs of cards that lead to them: n(n-1)/2 in all. Two cards of a cycle cut
// it in two, and two of different cycles join these (the cut and join of I. Goulden and D. Jackson). The slice is used
// again.
func Exchange(lengths []int, yield func(after []int, pairs int)) {
	next := make([]int, 0, len(lengths)+1)
	times := func(i int) (k int) { // the cycles of the length of the i-th, which is the first of them
		for i+k < len(lengths) && lengths[i+k] == lengths[i] {
			k++
		}
		return k
	}
	for i := 0; i < len(lengths); i += times(i) {
		l, k := lengths[i], times(i)
		for cut := 1; cut <= l-cut; cut++ {
			pairs := k * l
			if cut == l-cut {
				pairs /= 2
			}
			next = Split(next, lengths, i, l-cut, cut)
			yield(next, pairs)
		}
		if k > 1 {
			next = join(next, lengths, i, i+1)
			yield(next, k*(k-1)/2*l*l)
		}
		for j := i + k; j < len(lengths); j += times(j) {
			next = join(next, lengths, i, j)
			yield(next, k*times(j)*l*lengths[j])
		}
	}
}

// join is lengths with the i-th and the j-th, i < j, replaced by their sum.
func join(to, lengths []int, i, j int) []int {
	to = to[:0]
	sum := lengths[i] + lengths[j]
	for at, l := range lengths {
		if sum >= l && sum > 0 {
			to = append(to, sum)
			sum = 0
		}
		if at != i && at != j {
			to = append(to, l)
		}
	}
	return to
}
