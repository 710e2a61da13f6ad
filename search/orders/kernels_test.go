package orders

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"dovetail/perm/modular"
)

// everyForm calls f with every form that the machine has.
func everyForm(f func(name string)) {
	defer func(form form) { active = form }(active)
	for active = range best() + 1 {
		f([...]string{"plain", "fma", "ifma"}[active])
	}
}

// Sums over orders of all kinds, one cell at a time.
func TestSumsOfCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "cells")
		first := rapid.OneOf(rapid.Uint64Range(3, 1000), rapid.Uint64Range(1<<50-60, 1<<50+20), rapid.Uint64Range(1<<62, 1<<62+100)).Draw(t, "first") | 1
		c := &cells{first: first, n: n}
		for i := range n {
			m := c.modulus(i)
			order := rapid.Uint64Range(1, m-1).Draw(t, "order")
			if d := rapid.Uint64Range(1, 9).Draw(t, "d"); (m-1)%d == 0 {
				order = (m - 1) / d
			}
			c.orders = append(c.orders, order)
			if rapid.IntRange(0, 3).Draw(t, "prime") == 0 {
				c.orders[i] = (m - 1) / (1 + uint64(i&1))
				c.primes = append(c.primes, uint16(i))
			}
		}
		var want Stats
		for i := range n {
			want.Add(c.modulus(i), c.orders[i], slices.Contains(c.primes, uint16(i)))
		}
		if got := c.stats(); got != want {
			t.Fatalf("%+v, want %+v", got, want)
		}
	})
}

// The primes of a segment, as cells.
func TestListedCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, full := rapid.IntRange(1, 200).Draw(t, "cells"), rapid.SampledFrom([]int{1, 2, 10, 1000}).Draw(t, "one in")
		var c primeSieve
		var want []uint32
		for i := range n {
			if c.composite[i] = 1; rapid.IntRange(0, full-1).Draw(t, "prime") == 0 {
				c.composite[i], want = 0, append(want, uint32(i))
			}
		}
		everyForm(func(form string) {
			clear(c.cell[:])
			if got := c.cell[:c.list(n)]; !slices.Equal(got, want) {
				t.Fatalf("%s: cells %v of %d, want %v", form, got, n, want)
			}
		})
	})
}

// The orders of primes close to one another, as in a segment, and far apart, as in a
// window.
func TestTotients(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := uint64(1) << rapid.IntRange(13, 47).Draw(t, "bits")
		width := rapid.SampledFrom([]uint64{low / 8, low - 1}).Draw(t, "width")
		var primes, want []uint64
		for range rapid.IntRange(0, 100).Draw(t, "primes") {
			p, step := rapid.Uint64Range(low, low+width).Draw(t, "p")|1, uint64(2)
			if rapid.IntRange(0, 2).Draw(t, "smooth") == 0 { // p-1 has more small primes
				step = 2 * 27 * 25 * 7
				p -= (p - 1) % step
			}
			for !modular.IsPrime(p) || p < kernelFrom {
				p += step
			}
			if p >= kernelLimit {
				continue
			}
			c, err := modular.Order(2, p)
			if err != nil {
				t.Fatal(err)
			}
			primes, want = append(primes, p), append(want, c.Order)
		}
		everyForm(func(form string) {
			var c totients
			c.init(oddPrimes(100))
			c.begin(len(primes))
			copy(c.p, primes)
			c.takeTwo()
			c.takeSmall()
			for k := range c.p {
				c.takeFactors(k)
			}
			c.drain()
			if !slices.Equal(c.order, want) {
				t.Fatalf("%s: orders %v of %v, want %v", form, c.order, primes, want)
			}
		})
	})
}
