package fair

import "math/bits"

// planes count pairs. add(b), for the inverse b of a deck a, adds 1 at (q, p), p < q, for each pair of
// places with a[p] < a[q]. For every place the set of places with smaller cards is a row of bits, in
// words of 64 places. The rows of eight decks are added up at a time, in binary digits.
type planes struct {
	n, words, decks, held int
	rows                  [8][]uint64 // of the decks that are not added up yet: word by place
	digits                [planeDigits][]uint64
	all                   [][]int
}

const planeDigits = 12

func newPlanes(n int) *planes {
	p := &planes{n: n, words: (n + 63) / 64, all: make([][]int, n)}
	for k := range p.rows {
		p.rows[k] = make([]uint64, n*p.words)
	}
	for d := range p.digits {
		p.digits[d] = make([]uint64, n*p.words)
	}
	for q := range p.all {
		p.all[q] = make([]int, q)
	}
	return p
}

func (s *planes) add(inverse []uint16) {
	for w := range s.words {
		row, set := s.rows[s.held][w*s.n:][:s.n], uint64(0)
		for _, q := range inverse { // the places of cards 0, 1, ...
			row[q] = set
			set |= 1 << (uint(q) - uint(64*w)) // 0 for a place of another word
		}
	}
	if s.held++; s.held == len(s.rows) {
		s.sum()
	}
}

// sum adds the rows to the digits, as a tree of full adders.
func (s *planes) sum() {
	r, d := &s.rows, &s.digits
	for i := range d[0] {
		ones, a := full(d[0][i], r[0][i], r[1][i])
		ones, b := full(ones, r[2][i], r[3][i])
		ones, c := full(ones, r[4][i], r[5][i])
		ones, e := full(ones, r[6][i], r[7][i])
		twos, f := full(d[1][i], a, b)
		twos, g := full(twos, c, e)
		fours, carry := full(d[2][i], f, g)
		d[0][i], d[1][i], d[2][i] = ones, twos, fours
		for k := 3; carry != 0; k++ {
			d[k][i], carry = d[k][i]^carry, d[k][i]&carry
		}
	}
	s.decks, s.held = s.decks+s.held, 0
	if s.decks > 1<<planeDigits-1-len(s.rows) {
		s.flush()
	}
}

// full is the sum of three bits, in each place: its digit, and what is carried.
func full(a, b, c uint64) (digit, carry uint64) {
	x := a ^ b
	return x ^ c, a&b | x&c
}

func (s *planes) flush() {
	used := bits.Len(uint(s.decks))
	for q, row := range s.all {
		for d, digit := range s.digits[:used] {
			for p := range row {
				row[p] += int(digit[p>>6*s.n+q]>>(p&63)&1) << d
			}
		}
	}
	for d := range s.digits[:used] {
		clear(s.digits[d])
	}
	s.decks = 0
}

func (s *planes) clear() {
	s.counts()
	for _, row := range s.all {
		clear(row)
	}
}

func (s *planes) counts() [][]int {
	for k := s.held; k < len(s.rows); k++ {
		clear(s.rows[k])
	}
	s.sum()
	s.flush()
	return s.all
}
