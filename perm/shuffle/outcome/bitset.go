package outcome

import "math/bits"

// bitset is a set of numbers below 128.
type bitset struct{ low, high uint64 }

// below is the set of the numbers below i.
func below(i int) bitset { return bitset{1<<uint(i) - 1, 1<<uint(max(i, 64)-64) - 1} }

// flip is the set with i if it is not in it, and without i if it is.
func (s bitset) flip(i int) bitset { return bitset{s.low ^ 1<<uint(i), s.high ^ 1<<uint(i-64)} }

func (s bitset) and(t bitset) bitset { return bitset{s.low & t.low, s.high & t.high} }
func (s bitset) but(t bitset) bitset { return bitset{s.low &^ t.low, s.high &^ t.high} }
func (s bitset) or(t bitset) bitset  { return bitset{s.low | t.low, s.high | t.high} }
func (s bitset) size() int           { return bits.OnesCount64(s.low) + bits.OnesCount64(s.high) }

// lower is the numbers that are one below a member.
func (s bitset) lower() bitset { return bitset{s.low>>1 | s.high<<63, s.high >> 1} }

// nearest is the nearest member above p, or below, or -1.
func (s bitset) nearest(p int, above bool) int {
	if above {
		s = s.but(below(p))
		if s.low != 0 {
			return bits.TrailingZeros64(s.low)
		} else if s.high != 0 {
			return 64 + bits.TrailingZeros64(s.high)
		}
		return -1
	}
	return s.and(below(p)).last()
}

// last is the greatest member, or -1.
func (s bitset) last() int {
	if s.high != 0 {
		return 63 + bits.Len64(s.high)
	}
	return bits.Len64(s.low) - 1
}

// pop is the set without its least member, which it returns, or -1.
func (s bitset) pop() (rest bitset, i int) {
	switch {
	case s.low != 0:
		return bitset{s.low & (s.low - 1), s.high}, bits.TrailingZeros64(s.low)
	case s.high != 0:
		return bitset{0, s.high & (s.high - 1)}, 64 + bits.TrailingZeros64(s.high)
	}
	return s, -1
}
