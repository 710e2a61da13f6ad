package dense

import "math/bits"

// Without vector instructions one product of 64 bits serves two vectors: with the terms p of one in the lower
// half of a word and those q of the other in the upper one, the sum S of x (p + 2^32 q) has in its lower half
// the first product L modulo 2^32, and in its upper half the second one, H, plus the floor of L/2^32. As
// |L| <= terms 2^30, that is off by less than the number of terms: where the upper half is not small up to so
// much, neither is H, and the few others are computed.

// couples are the vectors of a panel in twos, of which four are multiplied at a time.
const couples = PanelWidth / 2

// smallGo is Small without vector instructions.
func smallGo(small []uint64, rows []int16, panel Panel, limits []uint32) {
	terms := len(panel) / PanelWidth
	var few [couples / 4 * 64][4]uint64 // as many terms as most decks have cards
	coupled := few[:]
	if terms > 64 {
		coupled = make([][4]uint64, couples/4*terms)
	}
	for k := 0; k < terms; k += 2 {
		line := (*[2 * PanelWidth]int16)(panel[k*PanelWidth:])
		for c := range couples {
			p := coupled[c/4*terms+k:][:2]
			p[0][c%4] = uint64(int64(line[4*c])) + uint64(int64(line[4*c+2]))<<32
			p[1][c%4] = uint64(int64(line[4*c+1])) + uint64(int64(line[4*c+3]))<<32
		}
	}
	for i, limit := range limits {
		row := rows[i*terms:][:terms]
		found := uint64(0)
		for c := 0; c < couples; c += 4 {
			four := coupled[c/4*terms:][:terms]
			for hits := fourNear(row, four, limit); hits != 0; hits &= hits - 1 {
				if v := bits.TrailingZeros8(hits); upTo(times(row, four, v), limit) {
					found |= 1 << (2*c + v)
				}
			}
		}
		small[i] = found
	}
}

// times is the product of a row and a vector of four couples, modulo 2^32.
func times(row []int16, coupled [][4]uint64, vector int) (sum uint32) {
	coupled = coupled[:len(row)]
	for k, x := range row {
		p := coupled[k][vector/2&3]
		term := uint32(p)
		if vector%2 == 1 {
			term = uint32(p>>32) + term>>31 // of which the lower half took one, if it is negative
		}
		sum += uint32(int32(x)) * term
	}
	return sum
}

// upTo reports whether |x|, read with its sign, is at most the limit.
func upTo(x, limit uint32) bool { return min(x, -x) <= limit }

// fourNear tells, of the vectors of four couples, bit by bit, whose product with a row may be within a limit.
func fourNear(row []int16, coupled [][4]uint64, limit uint32) (hits uint8) {
	// |x| <= l is x + l <= 2l modulo 2^32, for l < 2^31. Where l is larger all may be.
	far := limit + uint32(len(row))
	if far < limit || far >= 1<<31 {
		return 0xff
	}
	var s0, s1, s2, s3 uint64
	coupled = coupled[:len(row)]
	for k, x := range row {
		y, p := uint64(int64(x)), &coupled[k]
		s0 += y * p[0]
		s1 += y * p[1]
		s2 += y * p[2]
		s3 += y * p[3]
	}
	for c, s := range [...]uint64{s0, s1, s2, s3} {
		if uint32(s)+limit <= 2*limit {
			hits |= 1 << (2 * c)
		}
		if uint32(s>>32)+far <= 2*far {
			hits |= 2 << (2 * c)
		}
	}
	return hits
}
