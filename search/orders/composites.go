package orders

import "dovetail/perm/modular"

// composites writes the orders of the composite moduli: with the power P of
// the least prime of m, ord(m) = lcm(ord(m/P), ord(P)), and ord(m/P) is in the
// table. For one P the quotients m/P are consecutive, so the table is read in
// as many streams as there are small primes; reading it in a loop of its own
// lets the processor wait for many cells at a time.
func (s *segment) composites() {
	s.readTable()
	hard := 0
	list, values := s.powers.list, s.powers.lists.values
	orders := s.orders[:s.n]
	for i, k := range s.mark[:len(orders)] {
		p := &list[k]
		a := orders[i]
		r := remainder(uint32(a), p.b, p.magic)
		orders[i] = a * uint64(values[uint64(p.list)+r])
		s.hard[hard&(segmentCells-1)] = uint16(i)
		hard += int(p.hard)
	}
	for _, i := range s.hard[:hard] {
		orders[i] = s.powers.hardLCM(int(s.mark[i]), orders[i])
	}
}

// hardLCM is lcm(a, order of the k-th power), part by part where it has parts.
func (ps *powers) hardLCM(k int, a uint64) uint64 {
	if ps.parts[k][0].b == 0 {
		return modular.LCM(a, ps.order[k])
	}
	lcm := a
	for _, part := range &ps.parts[k] {
		r := min(remainder(uint32(a), part.b, part.magic), uint64(part.cap))
		lcm *= uint64(ps.lists.values[uint64(part.list)+r])
	}
	return lcm
}

// readTable puts ord(m/P) in place of ord(m).
func (s *segment) readTable() {
	inv, table := s.powers.inv, s.table
	orders := s.orders[:s.n]
	m := s.first
	for i, k := range s.mark[:len(orders)] {
		orders[i] = uint64(table[uint32(m*inv[k])/3])
		m += 2
	}
}
