package orders

import "dovetail/perm/modular"

// Table holds the orders of 2 modulo the numbers 1, 5, 7, 11, 13, ... without a factor 2 or 3:
// entry i belongs to 3i+1 or 3i+2, whichever is odd, so that m is found at m/3, rounded down. The
// engines never look up a multiple of 3: a number is looked up without the full power of its least
// prime. Orders below 2^32 fit, so the moduli do.
type Table []uint32

// tableLimit bounds the moduli of a table.
const tableLimit = 1<<32 - 3

// newTable is empty and reaches at least up to limit.
func newTable(limit uint64) Table {
	return make(Table, tableEntries(limit))
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

// store copies the orders of c that belong to the table.
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

// The full-range engine computes the orders of all odd moduli from 3 on. Once those up to X are in
// the table, the moduli from X to 3X need nothing from one another: a composite looks up a quotient
// of at most a third, and a prime needs only the factors of p-1. So the table grows in waves,
// threefold each.

// stretch is the odd moduli from..to, both included, of the table; stretches are
// numbered from 0.
type stretch struct {
	from, to uint64
	number   int
}

// waveStretch is the number of moduli of a stretch.
const waveStretch = 16 * segmentCells

// tableWaves cut a table up to limit; 0 is none. The first wave is found one modulus at a time.
func tableWaves(limit uint64) (waves [][]stretch) {
	if limit == 0 {
		return nil
	}
	limit = limitOf(tableEntries(limit))
	waves = [][]stretch{{{1, seedLimit - 1, 0}}}
	number := 1
	for from := uint64(seedLimit + 1); from <= limit; {
		var w []stretch
		for to := min(3*from-2, limit); from <= to; number++ {
			w = append(w, stretch{from, min(to, from+2*waveStretch-2), number})
			from = w[len(w)-1].to + 2
		}
		waves = append(waves, w)
	}
	return waves
}
