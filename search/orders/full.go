package orders

// The full-range engine computes the orders of all odd moduli from 3 on. Once
// those up to X are in the table, the moduli from X to 3X need nothing from
// one another: a composite asks for a quotient of at most a third, a prime for
// the factors of p-1 only. So the table grows in waves, threefold each.

// extend fills the table from its seeds to its end; each segment is handed to
// visit when it is done.
func (t Table) extend(visit func(*cells)) {
	t.seed()
	for from := uint64(seedLimit + 1); from <= t.Limit(); {
		to := min(3*from-2, t.Limit())
		t.wave(from, to, visit)
		from = to + 2
	}
}

// wave computes the moduli from..to, to < 3*from, and stores them.
func (t Table) wave(from, to uint64, visit func(*cells)) {
	s := newSegment(t, newPowers(to, t))
	for first := from; first <= to; first += 2 * segmentCells {
		s.run(first, int(min(segmentCells, (to-first)/2+1)))
		for i, o := range s.orders[:s.n] {
			if first/2+uint64(i) < uint64(len(t)) {
				t[first/2+uint64(i)] = uint32(o)
			}
		}
		visit(&s.cells)
	}
}
