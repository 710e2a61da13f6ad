//go:build amd64 && !purego

package orders

// eightSums are the sums over every eighth cell.
type eightSums struct {
	sum, xor, max, maxAt, min, minAt, dividing [8]uint64
}

// sumAVX512 is in stats_amd64.s; count is a positive multiple of 8.
//
//go:noescape
func sumAVX512(s *eightSums, orders *uint64, first uint64, count int)

// sum leaves to the kernel all cells but the last few.
func (c *cells) sum(lo, hi int) Stats {
	end := lo + (hi-lo)&^7
	if active != ifma || end == lo || c.modulus(hi) > 1<<53 {
		return c.sumGo(lo, hi)
	}
	var s eightSums
	sumAVX512(&s, &c.orders[lo:hi][0], c.modulus(lo), end-lo)
	st := c.sumGo(end, hi)
	for i := range 8 {
		st.Merge(Stats{
			Count: uint64(end-lo) / 8, Sum: Sum{Lo: s.sum[i]}, Xor: s.xor[i],
			Max: s.max[i], MaxAt: s.maxAt[i], Min: s.min[i], MinAt: s.minAt[i], Pseudoprimes: s.dividing[i],
		})
	}
	return st
}
