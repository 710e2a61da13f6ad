package dense

import (
	"math"
	"math/bits"
)

// Without vector instructions one product of 64 bits serves three vectors. The terms of vectors and rows are
// rounded to 11 bits, p = 32 p' + d and q = 32 q' + e, and a word holds the terms q' of three vectors, 21 bits
// apart: a row times such words is three sums p'.q', of which each has taken up to half the number of terms from
// those below it. Since
//
//	p.q = 1024 p'.q' + 32 p'.e + d.q,   |32 p'.e + d.q| <= 32 |p'||e| + |d||q|,
//
// |p.q| is at most l modulo 2^32 only if |p'.q'| is at most (l + 32 |p'||e| + |d||q|)/1024 modulo 2^22, and so
// modulo 2^21. Two pairs in a hundred are, and these are multiplied without rounding.

// coarse is how many bits rounding takes.
const coarse = 5

// coarsely rounds a term.
func coarsely(x int16) int64 { return (int64(x) + 1<<(coarse-1)) >> coarse }

const (
	field  = 21
	fields = 1 | 1<<field | 1<<(2*field)

	wordsTogether = 4
	vectorsOf     = 3 * wordsTogether // that are multiplied at a time
)

// coarseRows are rows in 11 bits, one behind the other.
type coarseRows struct {
	terms   []int64
	lengths []float64 // 32 |p'|, at least, by row
	losts   []float64 // and |d|
}

func newCoarseRows(rows, terms int) coarseRows {
	return coarseRows{make([]int64, rows*terms), make([]float64, rows), make([]float64, rows)}
}

func (r *coarseRows) set(i int, row []int16) {
	for k, x := range row {
		r.terms[i*len(row)+k] = coarsely(x)
	}
	length, lost := coarseLengths(row)
	r.lengths[i], r.losts[i] = length+lost, lost
}

// coarseLengths are those of a vector and of what rounding takes from it, at least.
func coarseLengths(v []int16) (length, lost float64) {
	sum, rest := int64(0), int64(0)
	for _, x := range v {
		d := int64(x) - coarsely(x)<<coarse
		sum += int64(x) * int64(x)
		rest += d * d
	}
	return roundedUp * math.Sqrt(float64(sum)), roundedUp * math.Sqrt(float64(rest))
}

// roundedUp makes what rounding takes from a few steps no loss.
const roundedUp = 1 + 0x1p-40

// coarsePanel holds vectors in 11 bits, by twelve, and these by term.
type coarsePanel struct {
	words  [][wordsTogether]uint64
	there  []uint64 // of each twelve, as spread tells them
	length float64  // the largest |q|
	lost   float64  // and |e|
}

func newCoarsePanel(vectors [][]int16, terms int) (p coarsePanel) {
	twelves := (len(vectors) + vectorsOf - 1) / vectorsOf
	p.words, p.there = make([][wordsTogether]uint64, twelves*terms), make([]uint64, twelves)
	for v, vector := range vectors {
		twelve, word, at := v/vectorsOf, v/3%wordsTogether, v%3
		for k, x := range vector {
			p.words[twelve*terms+k][word] += uint64(coarsely(x)) << (field * at)
		}
		p.there[twelve] |= 1 << (field*(at+1) - 1 - word)
		length, lost := coarseLengths(vector)
		p.length, p.lost = max(p.length, length), max(p.lost, lost)
	}
	return p
}

// vectorAt is the vector of a twelve that a bit of spread means.
func vectorAt(bit int) int { return 3*(field-1-bit%field) + bit/field }

// smallGo is Small without vector instructions.
func smallGo(small []uint64, rows *Rows, panel *Panel, limits []uint32) {
	for i, limit := range limits {
		row := rows.row(i)
		lost := float64(rows.coarse.lengths[i]*panel.coarse.lost) + float64(rows.coarse.losts[i]*panel.coarse.length)
		far := float64(roundedUp*(float64(limit)+lost)) / (1 << (2 * coarse))
		far += float64(panel.terms + 4) // what a sum takes from those below, and from what is added to them
		small[i] = panel.near(row, rows.coarse.terms[i*rows.terms:][:rows.terms], bits.Len64(uint64(far))+1, limit)
	}
}

// near tells, bit by bit, which vectors have a small product with a row. Those whose coarse product is not between
// plus and minus half of 2^width are left out, if a field is wider.
func (p *Panel) near(row []int16, terms []int64, width int, limit uint32) (found uint64) {
	half, high := uint64(fields)<<(width-1), uint64(fields)*((1<<field-1)>>width<<width)
	for twelve, there := range p.coarse.there {
		w0, w1, w2, w3 := fourWords(terms, p.coarse.words[twelve*p.terms:])
		near := zeros((w0+half)&high) | zeros((w1+half)&high)>>1 | zeros((w2+half)&high)>>2 | zeros((w3+half)&high)>>3
		for near &= there; near != 0; near &= near - 1 {
			if v := vectorsOf*twelve + vectorAt(bits.TrailingZeros64(near)); upTo(p.times(row, v), limit) {
				found |= 1 << v
			}
		}
	}
	return found
}

// fourWords is the product of a row and four words. Where it is part of another loop its sums do not stay in registers.
//
//go:noinline
func fourWords(row []int64, words [][wordsTogether]uint64) (w0, w1, w2, w3 uint64) {
	words = words[:len(row)]
	for k, x := range row {
		y, w := uint64(x), &words[k]
		w0 += y * w[0]
		w1 += y * w[1]
		w2 += y * w[2]
		w3 += y * w[3]
	}
	return w0, w1, w2, w3
}

// zeros marks the fields of a word that are 0 by their highest bits, and perhaps others above one that is.
func zeros(x uint64) uint64 { return (x - fields) &^ x & (fields << (field - 1)) }

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
