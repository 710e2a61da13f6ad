package dense

import (
	"math"
	"math/bits"
)

// Without vector instructions one product of 64 bits serves three vectors. The terms of vectors and rows are
// rounded, p = 32 p' + d and q = 32 q' + e, to at most 2^10 either way, and a word holds the terms q' of three
// vectors, 21 bits apart: a row times such words is three sums p'.q', of which each has taken up to half the number
// of terms from those below it. Since
//
//	p.q = 1024 p'.q' + 32 p'.e + d.q,   |32 p'.e + d.q| <= 32 |p'||e| + |d||q|,
//
// |p.q| is at most l modulo 2^32 only if |p'.q'| is at most (l + 32 |p'||e| + |d||q|)/1024 modulo 2^22, and so
// modulo 2^21 in words. Of pairs of 52 terms two or three in a hundred are, and these are multiplied without rounding.
//
// Processors multiply doubles beside words, by other units. A double holds the terms of two vectors, 22 bits apart.
// A product of a term is at most 2^10 2^10 (2^22 + 1), and sums of fewer than 2^11 stay below 2^53: nothing is rounded.
// So four words and five doubles serve 22 vectors at a time.

// coarse is how many bits rounding takes.
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
	vectorsOf        = inWords + 2*realsOf // that are multiplied at a time
)

// packed is a term of 22 vectors.
type packed struct {
	words [wordsOf]uint64
	reals [realsOf]float64
}

// coarseRows are rounded rows, one behind the other.
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
	length, lost := coarseLengths(row)
	r.lengths[i], r.losts[i] = length+lost, lost
}

// coarseLengths are those of a vector and of what rounding takes from it, rounded up.
func coarseLengths(v []int16) (length, lost float64) {
	sum, rest := int64(0), int64(0)
	for _, x := range v {
		d := int64(x) - coarsely(x)<<coarse
		sum += int64(x) * int64(x)
		rest += d * d
	}
	return float64(roundedUp * math.Sqrt(float64(sum))), float64(roundedUp * math.Sqrt(float64(rest)))
}

// roundedUp makes what rounding takes from a few steps no loss.
const roundedUp = 1 + 0x1p-40

// coarsePanel holds rounded vectors, 22 at a time, term by term.
type coarsePanel struct {
	terms  []packed
	there  []uint64 // of each 22, by their bits
	length float64  // the largest |q|
	lost   float64  // and |e|
}

func newCoarsePanel(vectors [][]int16, terms int) (p coarsePanel) {
	groups := (len(vectors) + vectorsOf - 1) / vectorsOf
	p.terms, p.there = make([]packed, groups*terms), make([]uint64, groups)
	for v, vector := range vectors {
		group, of := v/vectorsOf, v%vectorsOf
		for k, x := range vector {
			t := &p.terms[group*terms+k]
			if of < inWords {
				t.words[of/3] += uint64(coarsely(x)) << (field * (of % 3))
			} else {
				t.reals[(of-inWords)/2] += float64(coarsely(x) << (realField * (of % 2)))
			}
		}
		p.there[group] |= 1 << bitOf[of]
		length, lost := coarseLengths(vector)
		p.length, p.lost = max(p.length, length), max(p.lost, lost)
	}
	return p
}

// bitOf is the bit that means a vector of 22, and vectorOf the vector that a bit means: the highest of its field, moved
// down by the number of the word or up by that of the double, so that each has its own.
var bitOf, vectorOf = func() (bits [vectorsOf]uint8, vectors [64]uint8) {
	for v := range bits {
		if bits[v] = uint8(field*(v%3+1) - 1 - v/3); v >= inWords {
			bits[v] = uint8(realField*(v%2+1) - 1 + (v-inWords)/2)
		}
		vectors[bits[v]] = uint8(v)
	}
	return bits, vectors
}()

// smallGo is Small without vector instructions.
func smallGo(small []uint64, rows *Rows, panel *Panel, limits []uint32) {
	for i, limit := range limits {
		lost := float64(rows.coarse.lengths[i]*panel.coarse.lost) + float64(rows.coarse.losts[i]*panel.coarse.length)
		far := float64(roundedUp * (float64(limit) + lost) / (1 << (2 * coarse)))
		far += float64(panel.terms + 4) // what a sum takes from those below, and from what is added to them
		within := withinOf(bits.Len64(uint64(far)) + 1)
		row, first, last := rows.row(i), i*rows.terms, (i+1)*rows.terms
		words, reals := rows.coarse.words[first:last], rows.coarse.reals[first:last]
		small[i] = 0
		for group, there := range panel.coarse.there {
			near := nearOf(words, reals, panel.coarse.terms[group*panel.terms:], &within) & there
			for ; near != 0; near &= near - 1 {
				v := vectorsOf*group + int(vectorOf[bits.TrailingZeros64(near)])
				if upTo(panel.times(row, v), limit) {
					small[i] |= 1 << v
				}
			}
		}
	}
}

// within is what makes fields 0 that are at least minus and less than plus half of 2^width: what is added, and what
// remains, of words and of doubles. Nothing remains if no field is wider.
type within struct{ half, high, realHalf, realHigh uint64 }

func withinOf(width int) within {
	return within{
		fields << (width - 1), fields * ((1<<field - 1) >> width << width),
		realFields << (width - 1), realFields * ((1<<realField - 1) >> width << width),
	}
}

// nearOf marks, by their bits, the vectors whose products with a row are within. Where the loop is part of another its
// sums do not stay in registers.
//
//go:noinline
func nearOf(words []uint64, reals []float64, terms []packed, in *within) uint64 {
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
	return in.word(w0) | in.word(w1)>>1 | in.word(w2)>>2 | in.word(w3)>>3 |
		in.real(f0) | in.real(f1)<<1 | in.real(f2)<<2 | in.real(f3)<<3 | in.real(f4)<<4
}

// word marks the fields of a word that are within, by their highest bits: what remains of a field is 0 or at least
// 2^width, so that taking 1 from it changes its highest bit only if it is 0.
func (in *within) word(x uint64) uint64 {
	x = (x + in.half) & in.high
	return (x - fields) &^ x & (fields << (field - 1))
}

// real is the same of a double.
func (in *within) real(f float64) uint64 {
	x := (uint64(int64(f)) + in.realHalf) & in.realHigh
	return (x - realFields) &^ x & (realFields << (realField - 1))
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
