package orders

import (
	"context"

	"dovetail/perm/modular"
)

// Table holds the orders of 2 modulo the numbers 1, 5, 7, 11, 13, ... without a factor 2 or 3:
// entry i belongs to 3i+1 or 3i+2, whichever is odd, so that m is found at m/3, rounded down. A
// window never looks up a multiple of 3. Orders below 2^31 fit, so the moduli do. Entries of primes have a mark.
type Table []uint32

const primeMark = 1 << 31

// newTable reaches at least up to limit, which is below 2^31.
func newTable(limit uint64) Table {
	t := make(Table, max(limit, kernelFrom)/3+1)
	t[0] = 1
	w := newStreams(3, t.Limit()).walker()
	for _, p := range streamParts(3, t.Limit()) {
		if err := w.visit(context.Background(), p.from, p.to, t); err != nil {
			panic(err) // nothing cancels it
		}
	}
	return t
}

// Limit is the largest modulus in the table: the largest odd m with an entry m/3.
func (t Table) Limit() uint64 { return 3*uint64(len(t)) - 2 | 1 }

// At is the order of 2 modulo the odd m <= Limit. It is slower for multiples
// of 3, which modulo 3^k have order 2*3^(k-1).
func (t Table) At(m uint64) uint64 {
	three := uint64(1)
	for m%3 == 0 {
		m /= 3
		three *= 3
	}
	order := uint64(t[m/3] &^ primeMark)
	if three > 1 {
		order = modular.LCM(order, three/3*2)
	}
	return order
}

// isPrime reports whether m is prime, 1 <= m <= Limit and odd.
func (t Table) isPrime(m uint64) bool { return m == 3 || m%3 != 0 && t[m/3]&primeMark != 0 }

func (t Table) prime(p, order uint64) { t.composite(p, order|primeMark) }

func (t Table) composite(m, order uint64) {
	if m%3 != 0 {
		t[m/3] = uint32(order)
	}
}

func (t Table) run(b *block, s uint64, first, last int) {
	if s%3 == 0 {
		return
	}
	for i := first; i < last; i++ {
		t[s*b.p[i]/3] = uint32(b.order[i] * b.factor[b.class[i]])
	}
}

func (t Table) change(b *block, s uint64, member int, factor uint64) {
	t.composite(s*b.p[member], b.order[member]*factor)
}

func (t Table) pseudoprime() {}
