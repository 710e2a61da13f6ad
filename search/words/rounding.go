package words

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

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
// which is a comparison of whole numbers, and exact.

// rounded is what a vector is in whole numbers.
type rounded struct {
	scale  float64 // 1/A
	length float64 // |p| + |d|
	lost   float64 // |d|
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

// round sets the terms of a vector in whole numbers. Its lengths are rounded up.
func round(vector []float64, scale float64, set func(term int, x int16)) rounded {
	length, lost := 0.0, 0.0
	for term, x := range vector {
		p := math.RoundToEven(x * scale)
		d := x*scale - p
		length += p * p
		lost += d * d
		set(term, int16(p))
	}
	lost = math.Sqrt(lost) * within
	return rounded{scale, math.Sqrt(length)*within + lost, lost}
}

// limit is the most that |p.q| is where a pair of vectors is not rejected. What its own
// rounding may take, and that of x*scale in the loss, is less than the 1 that is added.
func (r rounded) limit(s rounded) uint32 {
	l := within*r.scale*s.scale + r.length*s.lost + r.lost*s.length + 1
	if l > math.MaxInt32 {
		return math.MaxUint32 // products that large are known modulo 2^32 only
	}
	return uint32(l)
}

// panel holds the first test vectors of some suffixes, in units that suit them all.
type panel struct {
	rounded  // the largest sum
	suffixes []int32
	vectors  dense.Panel
}

// evenTerms is how many terms n have in whole numbers.
func evenTerms(n int) int { return (n + 1) &^ 1 }

// sort puts the first vectors of all suffixes, of n terms, into panels of about the same
// scale.
func (s *suffixes) sort(n int) (panels []panel) {
	type scaled struct {
		scale float64
		at    int32
	}
	var order []scaled
	for i := range s.list {
		order = append(order, scaled{scaleOf(s.probe(0, i, n)), int32(i)})
	}
	slices.SortFunc(order, func(x, y scaled) int {
		return cmp.Or(cmp.Compare(x.scale, y.scale), cmp.Compare(x.at, y.at))
	})
	for some := range slices.Chunk(order, dense.PanelWidth) {
		p := panel{vectors: dense.NewPanel(evenTerms(n))}
		p.scale = some[0].scale
		for v, x := range some {
			p.suffixes = append(p.suffixes, x.at)
			r := round(s.probe(0, int(x.at), n), p.scale, func(term int, x int16) { p.vectors.Set(v, term, x) })
			p.length, p.lost = max(p.length, r.length), max(p.lost, r.lost)
		}
		panels = append(panels, p)
	}
	return panels
}

// roundedBlock holds the first vectors of some first halves.
type roundedBlock struct {
	rows   []int16
	units  []rounded
	limits []uint32 // of the rows' products with a panel
	small  []uint64 // which of them are within their limits
}

// newRoundedBlock is one of a size that is a multiple of four, for vectors of n terms.
func newRoundedBlock(size, n int) *roundedBlock {
	return &roundedBlock{
		rows:   make([]int16, size*evenTerms(n)),
		units:  make([]rounded, size),
		limits: make([]uint32, size),
		small:  make([]uint64, size),
	}
}

// set takes vector i.
func (b *roundedBlock) set(i int, vector []float64) {
	row := b.rows[i*evenTerms(len(vector)):]
	b.units[i] = round(vector, scaleOf(vector), func(term int, x int16) { row[term] = x })
}

// near lists the pairs of the first count vectors and those of a panel that are not
// rejected.
func (b *roundedBlock) near(list []pair, count int, p *panel) []pair {
	for i, units := range b.units[:count] {
		b.limits[i] = units.limit(p.rounded)
	}
	dense.Small(b.small, b.rows, p.vectors, b.limits[:(count+3)&^3])
	vectors := ^uint64(0) >> (dense.PanelWidth - len(p.suffixes))
	for i, small := range b.small[:count] {
		for small &= vectors; small != 0; small &= small - 1 {
			list = append(list, pair{i, int(p.suffixes[bits.TrailingZeros64(small)])})
		}
	}
	return list
}
