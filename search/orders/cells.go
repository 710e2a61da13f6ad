package orders

// cells are consecutive odd moduli with their orders, as an engine leaves
// them: cell i belongs to first + 2i. There are at most maxCells.
type cells struct {
	first  uint64
	n      int
	orders []uint64         // at least n
	primes []uint16         // the cells whose modulus is prime, rising
	listed [maxCells]uint16 // scratch of stats
}

const maxCells = 1 << 16

// engine computes the orders of n moduli from the odd first on. What it
// returns is its own and lasts until the next call. One goroutine uses it.
type engine interface {
	run(first uint64, n int) *cells
	size() int // the number of moduli it likes to be asked for
}

// modulus belongs to cell i.
func (c *cells) modulus(i int) uint64 { return c.first + 2*uint64(i) }

// clip is the range of cells with from <= m <= to.
func (c *cells) clip(from, to uint64) (lo, hi int) {
	hi = c.n
	if from > c.first {
		lo = int(min(uint64(c.n), (from-c.first+1)/2))
	}
	if to < c.modulus(c.n-1) {
		hi = int((max(to+2, c.first) - c.first) / 2)
	}
	return lo, hi
}

// firstCell is the least cell whose modulus is r modulo the odd d, r < d:
// first + 2i is r modulo d when i is (r - first)/2 modulo d.
func firstCell(first, r, d uint64) uint64 {
	i := r + d - first%d
	if i >= d {
		i -= d
	}
	if i&1 == 1 {
		i += d
	}
	return i / 2
}

// resize makes room for n numbers whose values do not matter.
func resize[T any](a []T, n int) []T {
	if cap(a) < n {
		a = make([]T, n+n/8)
	}
	return a[:n]
}
