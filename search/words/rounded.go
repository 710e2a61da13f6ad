package words

import (
	"math"
	"math/bits"

	"dovetail/exact/dense"
)

// Nearly every pair falls to the product of its first test vectors, a.b, and most of
// those without a product of doubles. With p and q the vectors a and b in units of A and
// B, rounded to whole numbers of 16 bits, a = A(p + d) and b = B(q + e),
//
//	a.b / AB = p.q + p.e + d.(q + e),
//
// and |p.e + d.(q + e)| <= |p||e| + |d|(|q| + |e|) by Euclidean lengths. So |a.b| <= 1
// only if
//
//	|p.q| <= 1/AB + (|p| + |d|)|e| + |d|(|q| + |e|),
//
// which is a comparison of whole numbers, and exact. Vectors of a group (groups.go) are
// those of a few coordinates, and a.b may be a little further from their product. A little
// more than 1 is let through: all that is rejected here would be by the product in doubles,
// so that what either rejects does not depend on how coordinates are rounded.

// rounded is what a vector is in whole numbers.
type rounded struct {
	scale  float64 // 1/A
	length float64 // |p| + |d|
	lost   float64 // |d|
	whole  float64 // of a first half: the length of the vector that a few coordinates are of
	rest   float64 // of a second half: of what coordinates leave of it
}

// maxScale keeps the product of two scales finite. A vector that it makes coarse, or
// one of zeros, is rejected nowhere.
const maxScale = 0x1p500

// scaleOf is the scale that brings the largest |entry| of a vector to 2^15 - 1.
func scaleOf(vector []float64) float64 {
	largest := 0.0
	for _, x := range vector {
		largest = max(largest, math.Abs(x))
	}
	return min(math.MaxInt16/largest, maxScale)
}

// round puts a vector into whole numbers, of which there may be more terms. Its lengths are rounded up.
func round(whole []int16, vector []float64, scale float64) rounded {
	length, lost := 0.0, 0.0
	clear(whole[len(vector):])
	for term, x := range vector {
		p := math.RoundToEven(x * scale)
		d := float64(x*scale) - p
		length += float64(p * p)
		lost += float64(d * d)
		whole[term] = int16(p)
	}
	lost = float64(math.Sqrt(lost) * within)
	return rounded{scale: scale, length: float64(math.Sqrt(length)*within) + lost, lost: lost}
}

// limit is the most that |p.q| is where a pair of vectors is not rejected. What its own
// rounding may take, and that of x*scale in the loss, is less than the 1 that is added.
func (r rounded) limit(s rounded) uint32 {
	apart := within*within + float64(r.whole*s.rest)
	l := float64(within*apart*r.scale*s.scale) + float64(r.length*s.lost) + float64(r.lost*s.length) + 1
	if !(l <= math.MaxInt32) {
		return math.MaxUint32 // products that large are known modulo 2^32 only
	}
	return uint32(l)
}

// panel holds the coordinates of the first test vectors of some suffixes, in units that suit them all.
type panel struct {
	rounded  // the least scale, and the largest of what is lost and left
	suffixes []int32
	vectors  *dense.Panel
}

// evenTerms is how many terms n have in whole numbers.
func evenTerms(n int) int { return (n + 1) &^ 1 }

// roundedBlock holds the first vectors of some first halves, in the coordinates of a group.
type roundedBlock struct {
	vectors *dense.Matrix // by row
	lengths []float64     // of these, at least
	turned  *dense.Matrix // the same in coordinates
	rows    *dense.Rows
	units   []rounded
	limits  []uint32 // of the rows' products with a panel
	small   []uint64 // which of them are within their limits
}

// newRoundedBlock is one of a size that is a multiple of four, for vectors of n terms.
func newRoundedBlock(size, n int) *roundedBlock {
	return &roundedBlock{
		vectors: dense.New(size, n),
		lengths: make([]float64, size),
		turned:  dense.New(size, n),
		rows:    dense.NewRows(size, evenTerms(n)),
		units:   make([]rounded, size),
		limits:  make([]uint32, size),
		small:   make([]uint64, size),
	}
}

// set takes vector i.
func (b *roundedBlock) set(i int, vector []float64) {
	copy(b.vectors.Row(i), vector)
	b.lengths[i] = lengthOf(vector)
}

// turn takes the coordinates of the first count vectors in a group.
func (b *roundedBlock) turn(count int, g *group) {
	to, terms := b.vectors, evenTerms(b.vectors.Columns)
	if g.basis != nil {
		terms = evenTerms(g.basis.Columns)
		height, width := (count+3)&^3, g.basis.Stride
		to = &dense.Matrix{Rows: height, Columns: width, Stride: width, Data: b.turned.Data[:height*width]}
		dense.Rough(to, b.vectors, g.basis)
	}
	b.rows.Begin(terms)
	for i := range count {
		vector := to.Row(i)
		if g.basis != nil {
			vector = vector[:g.basis.Columns]
		}
		b.rows.Set(i, func(row []int16) { b.units[i] = round(row, vector, scaleOf(vector)) })
		b.units[i].whole = b.lengths[i]
	}
}

// near lists the pairs of the first count vectors, which were turned to the group of a panel, and those of the
// panel that are not rejected.
func (b *roundedBlock) near(list []pair, count int, p *panel) []pair {
	for i, units := range b.units[:count] {
		b.limits[i] = units.limit(p.rounded)
	}
	dense.Small(b.small, b.rows, p.vectors, b.limits[:(count+3)&^3])
	for i, small := range b.small[:count] {
		for ; small != 0; small &= small - 1 {
			list = append(list, pair{i, int(p.suffixes[bits.TrailingZeros64(small)])})
		}
	}
	return list
}
