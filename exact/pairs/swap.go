package pairs

import "dovetail/exact/dense"

// Two cards change their order in a riffle where the first one, i, is of the top packet and comes to l, and
// the other one, j, is of the bottom packet and comes to k < l. Then there are i cards of the top packet and
// l-i of the bottom one before l, and r of those between k and l, say, and n-1-j-r after l.
//
// First sum over what is after l: V_l(i, r) = sum of F(i, j) over the places after l, whose bottom cards number
// n-1-j-r. Without places that is F(i, n-1-r), and a place more is of the top packet, or of the bottom one:
//
//	V_(l-1)(i, r) = p V_l(i, r) + q V_l(i, r+1).
//
// Then sum over the places before l. Those of l-1-i of the l-1 bottom cards that are not at k are any of the l-1
// places but k, all sets alike. If they were m = l-1-i more than those of another set with one less, which is a
// random one of them left out, r of m would be r or r-1 of m-1, with probabilities (m-r)/m and r/m. So
//
//	U_l(r) for i  =  V_l(i, r) + p/(q (i+1)) ((m-r) U_l(r) + r U_l(r-1)) for i+1,
//
// where probabilities C(l-1, i) p^i q^m of so many top cards are counted in those of i. For i = 0 all places
// are of the bottom packet: r = l-1-k, and the sum for k < l is p q^l U_l(l-1-k).
type swap struct {
	sums             []column    // U_l
	now, next, spare column      // V_l for an i
	place            []float64   // p and q for each line
	random           [][]float64 // r and m-r for each line, by m
}

// column has a line for each r from -1 on.
type column []float64

func newColumn(n int) column { return make(column, (n+1)*width) }

func (c column) lines(r int) []float64 { return c[(r+1)*width:] }

func newSwap(n int) *swap {
	s := &swap{now: newColumn(n), next: newColumn(n), spare: newColumn(n)}
	for m := range n {
		s.sums = append(s.sums, newColumn(n))
		s.random = append(s.random, nil)
		for r := range m + 1 {
			s.random[m] = append(s.random[m], float64(r), float64(m-r))
		}
	}
	return s
}

// apply fills the sums for the rows in in.
func (s *swap) apply(riffle *riffle, in *table) {
	n := riffle.n
	s.place = s.place[:0]
	for range n {
		s.place = append(s.place, riffle.p, riffle.q)
	}
	for i := n - 2; i >= 0; i-- {
		for r := range n - 1 - i {
			copy(s.now.lines(r)[:width], in.at(i, n-1-r))
		}
		c := riffle.p / (riffle.q * float64(i+1))
		for l := n - 1; l > i; l-- {
			m := l - 1 - i
			dense.AddLines(s.next.lines(0), s.now.lines(0), s.place[:2*m], 1, false)
			if m > 0 {
				dense.AddLines(s.now.lines(0), s.sums[l].lines(-1), s.random[m], c, true)
			}
			s.sums[l], s.now, s.next, s.spare = s.now, s.next, s.spare, s.sums[l]
		}
	}
}

// at are the sums for k < l, but for p q^l.
func (s *swap) at(k, l int) []float64 { return s.sums[l].lines(l - 1 - k)[:width] }
