package orders

import (
	"os"
	"path/filepath"
	"testing"

	"dovetail/perm/modular"
	"dovetail/search/run"

	"github.com/RoaringBitmap/roaring/v2"
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
		last := c.modulus(c.n - 1)
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
		if got := c.stats(3, last); got != want {
			t.Fatalf("orders %v from %d: %+v, want %+v", orders, c.first, got, want)
		}
		cut := rapid.Uint64Range(c.first, last).Draw(t, "cut")
		low, high := c.stats(3, cut), c.stats(cut+1, last)
		for _, parts := range [][2]Stats{{low, high}, {high, low}} {
			got := parts[0]
			got.Merge(parts[1])
			if got != want {
				t.Fatalf("orders %v from %d, cut at %d: %+v, want %+v", orders, c.first, cut, got, want)
			}
		}
	})
}

func TestSets(t *testing.T) {
	const to = 100001
	var sets []*roaring.Bitmap
	for _, decks := range []string{"", "in"} {
		_, data, err := Collection{Range: Range{3, to}, Decks: decks}.Made(t.Context(), run.Options{})
		set := roaring.New()
		if err == nil {
			_, err = set.FromBuffer(data)
		}
		if err != nil {
			t.Fatal(err)
		}
		sets = append(sets, set)
	}
	primes, decks := sets[0], sets[1]
	for m := uint32(3); m <= 5000; m += 2 {
		isMember := modular.IsPrime(uint64(m)) && modular.NaiveOrder(2, uint64(m)) == uint64(m-1)
		if primes.Contains(m) != isMember || decks.Contains(m) != isMember || decks.Contains(m-1) != isMember {
			t.Fatalf("%d: %v", m, isMember)
		}
	}
	if st := total(t, 3, to, Auto, 1); primes.GetCardinality() != st.PrimitiveRootPrimes {
		t.Errorf("%d primes, want %d", primes.GetCardinality(), st.PrimitiveRootPrimes)
	}
}

// A file is refused, or it is a set whose description holds.
func FuzzReadSet(f *testing.F) {
	for _, members := range [][]uint32{nil, {7}, {3, 5, 11, 1 << 31}} {
		b, err := roaring.BitmapOf(members...).ToBytes()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
		f.Add(append(b, 0))
		f.Add(b[:len(b)/2])
	}
	file := filepath.Join(f.TempDir(), "set")
	f.Fuzz(func(t *testing.T, b []byte) {
		if err := os.WriteFile(file, b, 0o600); err != nil {
			t.Fatal(err)
		}
		record, err := ReadSet(file)
		if err != nil {
			return
		}
		set := roaring.New()
		if _, err := set.FromBuffer(b); err != nil || record.Count.Uint64() != uint64(len(set.ToArray())) || record.Bytes != int64(len(b)) {
			t.Errorf("%x: %+v, %v", b, record, err)
		}
	})
}
