package partition

import (
	"maps"
	"slices"
	"testing"

	"dovetail/perm"
)

// Partitions have their ranks in the order in which they come.
func TestRank(t *testing.T) {
	const n = 12
	numbers := New(n)
	for sum := range n + 1 {
		for parts := range n + 1 {
			next := 0
			numbers.Each(sum, parts, func(x []int) {
				total := 0
				for _, part := range x {
					total += part
				}
				if total != sum || len(x) > parts || !slices.IsSortedFunc(x, func(a, b int) int { return b - a }) {
					t.Fatalf("%v is none of sum %d and %d parts", x, sum, parts)
				}
				if rank := numbers.Rank(x, sum, parts); rank != next {
					t.Fatalf("%v has rank %d, it is number %d", x, rank, next)
				}
				next++
			})
			if int(*numbers.of(sum, n, parts)) != next {
				t.Errorf("sum %d, %d parts: %d", sum, parts, next)
			}
		}
	}
	if p := *numbers.of(12, 12, 12); p != 77 {
		t.Errorf("%d partitions of 12", p)
	}
}

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		lengths []int
		i, x, y int
		want    []int
	}{
		{[]int{5}, 0, 3, 1, []int{3, 1}}, {[]int{1}, 0, 0, 0, nil}, {[]int{7, 5, 2}, 1, 4, 0, []int{7, 4, 2}},
		{[]int{9, 4, 3, 2, 1}, 0, 5, 3, []int{5, 4, 3, 3, 2, 1}}, {[]int{5, 2, 2}, 0, 2, 2, []int{2, 2, 2, 2}}, {[]int{3, 1, 1}, 0, 2, 0, []int{2, 1, 1}},
	} {
		if got := Split(nil, c.lengths, c.i, c.x, c.y); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// An exchange leaves the cycles that all products of a permutation with an exchange have.
func TestExchange(t *testing.T) {
	for n := 1; n <= 6; n++ {
		for rank := range perm.Factorial(n) {
			p := perm.Unrank(n, rank)
			want, got := map[[8]int]int{}, map[[8]int]int{}
			for i := range p {
				for j := range i {
					p[i], p[j] = p[j], p[i]
					want[key(p.CycleLengths())]++
					p[i], p[j] = p[j], p[i]
				}
			}
			Exchange(p.CycleLengths(), func(after []int, pairs int) { got[key(after)] += pairs })
			if !maps.Equal(got, want) {
				t.Fatalf("%v: %v, want %v", p, got, want)
			}
		}
	}
}

func key(lengths []int) (k [8]int) {
	copy(k[:], lengths)
	return k
}
