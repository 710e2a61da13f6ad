package orders

// Table holds the orders of 2 modulo the odd numbers 1, 3, ..., 2*len-1: entry
// i belongs to 2i+1. Orders below 2^32 fit, so the moduli do.
type Table []uint32

// tableLimit bounds the moduli of a table.
const tableLimit = 1<<32 - 1

// newTable is empty and reaches at least up to limit.
func newTable(limit uint64) Table {
	t := make(Table, max(limit, seedLimit)/2+1)
	preferHugePages(t)
	return t
}

// Limit is the largest modulus in the table.
func (t Table) Limit() uint64 { return 2*uint64(len(t)) - 1 }

// At is the order of 2 modulo the odd m <= Limit.
func (t Table) At(m uint64) uint64 { return uint64(t[m>>1]) }

// seedLimit ends the part of the table that is found one modulus at a time:
// from there on the kernel can be used and every segment finds what it needs
// below itself.
const seedLimit = kernelFrom

// seed writes the orders of the odd moduli below seedLimit.
func (t Table) seed() *cells {
	c := newSingle(seedLimit/2).run(1, seedLimit/2)
	t.store(c)
	return c
}
