package guess

// multisets numbers the multisets of so many positive whole numbers, at most, with a given
// sum. Written downwards, those with the smaller first number come first, and so on.
type multisets struct {
	n     int
	count []int32
}

// newMultisets is for sums, numbers and members up to n. Those of a sum, all up to largest,
// have none that is largest, or else are such a one and one of what is left:
//
//	count(sum, largest, members) = count(sum, largest-1, members) + count(sum-largest, largest, members-1)
func newMultisets(n int) *multisets {
	t := &multisets{n, make([]int32, (n+1)*(n+1)*(n+1))}
	for largest := range n + 1 {
		for members := range n + 1 {
			*t.of(0, largest, members) = 1
			if largest == 0 || members == 0 {
				continue
			}
			for sum := 1; sum <= n; sum++ {
				c := t.of(sum, largest, members)
				*c = *t.of(sum, largest-1, members)
				if sum >= largest {
					*c += *t.of(sum-largest, largest, members-1)
				}
			}
		}
	}
	return t
}

// of is how many multisets have this sum, no number above largest, and so many members at
// most.
func (t *multisets) of(sum, largest, members int) *int32 {
	return &t.count[(sum*(t.n+1)+members)*(t.n+1)+largest]
}

// rank is how many of at most so many members come before one, written downwards.
func (t *multisets) rank(numbers []int, sum, members int) (before int) {
	for i, x := range numbers {
		before += int(*t.of(sum, x-1, members-i))
		sum -= x
	}
	return before
}

// each yields all of them, in order, written downwards in a slice that is used again.
func (t *multisets) each(sum, members int, yield func(numbers []int)) {
	numbers := make([]int, 0, members)
	var add func(rest, largest int)
	add = func(rest, largest int) {
		if rest == 0 {
			yield(numbers)
			return
		}
		for x := 1; x <= min(rest, largest); x++ {
			if x*(members-len(numbers)) >= rest {
				numbers = append(numbers, x)
				add(rest-x, x)
				numbers = numbers[:len(numbers)-1]
			}
		}
	}
	add(sum, sum)
}
