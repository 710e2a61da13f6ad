package bound

import (
	"fmt"
	"testing"
	"time"
	"sort"

	"dovetail/exact/position"
	"dovetail/perm/shuffle"
)

func TestExp(t *testing.T) {
	n := 52
	letters, _ := shuffle.Alphabet(n, []byte("HRD"), "literal", nil)
	a := position.NewAlphabet(n, letters)
	c := NewCounting(a)
	t0 := time.Now()
	for m := 4; m <= 7; m++ {
		w := make(position.Word, m)
		total := 1
		for range m {
			total *= 3
		}
		above := map[string]int{}
		type rw struct {
			s    string
			g, h float64
		}
		var rows []rw
		for k := range total {
			x := k
			for i := range w {
				w[i] = byte(x % 3)
				x /= 3
			}
			_, core, _ := a.Split(w)
			fs := factors(a, core)
			s := c.spectrum(fs)
			g := s.gap(c.share)
			sh := c.shifted(fs)
			for _, lim := range []float64{.99999, .99, .5, .334, .2, 0.05,0} {
				if 1-g.total > lim {
					above[fmt.Sprint("count ", lim)]++
				}
				if 1-min(g.total, sh.total) > lim {
					above[fmt.Sprint("both ", lim)]++
				}
			}
			rows = append(rows, rw{a.Format(w), 1 - g.total, 1 - sh.total})
		}
		sort.Slice(rows, func(i, j int) bool { return max(rows[i].g, rows[i].h) < max(rows[j].g, rows[j].h) })
		fmt.Println(m, above, time.Since(t0))
		nn := 0
		for _, r := range rows {
			if r.h > r.g+1e-3 && r.h > 0.01 {
				fmt.Println("  shift better:", r)
				nn++
				if nn > 25 {
					break
				}
			}
		}
		for _, r := range rows[:12] {
			fmt.Println("   ", r)
		}
		i := sort.Search(len(rows), func(i int) bool { return max(rows[i].g, rows[i].h) > 0.001 })
		for _, r := range rows[i:min(i+20, len(rows))] {
			fmt.Println("    >0", r)
		}
	}
	w, _ := a.Parse("HDHRDHH")
	fmt.Printf("%+v\n", c.spectrum(factors(a, w)).gap(c.share))
}
