package orders

// segmentCells is the number of odd moduli worked on at a time: their marks
// and orders stay in the second-level cache.
const segmentCells = 1 << 15

// segment is the full-range engine at work on consecutive odd moduli: it reads
// the orders of smaller moduli in the table.
type segment struct {
	cells
	table  Table
	powers *powers
	mark   [segmentCells]uint16 // 0 for a prime, else a place in powers
	sweeps []uint64             // by power: the next cell it divides
	hard   [segmentCells]uint16 // cells whose least common multiple takes more steps
	found  primeCells
}

// newSegment prepares for moduli up to the limit of ps and above its square
// root. The table must reach a third of the limit.
func newSegment(table Table, ps *powers) *segment {
	s := &segment{table: table, powers: ps, sweeps: make([]uint64, len(ps.value))}
	s.orders = make([]uint64, segmentCells)
	s.found.init(ps.primes)
	return s
}

func (s *segment) size() int { return segmentCells }

// run wants first >= seedLimit and n <= segmentCells.
func (s *segment) run(first uint64, n int) *cells {
	if s.n == 0 || first != s.modulus(s.n) {
		s.aim(first)
	}
	s.first, s.n = first, n
	s.walk()
	s.composites()
	s.primeOrders()
	return &s.cells
}

// aim sets the sweeps for a segment that does not follow the last one.
func (s *segment) aim(first uint64) {
	for k, power := range s.powers.value {
		s.sweeps[k] = firstCell(first, 0, power)
	}
	for k, q := range s.found.large {
		s.found.sweeps[k] = firstCell(first, 1, q.prime)
	}
}
