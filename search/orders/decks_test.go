package orders

import (
	"testing"

	"dovetail/perm/faro"
)

func TestDecks(t *testing.T) {
	for _, r := range [][2]uint64{{2, 2}, {2, 5000}, {3, 4}, {8191, 8194}, {1e12, 1e12 + 9}, {1<<63 - 3, 1<<63 - 1}} {
		p, err := PlanDecks(r[0], r[1], Auto)
		if err != nil {
			t.Fatal(err)
		}
		next := r[0]
		err = p.Decks(t.Context(), r[0], r[1], func(n, out, in uint64) bool {
			o, errOut := faro.Out.Order(n)
			i, errIn := faro.In.Order(n)
			if n != next || errOut != nil || errIn != nil || out != o.Order || in != i.Order {
				t.Fatalf("%d (after %d): out %d, in %d", n, next-1, out, in)
			}
			next++
			return true
		})
		if err != nil || next != r[1]+1 {
			t.Errorf("%v ended before %d: %v", r, next, err)
		}
	}
}
