package orders

import (
	"testing"

	"dovetail/perm/longtest"
	"dovetail/perm/modular"
)

// checker compares the order of every modulus of streams with that of one modulus at a time.
type checker struct {
	*testing.T
	orders map[uint64]uint64
	few    int // of the counted pseudoprimes
}

func (c *checker) prime(p, order uint64) {
	if !modular.IsPrime(p) {
		c.Errorf("%d is no prime", p)
	}
	c.composite(p, order)
}

func (c *checker) composite(m, order uint64) { c.orders[m] = order }

func (c *checker) run(b *block, s uint64, first, last int) {
	for i := first; i < last; i++ {
		c.orders[s*b.p[i]] = b.order[i] * b.factor[b.class[i]]
	}
}

func (c *checker) change(b *block, s uint64, member int, factor uint64) {
	c.orders[s*b.p[member]] = b.order[member] * factor
}

func (c *checker) pseudoprime() { c.few++ }

// Blocks of large primes, some beyond 2^32, and groups with large second primes.
func TestStreamsFarUp(t *testing.T) {
	to := longtest.Of[uint64](1e10, 1e11) + 1
	w := newStreams(3, to).walker()
	for _, first := range []uint64{w.primes[len(w.primes)*3/4], w.root + 2, 3_000_001, 500_000_001, 1<<32 + 1, to - 800} {
		c := &checker{T: t, orders: map[uint64]uint64{}}
		if err := w.visit(t.Context(), first, first+40, c); err != nil {
			t.Fatal(err)
		}
		if len(c.orders) == 0 {
			t.Errorf("no moduli from %d on", first)
		}
		few := 0
		for m, order := range c.orders {
			if want := orderOf(m).Product(); order != want {
				t.Fatalf("from %d: order %d of %d, want %d", first, order, m, want)
			}
			if (m-1)%order == 0 && !modular.IsPrime(m) {
				few++
			}
		}
		if few != c.few && first > w.root {
			t.Errorf("from %d: %d pseudoprimes, want %d", first, c.few, few)
		}
	}
}
