package dense

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// Without vector instructions one product of 64 bits serves three vectors. The terms of vectors and
// rows are rounded, p = 32 p' + d and q = 32 q' + e, to at most 2^10 in size. A word holds the
// terms q' of three vectors, 21 bits apart. A row times such words is three sums p'.q'. Borrows
// from the lower fields change each by up to half the number of terms. Since
//
//	p.q = 1024 p'.q' + 32 p'.e + d.q,   |32 p'.e + d.q| <= 32 |p'||e| + |d||q|,
//
// |p.q| is at most l modulo 2^32 only if |p'.q'| is at most (l + 32 |p'||e| + |d||q|)/1024 modulo
// 2^22, and so modulo 2^21 in words. One pair in a hundred passes, and is then multiplied without
// rounding.
//
// The last terms of many vectors are small, because the first directions of a basis are those that
// matter most. Leaving them out hardly increases the rounding loss: q' = 0, and e = q. So vectors
// that need equally few terms are multiplied together.
//
// Processors multiply doubles in other units than words, at the same time. A double holds the terms
// of two vectors, 22 bits apart. A product of a term is at most 2^10 2^10 (2^22 + 1), and sums of
// fewer than 2^11 stay below 2^53: nothing is rounded. So four words and five doubles serve 22
// vectors at a time.

// coarse is the number of bits removed by rounding.
const coarse = 5

// coarsely rounds a term.
func coarsely(x int16) int64 { return (int64(x) + 1<<(coarse-1)) >> coarse }

const (
	field      = 21
	fields     = 1 | 1<<field | 1<<(2*field)
	realField  = 22
	realFields = 1 | 1<<realField

	wordsOf, realsOf = 4, 5
	inWords          = 3 * wordsOf
	vectorsOf        = inWords + 2*realsOf // multiplied at a time
)

// packed is a term of 22 vectors.
type packed struct {
	words [wordsOf]uint64
	reals [realsOf]float64
}

// coarseRows are rounded rows, one after the other.
type coarseRows struct {
	words   []uint64
	reals   []float64 // the same
	lengths []float64 // 32 |p'|, at most |p| + |d|, rounded up, by row
	losts   []float64 // and |d|
}

func newCoarseRows(rows, terms int) coarseRows {
	return coarseRows{make([]uint64, rows*terms), make([]float64, rows*terms), make([]float64, rows), make([]float64, rows)}
}

func (r *coarseRows) set(i int, row []int16) {
	for k, x := range row {
		term := coarsely(x)
		r.words[i*len(row)+k], r.reals[i*len(row)+k] = uint64(term), float64(term)
	}
	length, lost := coarseLengths(row, len(row))
	r.lengths[i], r.losts[i] = length+lost, lost
}

// coarseLengths are the length of a vector and the length of the loss by rounding a number of terms
// and leaving out the others, rounded up.
func coarseLengths(v []int16, terms int) (length, lost float64) {
	sum, rest := int64(0), int64(0)
	for k, x := range v {
		d := int64(x)
		if k < terms {
			d -= coarsely(x) << coarse
		}
		sum += int64(x) * int64(x)
		rest += d * d
	}
	return float64(roundedUp * math.Sqrt(float64(sum))), float64(roundedUp * math.Sqrt(float64(rest)))
}

// roundedUp covers the rounding of a few steps.
const roundedUp = 1 + 0x1p-40

// coarseGroup holds up to 22 rounded vectors, term by term, except for their last terms.
type coarseGroup struct {
	terms   []packed
	there   uint64    // the bits of vectors
	vectors [64]uint8 // which vector each bit means
	length  float64   // the largest |q|
	lost    float64   // and |e|
}

// newCoarsePanel rounds the vectors of a panel.
func newCoarsePanel(vectors [][]int16) (groups []coarseGroup) {
	var order, terms []int
	for v, vector := range vectors {
		order, terms = append(order, v), append(terms, coarseTerms(vector))
	}
	slices.SortStableFunc(order, func(v, w int) int { return cmp.Compare(terms[v], terms[w]) })
	for some := range slices.Chunk(order, vectorsOf) {
		g := coarseGroup{terms: make([]packed, terms[some[len(some)-1]])}
		for of, v := range some {
			for k := range g.terms {
				t, x := &g.terms[k], coarsely(vectors[v][k])
				if of < inWords {
					t.words[of/3] += uint64(x) << (field * (of % 3))
				} else {
					t.reals[(of-inWords)/2] += float64(x << (realField * (of % 2)))
				}
			}
			g.there |= 1 << bitOf[of]
			g.vectors[bitOf[of]] = uint8(v)
			length, lost := coarseLengths(vectors[v], len(g.terms))
			g.length, g.lost = max(g.length, length), max(g.lost, lost)
		}
		groups = append(groups, g)
	}
	return groups
}

// coarseRest is the largest length that is left out at the end of a vector: about the loss of
// rounding 20 terms.
const coarseRest = 40

// coarseTerms is the number of terms of a vector that are needed.
func coarseTerms(v []int16) int {
	n, rest := len(v), 0
	for ; n > 0; n-- {
		if rest += int(v[n-1]) * int(v[n-1]); rest > coarseRest*coarseRest {
			break
		}
	}
	return n
}

// bitOf is the bit for a vector of 22: the highest of its field, moved down by the number of the
// word or up by that of the double, so that the bits differ.
var bitOf = func() (bits [vectorsOf]uint8) {
	for v := range bits {
		if bits[v] = uint8(field*(v%3+1) - 1 - v/3); v >= inWords {
			bits[v] = uint8(realField*(v%2+1) - 1 + (v-inWords)/2)
		}
	}
	return bits
}()

// smallGo is Small without vector instructions.
func smallGo(small []uint64, rows *Rows, panel *Panel, limits []uint32) {
	clear(small[:len(limits)])
	for g := range panel.coarse {
		group := &panel.coarse[g]
		for i, limit := range limits {
			lost := float64(rows.coarse.lengths[i]*group.lost) + float64(rows.coarse.losts[i]*group.length)
			far := float64(roundedUp * (float64(limit) + lost) / (1 << (2 * coarse)))
			far += float64(panel.terms + 4) // the change of a sum by lower fields and by what is added to them
			first, last := i*rows.terms, i*rows.terms+len(group.terms)
			near := nearOf(rows.coarse.words[first:last], rows.coarse.reals[first:last], group.terms, far) & group.there
			for ; near != 0; near &= near - 1 {
				v := int(group.vectors[bits.TrailingZeros64(near)])
				if upTo(panel.times(rows.row(i), v), limit) {
					small[i] |= 1 << v
				}
			}
		}
	}
}

// nearOf marks, by their bits, the vectors whose products with a row are at most far, or may be. As
// a part of another loop, this one would not keep its sums in registers.
//
//go:noinline
func nearOf(words []uint64, reals []float64, terms []packed, far float64) uint64 {
	var w0, w1, w2, w3 uint64
	var f0, f1, f2, f3, f4 float64
	terms, reals = terms[:len(words)], reals[:len(words)]
	for k, y := range words {
		t, z := &terms[k], reals[k]
		w0 += y * t.words[0]
		f0 += float64(z * t.reals[0])
		w1 += y * t.words[1]
		f1 += float64(z * t.reals[1])
		w2 += y * t.words[2]
		f2 += float64(z * t.reals[2])
		w3 += y * t.words[3]
		f3 += float64(z * t.reals[3])
		f4 += float64(z * t.reals[4])
	}
	if far >= 1<<(field-2) {
		return ^uint64(0)
	}
	size := uint64(int64(far))
	half, most := fields*size, fields*(2*size)|highest
	realHalf, realMost := realFields*size, realFields*(2*size)|realHighest
	word := func(x uint64) uint64 { return within(x, half, most, highest) }
	real := func(x float64) uint64 { return within(uint64(int64(x)), realHalf, realMost, realHighest) }
	return word(w0) | word(w1)>>1 | word(w2)>>2 | word(w3)>>3 |
		real(f0) | real(f1)<<1 | real(f2)<<2 | real(f3)<<3 | real(f4)<<4
}

// The highest bits of the fields.
const (
	highest     = fields << (field - 1)
	realHighest = realFields << (realField - 1)
)

// within marks, by their highest bits, the fields that are from minus half to half. Adding half
// turns the condition into one on the field: at most twice half, where most is this number without
// the highest bit.
func within(x, half, most, highest uint64) uint64 {
	x += half
	return (most - x&^highest) &^ x & highest
}

// times is the product of a row and a vector, modulo 2^32.
func (p *Panel) times(row []int16, vector int) (sum uint32) {
	for k := 0; k+2 <= len(row); k += 2 {
		q := (*[2]int16)(p.fine[k*PanelWidth+2*vector:])
		sum += uint32(int32(row[k])*int32(q[0])) + uint32(int32(row[k+1])*int32(q[1]))
	}
	return sum
}

// upTo reports whether |x|, read with its sign, is at most the limit.
func upTo(x, limit uint32) bool { return min(x, -x) <= limit }
