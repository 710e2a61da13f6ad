package orders

import "dovetail/perm/modular"

// Table holds the orders of 2 modulo the numbers 1, 5, 7, 11, 13, ... without a
// factor 2 or 3: entry i belongs to 3i+1 or 3i+2, whichever is odd, so that m
// is found at m/3, rounded down. The engines never ask for a multiple of 3: a
// number is looked up without the full power of its least prime. Orders below
// 2^32 fit, so the moduli do.
type Table []uint32

// tableLimit bounds the moduli of a table.
const tableLimit = 1<<32 - 3

// newTable is empty and reaches at least up to limit.
func newTable(limit uint64) Table {
	t := make(Table, tableEntries(limit))
	preferHugePages(t)
	return t
}

func tableEntries(limit uint64) uint64 { return max(limit, seedLimit)/3 + 1 }

// Limit is the largest modulus in the table.
func (t Table) Limit() uint64 { return limitOf(uint64(len(t))) }

// limitOf is the largest odd number m with m/3 < entries.
func limitOf(entries uint64) uint64 { return 3*entries - 2 | 1 }

// At is the order of 2 modulo the odd m <= Limit. It is slower for multiples
// of 3, which modulo 3^k have order 2*3^(k-1).
func (t Table) At(m uint64) uint64 {
	three := uint64(1)
	for m%3 == 0 {
		m /= 3
		three *= 3
	}
	order := uint64(t[m/3])
	if three > 1 {
		order = modular.LCM(order, three/3*2)
	}
	return order
}

// store takes in the orders of c, those that belong to the table.
func (t Table) store(c *cells) {
	for _, r := range []uint64{1, 5} {
		i := (r + 6 - c.first%6) % 6 / 2 // the first cell that is r modulo 6
		entry := (c.first + 2*i) / 3
		for ; i < uint64(c.n); i += 3 {
			t[entry] = uint32(c.orders[i])
			entry += 2
		}
	}
}

// seedLimit ends the part of the table that is found one modulus at a time:
// from there on the kernel can be used and every segment finds what it needs
// below itself.
const seedLimit = kernelFrom
