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
		lo := rapid.IntRange(0, n-1).Draw(t, "lo")
		hi := rapid.IntRange(lo, n-1).Draw(t, "hi")
		var want Stats
		for i := lo; i <= hi; i++ {
			want.Add(c.modulus(i), c.orders[i], slices.Contains(c.primes, uint16(i)))
		}
		everyForm(func(form string) {
			if got := c.stats(c.modulus(lo), c.modulus(hi)); got != want {
				t.Fatalf("%s: %+v, want %+v", form, got, want)
			}
		})
	})
}

// Every cell reads what is left of its modulus without the marked factor.
func TestReadTable(t *testing.T) {
	table := make(Table, 40001)
	for i := range table {
		table[i] = uint32(i)*2654435761 | 1<<31
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 70).Draw(t, "cells")
		first := rapid.Uint64Range(1e4, 3*tableLimit-200).Draw(t, "first") | 1
		s := &segment{table: table, powers: &primePowers{inv: []uint64{0}}}
		s.first, s.n, s.orders = first, n, make([]uint64, n)
		want := make([]uint64, n)
		for i := range want {
			m, k := s.modulus(i), uint64(1)
			for _, f := range modular.Factor(m) {
				if f.P <= table.Limit()/k && rapid.Bool().Draw(t, "left") {
					k *= f.P
				}
			}
			s.mark[i] = uint16(len(s.powers.inv))
			if k == 1 {
				s.mark[i] = 0
			}
			s.powers.inv = append(s.powers.inv, inverse(m/k))
			want[i] = uint64(table[k/3])
		}
		everyForm(func(form string) {
			clear(s.orders)
			s.readTable()
			if !slices.Equal(s.orders, want) {
				t.Fatalf("%s: %d from %d: %v, want %v", form, n, first, s.orders, want)
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
