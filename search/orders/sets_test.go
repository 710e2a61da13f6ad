package orders

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"

	"dovetail/perm/faro"
	"dovetail/perm/modular"
)

func TestSets(t *testing.T) {
	const to = 100001
	p, err := NewPlan(3, to, Auto)
	if err != nil {
		t.Fatal(err)
	}
	primes, err := p.Primitive(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	decks, err := p.MaximalDecks(t.Context(), faro.In)
	if err != nil {
		t.Fatal(err)
	}
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
