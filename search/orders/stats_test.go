package orders

import (
	"testing"

	"pgregory.net/rapid"
)

// Add takes in one modulus.
func (st *Stats) Add(m, order uint64, prime bool) {
	st.Merge(Stats{Count: 1, Sum: Sum{Lo: order}, Xor: m * order, Max: order, MaxAt: m, Min: order, MinAt: m})
	switch {
	case prime:
		st.Primes++
		st.PrimeSum.Add(order)
		st.PrimitiveRootPrimes += isZero(m - 1 - order)
	case (m-1)%order == 0:
		st.Pseudoprimes++
	}
}

func TestDivides(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.Uint64Range(1, 1<<62).Draw(t, "a")
		b := rapid.Uint64Range(1, 1<<62).Draw(t, "b")
		if rapid.Bool().Draw(t, "multiple") {
			b -= b % a
		}
		if got := divides(a, b) == 1; got != (b%a == 0) {
			t.Fatalf("divides(%d, %d) = %v", a, b, got)
		}
	})
}

// Where several moduli share the largest or the least order, the least of them has it,
// however the cells are read and in whatever order the parts are merged.
func TestTiesGoToTheLeastModulus(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		orders := rapid.SliceOfN(rapid.Uint64Range(2, 4), 1, 40).Draw(t, "orders")
		c := &cells{first: 2*rapid.Uint64Range(5, 50).Draw(t, "first") + 1, n: len(orders), orders: orders}
		var want Stats
		for i, order := range orders {
			m := c.modulus(i)
			want.Add(m, order, false)
			if order > want.Max || order < want.Min {
				t.Fatalf("%d is not between %d and %d", order, want.Min, want.Max)
			}
		}
		for i := range orders {
			if orders[i] == want.Max && c.modulus(i) < want.MaxAt || orders[i] == want.Min && c.modulus(i) < want.MinAt {
				t.Fatalf("order %d at %d: %+v", orders[i], c.modulus(i), want)
			}
		}
		if got := c.stats(); got != want {
			t.Fatalf("orders %v from %d: %+v, want %+v", orders, c.first, got, want)
		}
		n := rapid.IntRange(1, c.n).Draw(t, "cut")
		low, high := (&cells{first: c.first, n: n, orders: orders}).stats(), Stats{}
		if n < c.n {
			high = (&cells{first: c.modulus(n), n: c.n - n, orders: orders[n:]}).stats()
		}
		for _, parts := range [][2]Stats{{low, high}, {high, low}} {
			got := parts[0]
			got.Merge(parts[1])
			if got != want {
				t.Fatalf("orders %v from %d, cut at %d: %+v, want %+v", orders, c.first, n, got, want)
			}
		}
	})
}
