package fair

import "math/bits"

// planes count pairs. add(a, b), for a deck a and its inverse b, adds 1 at (q, p), p < q, for each
// pair of places with a[p] < a[q]. For every place the set of places with smaller cards is a row of
// bits. Such rows are added up in binary digits, a word of 64 places at a time.
type planes struct {
	n, words, decks int
	digits          [planeDigits][]uint64
	all             [][]int
	set             []uint64
}

const planeDigits = 8

func newPlanes(n int) *planes {
	p := &planes{n: n, words: (n + 63) / 64, all: make([][]int, n), set: make([]uint64, (n+63)/64)}
	for d := range p.digits {
		p.digits[d] = make([]uint64, n*p.words)
	}
	for q := range p.all {
		p.all[q] = make([]int, q)
	}
	return p
}

func (s *planes) add(_, inverse []uint16) {
	clear(s.set)
	for _, q := range inverse { // the places of cards 0, 1, ...
		row, top := int(q)*s.words, int(q)>>6
		for w := 0; w <= top; w++ {
			carry := s.set[w]
			if w == top {
				carry &= 1<<(q&63) - 1
			}
			for d := 0; carry != 0; d++ {
				digit := &s.digits[d][row+w]
				*digit, carry = *digit^carry, *digit&carry
			}
		}
		s.set[q>>6] |= 1 << (q & 63)
	}
	if s.decks++; s.decks == 1<<planeDigits-1 {
		s.flush()
	}
}

func (s *planes) flush() {
	used := bits.Len(uint(s.decks))
	s.decks = 0
	for q, row := range s.all {
		for d, digit := range s.digits[:used] {
			for p := range row {
				row[p] += int(digit[q*s.words+p>>6]>>(p&63)&1) << d
			}
		}
	}
	for d := range s.digits {
		clear(s.digits[d])
	}
}

func (s *planes) clear() {
	for _, row := range s.all {
		clear(row)
	}
}

func (s *planes) counts() [][]int {
	s.flush()
	return s.all
}
