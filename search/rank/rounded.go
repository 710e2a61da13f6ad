package rank

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"

	"dovetail/exact/dense"
)

// Nearly every pair is rejected by the product of its first test vectors, a.b, and most of those
// without a product of doubles. Let p and q be the vectors a and b in units of A and B, rounded to
// integers of 16 bits, a = A(p + d) and b = B(q + e). Then
//
//	a.b / AB = p.q + p.e + d.(q + e),
//
// and |p.e + d.(q + e)| <= |p||e| + |d|(|q| + |e|) by Euclidean lengths. So |a.b| <= 1
// only if
//
//	|p.q| <= 1/AB + (|p| + |d|)|e| + |d|(|q| + |e|),
//
// which is an exact comparison of integers. Vectors of a group (below) have few coordinates, and
// a.b may be a little further from their product. The limit is a little above 1: the product in
// doubles would also reject all that is rejected here. So what either rejects does not depend on
// the rounding of coordinates.

// rounded describes a vector in integers.
type rounded struct {
	scale  float64 // 1/A
	length float64 // |p| + |d|
	lost   float64 // |d|
	whole  float64 // of a first half: the length of the vector behind a few coordinates
	rest   float64 // of a second half: the length of the part outside the basis
}

// maxScale keeps the product of two scales finite. A vector that becomes coarse by it, or a zero
// vector, is never rejected.
const maxScale = 0x1p500

// scaleOf is the scale that brings the largest |entry| of a vector to 2^15 - 1.
func scaleOf(vector []float64) float64 {
	largest := 0.0
	for _, x := range vector {
		largest = max(largest, math.Abs(x))
	}
	return min(math.MaxInt16/largest, maxScale)
}

// round rounds a vector to integers. dst may have more terms. The lengths are rounded up.
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

// The limit of a pair, 1/AB + |a||r|/AB + |p||e| + |d||q|, is a product of four terms of a first half and
// four of a second. So the limits of a block and a group are one product of matrices.

// terms are the four numbers of a half, as a first or as a second one.
func (r rounded) terms(first bool) [4]float64 {
	if first {
		return [4]float64{within * within * within * r.scale, within * r.whole * r.scale, r.length, r.lost}
	}
	return [4]float64{r.scale, r.rest * r.scale, r.lost, r.length}
}

// limit is the largest |p.q| that is not rejected, for a product of terms. The 1 that is added covers the rounding of
// that product and of x*scale in the loss.
func limit(product float64) uint32 {
	if l := product + 1; l <= math.MaxInt32 {
		return uint32(l)
	}
	return math.MaxUint32 // larger products are known modulo 2^32 only
}

// panel holds the coordinates of the first test vectors of some suffixes, in common units.
type panel struct {
	rounded  // the least scale, and the largest losses and rests
	suffixes []int32
	vectors  *dense.Panel
}

// evenTerms is the number of terms that n have as integers.
func evenTerms(n int) int { return (n + 1) &^ 1 }

// roundedBlock holds the first vectors of some first halves, in the coordinates of a group.
type roundedBlock struct {
	vectors *dense.Matrix // by row
	lengths []float64     // of these, at least
	turned  *dense.Matrix // the same in coordinates of the basis
	rows    *dense.Rows
	units   []rounded
	terms   *dense.Matrix // of the limits, by column
	sums    *dense.Matrix // their products with those of a group's panels, which are rows
	limits  []uint32      // of the rows' products with a panel
	small   []uint64      // which of them are within their limits
}

// newRoundedBlock is a block for vectors of n terms. Its size is a multiple of four.
func newRoundedBlock(size, n int) *roundedBlock {
	return &roundedBlock{
		vectors: dense.New(size, n),
		lengths: make([]float64, size),
		turned:  dense.New(size, n),
		rows:    dense.NewRows(size, evenTerms(n)),
		units:   make([]rounded, size),
		terms:   dense.New(4, size),
		limits:  make([]uint32, size),
		small:   make([]uint64, size),
	}
}

// set takes vector i.
func (b *roundedBlock) set(i int, vector []float64) {
	copy(b.vectors.Row(i), vector)
	b.lengths[i] = lengthOf(vector)
}

// turn computes the coordinates of the first count vectors in a group's basis.
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
		for k, x := range b.units[i].terms(true) {
			b.terms.Row(k)[i] = x
		}
	}
	if b.sums == nil || b.sums.Rows != g.terms.Rows {
		b.sums = dense.New(g.terms.Rows, b.terms.Columns)
	}
	dense.Rough(b.sums, g.terms, b.terms)
}

// near lists the pairs that are not rejected, of the first count vectors, which were turned to a
// group, and the vectors of one of its panels.
func (b *roundedBlock) near(list []pair, count int, g *group, at int) []pair {
	p := &g.panels[at]
	for i, sum := range b.sums.Row(at)[:count] {
		b.limits[i] = limit(sum)
	}
	dense.Small(b.small, b.rows, p.vectors, b.limits[:(count+3)&^3])
	for i, small := range b.small[:count] {
		for ; small != 0; small &= small - 1 {
			list = append(list, pair{i, int(p.suffixes[bits.TrailingZeros64(small)])})
		}
	}
	return list
}

// Second halves that begin with the same letters end their test vectors with the same law: E_y v =
// E_x (E_z v) for y = xz. A few letters make all vectors alike: those of 486 halves of ten letters
// have 52 dimensions for 52 cards, but one space of some 20 has all of each but a 4,000th of its
// length. So a group of halves has a basis U, and the rest r of each vector is bounded:
//
//	b = U c + r,   a.b = (U'a).c + a.r,   |a.r| <= |a||r|.
//
// U'a is one product for all vectors of a group, and a pair has as many terms as there are
// coordinates. The basis is found by the method of Gram and Schmidt. The next vector is always the
// one with the largest share left. The computed vectors need not be exactly orthogonal.

// group is some second halves with a common basis. It has one vector a column, and is nil for all n
// dimensions.
type group struct {
	basis  *dense.Matrix
	panels []panel
	terms  *dense.Matrix // of their limits, by row
}

const (
	// groupSize is the number of second halves that are worth a basis.
	groupSize = 24 * dense.PanelWidth
	// share is the largest share of a vector's length that a basis leaves. With it twelve pairs in
	// ten thousand are not rejected, which are then tested in doubles.
	share = 0x1p-12
)

// group divides the first vectors of the suffixes from one on, which are in the order of their
// letters, into groups of equal size. The size is multiplied by the number of letters until it is
// enough. It fails only if ctx is cancelled.
func (s *suffixes) group(ctx context.Context, n, from, ends, letters int) (groups []group, err error) {
	size := ends
	for size < groupSize && size < len(s.list)-from && letters > 1 {
		size *= letters
	}
	for ; from < len(s.list) && err == nil; from += size {
		groups = append(groups, s.newGroup(n, from, min(from+size, len(s.list))))
		err = ctx.Err()
	}
	return groups, err
}

// newGroup is the group of the suffixes from one to another.
func (s *suffixes) newGroup(n, from, to int) group {
	var vectors [][]float64
	for i := from; i < to; i++ {
		vectors = append(vectors, s.probe(0, i, n))
	}
	basis, coordinates, rests := reduce(n, vectors)
	g := group{basis: basis, panels: panels(from, coordinates, rests)}
	g.terms = dense.Of(len(g.panels), 4, func(i, k int) float64 { return g.panels[i].terms(false)[k] })
	return g
}

// reduce finds a basis of vectors of n terms, their coordinates, and a bound of the rest of each.
// The bound includes what products of coordinates lose to rounding with a vector of length 1. There
// is no basis where it would save less than a quarter of the terms.
func reduce(n int, vectors [][]float64) (basis *dense.Matrix, coordinates [][]float64, rests []float64) {
	var left [][]float64
	var lengths []float64
	for _, b := range vectors {
		left = append(left, slices.Clone(b))
		lengths = append(lengths, lengthOf(b))
	}
	coordinates = make([][]float64, len(vectors))
	now := slices.Clone(lengths)
	var columns [][]float64
	for {
		next, most := -1, share
		for i, l := range now {
			if l > float64(most*lengths[i]) {
				next, most = i, l/lengths[i]
			}
		}
		if next < 0 {
			break
		}
		if 4*len(columns) >= 3*n-4 {
			return nil, vectors, make([]float64, len(vectors))
		}
		u := slices.Clone(left[next])
		for k := range u {
			u[k] /= now[next]
		}
		columns = append(columns, u)
		for i, r := range left {
			c := dot(u, r)
			for k, x := range u {
				r[k] -= float64(c * x)
			}
			coordinates[i] = append(coordinates[i], c)
			now[i] = lengthOf(r)
		}
	}
	for i := range vectors {
		rests = append(rests, now[i]+float64(0x1p-44*float64(n)*lengths[i]))
	}
	return dense.Of(n, max(1, len(columns)), func(i, j int) float64 {
		if j >= len(columns) {
			return 0
		}
		return columns[j][i]
	}), coordinates, rests
}

// lengthOf is the Euclidean length of a vector, rounded up.
func lengthOf(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += float64(x * x)
	}
	if sum > 0x1p-900 && sum < 0x1p900 {
		return math.Sqrt(sum) * within
	}
	scale := 0.0
	for _, x := range v {
		scale = max(scale, math.Abs(x))
	}
	if scale == 0 {
		return 0
	}
	sum = 0
	for _, x := range v {
		sum += float64((x / scale) * (x / scale))
	}
	return math.Sqrt(sum) * scale * within
}

// panels are panels of vectors in coordinates, of suffixes from one on. Vectors of about the same
// scale are together.
func panels(from int, coordinates [][]float64, rests []float64) (all []panel) {
	type scaled struct {
		scale float64
		at    int
	}
	var order []scaled
	for i, c := range coordinates {
		order = append(order, scaled{scaleOf(c), i})
	}
	slices.SortFunc(order, func(x, y scaled) int {
		return cmp.Or(cmp.Compare(x.scale, y.scale), cmp.Compare(x.at, y.at))
	})
	for some := range slices.Chunk(order, dense.PanelWidth) {
		p := panel{rounded: rounded{scale: some[0].scale}}
		terms := evenTerms(max(1, len(coordinates[0])))
		var vectors [][]int16
		for _, x := range some {
			p.suffixes = append(p.suffixes, int32(from+x.at))
			whole := make([]int16, terms)
			r := round(whole, coordinates[x.at], p.scale)
			p.length, p.lost, p.rest = max(p.length, r.length), max(p.lost, r.lost), max(p.rest, rests[x.at])
			vectors = append(vectors, whole)
		}
		p.vectors = dense.NewPanel(vectors, terms)
		all = append(all, p)
	}
	return all
}
