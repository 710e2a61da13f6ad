package models_test

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"dovetail/perm"
	"dovetail/perm/shuffle"
)

// tossed is a routine as browsers have it, written from their descriptions; order(x, y) is the comparator, below 0 if x comes
// first.
type tossed func(a []int, order func(x, y int) int)

func insertion(a []int, order func(x, y int) int) {
	for i := 1; i < len(a); i++ {
		for j := i; j > 0 && order(a[j-1], a[j]) > 0; j-- {
			a[j-1], a[j] = a[j], a[j-1]
		}
	}
}

func merged(width int, checked bool) tossed {
	return func(a []int, order func(x, y int) int) {
		n := len(a)
		for i := 0; i < n; i += width {
			insertion(a[i:min(i+width, n)], order)
		}
		for w := width; w < n; w *= 2 {
			var out []int
			for i := 0; i < n; i += 2 * w {
				left, right := a[i:min(i+w, n)], a[min(i+w, n):min(i+2*w, n)]
				if checked && (len(right) == 0 || order(left[len(left)-1], right[0]) <= 0) {
					out = append(append(out, left...), right...)
					continue
				}
				for len(left) > 0 && len(right) > 0 {
					if order(left[0], right[0]) <= 0 {
						out, left = append(out, left[0]), left[1:]
					} else {
						out, right = append(out, right[0]), right[1:]
					}
				}
				out = append(append(out, left...), right...)
			}
			copy(a, out)
		}
	}
}

func timsort(a []int, order func(x, y int) int) {
	if len(a) < 2 {
		return
	}
	run, descending := 2, order(a[1], a[0]) < 0
	for ; run < len(a); run++ {
		if less := order(a[run], a[run-1]) < 0; less != descending {
			break
		}
	}
	for i, j := 0, run-1; descending && i < j; i, j = i+1, j-1 {
		a[i], a[j] = a[j], a[i]
	}
	for start := run; start < len(a); start++ {
		pivot, left, right := a[start], 0, start
		for left < right {
			mid := left + (right-left)>>1
			if order(pivot, a[mid]) < 0 {
				right = mid
			} else {
				left = mid + 1
			}
		}
		for p := start; p > left; p-- {
			a[p] = a[p-1]
		}
		a[left] = pivot
	}
}

// everyToss goes through all sequences of answers.
func everyToss(n int, sort tossed, yield func(deck []int, tosses int)) {
	var answers []bool
	for {
		used, deck := 0, perm.Identity(n)
		sort(deck, func(_, _ int) int {
			if used == len(answers) {
				answers = append(answers, false)
			}
			used++
			if answers[used-1] {
				return 1
			}
			return -1
		})
		yield(deck, used)
		for answers = answers[:used]; len(answers) > 0 && answers[len(answers)-1]; {
			answers = answers[:len(answers)-1]
		}
		if len(answers) == 0 {
			return
		}
		answers[len(answers)-1] = true
	}
}

// The probability of every deck, and where single cards go, are those of all sequences of coins of the routines.
func TestComparatorsByAllCoins(t *testing.T) {
	for name, sort := range map[string]tossed{"binary": timsort, "blocks": merged(4, true), "merge": merged(1, false), "insertion": insertion} {
		m := parse(t, fmt.Sprintf("comparator(sort=%s)", name))
		for n := 1; n <= 7; n++ {
			if n == 7 && name == "insertion" {
				continue // 2^21 sequences, and as much as with 6
			}
			const bits = 64
			want, cells := map[string]*big.Int{}, make([]big.Int, n*n)
			everyToss(n, sort, func(deck []int, tosses int) {
				w := new(big.Int).Lsh(big.NewInt(1), uint(bits-tosses))
				key := fmt.Sprint(deck)
				if want[key] == nil {
					want[key] = new(big.Int)
				}
				want[key].Add(want[key], w)
				for j, c := range deck {
					cells[c*n+j].Add(&cells[c*n+j], w)
				}
			})
			log, count := m.(shuffle.Likely).LogChance(n), 0
			m.Support(n, bits, func(p perm.Perm, w *big.Int) bool {
				count++
				deck := p.Inverse()
				x := want[fmt.Sprint([]int(deck))]
				if x == nil || x.Cmp(w) != 0 {
					t.Fatalf("%s: %v has probability %v, want %v", name, deck, w, x)
				}
				small := make([]uint16, n)
				for j, c := range deck {
					small[j] = uint16(c)
				}
				if p, _ := new(big.Rat).SetFrac(x, new(big.Int).Lsh(big.NewInt(1), bits)).Float64(); math.Abs(log(small)-math.Log(p)) > 1e-13 {
					t.Fatalf("%s: the logarithm for %v is %v, of %v", name, deck, log(small), p)
				}
				return true
			})
			if count != len(want) {
				t.Errorf("%s: %d decks, want %d", name, count, len(want))
			}
			law := m.Law(n, bits)
			for c := range cells {
				if off := new(big.Int).Sub(&law.Cells[c], &cells[c]); off.CmpAbs(big.NewInt(law.Slack)) > 0 {
					t.Errorf("%s, %d cards: cell %d is %v, want %v", name, n, c, &law.Cells[c], &cells[c])
				}
			}
		}
	}
}
