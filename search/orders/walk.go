package orders

// walk marks every composite of the segment with the full power of its least
// prime, which is what the order of the sweeps leaves; primes keep 0.
func (s *segment) walk() {
	mark := s.mark[:s.n]
	clear(mark)
	n := uint64(len(mark))
	for k, i := range s.sweeps {
		power := s.powers.value[k]
		for ; i < n; i += power {
			mark[i] = uint16(k)
		}
		s.sweeps[k] = i - n
	}
}
