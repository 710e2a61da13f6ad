//go:build !purego

package orders

import "dovetail/perm/processor"

// best is the most advanced form that the machine supports.
func best() form {
	switch {
	case !processor.Use.AVX2:
		return plain
	case !processor.Use.IFMA:
		return fma
	}
	return ifma
}

func powersAreOne(b *batch, squarings int) uint64 {
	switch active {
	case ifma:
		return powersAreOneIFMA(b, squarings)
	case fma:
		return powersAreOneFMA(b, squarings)
	}
	return powersAreOneGo(b, squarings)
}

// powersAreOneIFMA is in power_amd64.s.
//
//go:noescape
func powersAreOneIFMA(b *batch, squarings int) uint64

// powersAreOneFMA is in power_amd64.s.
//
//go:noescape
func powersAreOneFMA(b *batch, squarings int) uint64

// takeEach is the kernel's use where all questions go to one bucket.
func (c *totients) takeEach(q *smallPrime) {
	s := squarings((c.most - 1) / q.prime)
	if active != ifma || s == 0 || s != squarings((c.least-1)/q.prime) {
		c.takeEachGo(q)
		return
	}
	b := &c.buckets[s]
	for k := 0; k < len(c.p); {
		k = takeAVX512(b, q, &c.p[0], &c.rest[0], k, len(c.p))
		if b.n >= lanes {
			c.run(s)
		}
	}
}

// takeAVX512 takes q out of those candidates from..count-1 that have it, until the
// bucket is full. It returns the first candidate that it has not seen. It is in
// loops_amd64.s.
//
//go:noescape
func takeAVX512(b *bucket, q *smallPrime, p, rest *uint64, from, count int) (next int)

// readTable leaves the last few cells to Go.
func (s *segment) readTable() {
	done := 0
	if active == ifma && s.n >= 16 {
		done = s.n &^ 15
		readAVX512(&s.orders[0], &s.mark[0], &s.powers.inv[0], &s.table[0], s.first, done)
	}
	s.readTableGo(done)
}

// readAVX512 is in loops_amd64.s; count is a positive multiple of 16.
//
//go:noescape
func readAVX512(orders *uint64, marks *uint16, inv *uint64, table *uint32, first uint64, count int)

// sum leaves to Go the last few cells, and moduli so large that the sum of one lane, of
// up to 2^13 of them, could overflow.
func (c *cells) sum(lo, hi int) Stats {
	end := lo + (hi-lo)&^7
	if active != ifma || end == lo || c.modulus(hi) > 1<<50 {
		return c.sumGo(lo, hi)
	}
	var s eightSums
	sumAVX512(&s, &c.orders[lo], c.modulus(lo), end-lo)
	st := c.sumGo(end, hi)
	for i := range 8 {
		st.Merge(Stats{
			Count: uint64(end-lo) / 8, Sum: Sum{Lo: s.sum[i]}, Xor: s.xor[i],
			Max: s.max[i], MaxAt: s.maxAt[i], Min: s.min[i], MinAt: s.minAt[i],
			Pseudoprimes: s.dividing[i],
		})
	}
	return st
}

// eightSums are the sums over every eighth cell.
type eightSums struct {
	sum, xor, max, maxAt, min, minAt, dividing [8]uint64
}

// sumAVX512 is in loops_amd64.s; count is a positive multiple of 8.
//
//go:noescape
func sumAVX512(s *eightSums, orders *uint64, first uint64, count int)
