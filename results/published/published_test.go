package published

import (
	"fmt"
	"testing"
)

// The paper's numbers agree with each other: C is w/n^2 truncated, rows of
// table 1 add up to 1,000 runs, and the places of length 7 are table 1's order.
func TestConsistent(t *testing.T) {
	for _, list := range [][]Count{Repeated, Best} {
		for _, c := range list {
			thousandths := c.W * 1000 / (N * N)
			if want := fmt.Sprintf("%d.%03d", thousandths/1000, thousandths%1000); c.C != want {
				t.Errorf("%s: w=%d with C=%s, want %s", c.Word, c.W, c.C, want)
			}
		}
	}
	place := map[string]int{}
	for _, p := range Places {
		place[p.Word] = p.Rank
	}
	for i, s := range Table1 {
		if s.Runs[13] >= SpreadRuns/2 {
			t.Errorf("%s: the median is in the open bin", s.Word)
		}
		sum := 0
		for _, k := range s.Runs {
			sum += k
		}
		if sum != SpreadRuns {
			t.Errorf("%s: %d runs", s.Word, sum)
		}
		if place[s.Word] != i+1 {
			t.Errorf("%s: row %d of table 1, but place %d", s.Word, i+1, place[s.Word])
		}
	}
	if s := Table1[0]; s.Word != AllWhiteWord || float64(s.Runs[0])/SpreadRuns != AllWhite.Value {
		t.Errorf("table 1 begins %v, the text says %v", s, AllWhite)
	}
}
