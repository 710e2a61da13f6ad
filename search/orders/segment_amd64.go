//go:build amd64 && !purego

package orders

// readAVX512 is in segment_amd64.s; count is a positive multiple of 16.
//
//go:noescape
func readAVX512(orders *uint64, marks *uint16, inv *uint64, table *uint32, first uint64, count int)

// readTable leaves to the kernel all cells but the last few.
func (s *segment) readTable() {
	n := 0
	if active == ifma && s.n >= 16 {
		n = s.n &^ 15
		readAVX512(&s.orders[0], &s.mark[0], &s.powers.inv[0], &s.table[0], s.first, n)
	}
	s.readTableGo(n)
}
