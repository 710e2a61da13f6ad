//go:build amd64 && !purego

package orders

// takeAVX512 is in totients_amd64.s: it takes q out of the candidates from..count-1
// that have it, until the bucket is full, and gives the first it has not seen.
//
//go:noescape
func takeAVX512(b *bucket, q *smallPrime, p, rest *uint64, from, count int) (next int)

// takeEach is for the kernel where all questions go to one bucket.
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
