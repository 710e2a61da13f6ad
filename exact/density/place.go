package density

import "dovetail/perm"

// Packets outside the block. t[c] is where card c of the order ends, and the shuffled deck is made
// of packets, at places [0, y1), [y1, y2), ..., which lay in reversed order before. Two cards of
// one packet keep their order when the packets are put back, and two of different packets swap. So
// there were
//
//	ascents(t) + sum over packets of (descents within it - ascents within it)
//
// descents. An ascent or descent of t, a pair of cards c, c+1, is within a packet if both cards
// are. The law of the sum is carried along, for the packets of the first y places.

// place is the law of a block with such packets, and the scratch memory of one density.
type place struct {
	*packets
	ratios rising

	mirrored []uint16
	above    []int // above[x] and below[x] are the places of c+1 and of c-1 for c at place x
	below    []int
	gain     []int // gain[x]: of the packet from x to the present place
	low      []int // low[y] and high[y] are the least and the greatest sum
	high     []int
	laws     []float64 // 2n+1 numbers for a place
}

func (s place) New() Density {
	n := s.n
	s.mirrored, s.laws = make([]uint16, n), make([]float64, (n+1)*(2*n+1))
	s.above, s.below, s.gain = make([]int, n), make([]int, n), make([]int, n)
	s.low, s.high = make([]int, n+1), make([]int, n+1)
	return s.density
}

// law is the law of the sum for the first y places, from low[y] to high[y].
func (s *place) law(y int) []float64 {
	at := y*(2*s.n+1) + s.n
	return s.laws[at+s.low[y] : at+s.high[y]+1]
}

func (s *place) density(t []uint16) float64 {
	t = s.mirror(s.mirrored, t)
	s.above[t[s.n-1]], s.below[t[0]] = s.n, s.n // beside no card
	for c := 1; c < s.n; c++ {
		s.above[t[c-1]], s.below[t[c]] = int(t[c]), int(t[c-1])
	}
	s.law(0)[0] = 1
	for y := 1; y <= s.n; y++ {
		if y == s.n || s.starts[y] {
			s.end(y)
		}
	}
	return s.ratios.mean(s.law(s.n), s.n-perm.Descents(t)+s.low[s.n])
}

// end makes the law of the first y places. Place x adds to the packet [x, y) those pairs whose
// other card lies below x in it.
func (s *place) end(y int) {
	gain, least := 0, max(0, y-s.most)
	s.low[y], s.high[y] = s.n, -s.n
	for x := y - 1; x >= least; x-- {
		if c := s.above[x]; x < c && c < y {
			gain--
		}
		if c := s.below[x]; x < c && c < y {
			gain++
		}
		s.gain[x] = gain
		if s.taken(x, y) > 0 {
			s.low[y], s.high[y] = min(s.low[y], s.low[x]+gain), max(s.high[y], s.high[x]+gain)
		}
	}
	law := s.law(y)
	clear(law)
	for x := least; x < y; x++ {
		if p := s.taken(x, y); p > 0 {
			addTimes(law[s.low[x]+s.gain[x]-s.low[y]:], s.law(x), p)
		}
	}
}
