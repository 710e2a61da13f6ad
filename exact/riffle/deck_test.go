package riffle

import (
	"fmt"
	"math/big"
	"testing"

	"dovetail/perm"
)

// How likely every deck is, against laws in full.
func TestDecks(t *testing.T) {
	for n := 1; n <= 6; n++ {
		for _, c := range []struct {
			q    Shuffles
			once law
		}{
			{Shuffles{Packets: 2, Cut: None}, labelled(n, 2)},
			{Shuffles{Packets: 3, Cut: Before}, labelled(n, 3)},
			{Shuffles{Packets: 2, Cut: After}, labelled(n, 2)},
			{Shuffles{Packets: 4, Cut: After}, labelled(n, 4)},
			{Shuffles{Shelves: 2, Cut: None}, lawOf(t, "shelf(m=2)", n)},
			{Shuffles{Top: 1, Cut: None}, lawOf(t, "top", n)},
		} {
			c.q.N = n
			all := map[int]law{1: c.once}
			if n < 6 {
				all[2] = c.once.then(c.once)
			}
			for times, l := range all {
				switch c.q.Cut {
				case Before:
					l = rotation(n).then(l)
				case After:
					l = l.then(rotation(n))
				}
				l.ratios(func(p perm.Perm, want *big.Rat) {
					shape, after := c.q.Ratio(p)
					equal(t, fmt.Sprintf("%+v, %v with %s after %d", c.q, p, shape, times), after(times), want)
				})
			}
		}
	}
}
