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

// list is the kernel's use: it takes 16 cells at a time.
func (c *primeSieve) list(n int) int {
	if active != ifma {
		return c.listGo(n)
	}
	whole := (n + 15) &^ 15
	for i := n; i < whole; i++ {
		c.composite[i] = 1
	}
	return listAVX512(&c.composite[0], &c.cell[0], whole)
}

// listAVX512 lists the cells of n that are 0, and counts them; n is a positive multiple of 16. It is in loops_amd64.s.
//
//go:noescape
func listAVX512(composite *uint8, cell *uint32, n int) (count int)
