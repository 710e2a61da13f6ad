package orders

import (
	"testing"

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
