package words

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"

	"dovetail/exact/dense"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm"
)

// A word that is a product of two factors, w = xy, has E_w = E_x E_y, and so
// halves of long words are made from a table of all short ones.
//
// Rounding errors are followed as in package position, by norms:
//
//	error of E_w <= ErrorUnit(n) W(w),  W(xy) <= W(x) |E_y| + |E_x| W(y),
//
// and a product of two factors that are themselves rounded adds one rounding,
// |E_x||E_y|. Small factors have small errors: where a bound in absolute terms
// would be a sizeable part of the best scores at length 20, this one is not.
type factor struct {
	e     *dense.Matrix
	norm  float64 // bounds |E| of the true and of the computed deviation
	error float64 // bounds W
}

// factors holds every word up to some length, by length and code: the word's
// letters are the digits of its code in base k.
type factors struct {
	alphabet *position.Laws
	byLength [][]factor
	rowSum   []float64
}

// newFactors fails only if ctx is cancelled.
func newFactors(ctx context.Context, a *position.Laws, longest int) (*factors, error) {
	f := &factors{alphabet: a, rowSum: make([]float64, a.N)}
	rest := dense.Square(a.N)
	for i := range a.N {
		for j := range a.N {
			rest.Row(i)[j] = -1 / float64(a.N)
		}
		rest.Row(i)[i] += 1
	}
	f.byLength = [][]factor{{{e: rest, norm: 1}}}
	for length := 1; length <= longest; length++ {
		var level []factor
		for code := range len(f.byLength[length-1]) * len(a.Letters) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			level = append(level, f.make(spell(code, length, len(a.Letters))))
		}
		f.byLength = append(f.byLength, level)
	}
	return f, nil
}

// spell is the word of a length whose letters are the digits of the code in
// base k.
func spell[C int | uint64](code C, length, k int) word.Word {
	w := make(word.Word, length)
	for i := length - 1; i >= 0; i-- {
		w[i] = byte(code % C(k))
		code /= C(k)
	}
	return w
}

// of is the factor of a word in the table.
func (f *factors) of(w word.Word) *factor {
	code := 0
	for _, l := range w {
		code = code*len(f.alphabet.Letters) + int(l)
	}
	return &f.byLength[len(w)][code]
}

// make computes a factor from shorter ones. A deterministic letter at an end
// moves rows or columns and rounds nothing; it has the norm of what it moves,
// and alone that of the empty word, as it passes errors on unchanged.
func (f *factors) make(w word.Word) factor {
	letters := f.alphabet.Letters
	first, last := letters[w[0]], letters[w[len(w)-1]]
	e := dense.Square(f.alphabet.N)
	switch {
	case first.Perm != nil:
		rest := f.of(w[1:])
		for i, j := range first.Perm {
			copy(e.Row(i), rest.e.Row(j))
		}
		return factor{e, rest.norm, rest.error}
	case last.Perm != nil:
		rest := f.of(w[:len(w)-1])
		permuteColumns(e, rest.e, last.Perm)
		return factor{e, rest.norm, rest.error}
	case len(w) == 1:
		e = f.alphabet.E[w[0]]
	default:
		dense.Product(e, f.of(w[:len(w)-1]).e, f.alphabet.E[w[len(w)-1]])
	}
	weight := 0.0
	for s, l := range w {
		if letters[l].Perm == nil {
			weight += float64(f.of(w[:s]).norm * f.of(w[s+1:]).norm)
		}
	}
	return factor{e, f.norm(e) + float64(position.ErrorUnit(f.alphabet.N)*weight), weight}
}

// norm is the largest row sum of |e|, rounded up.
func (f *factors) norm(e *dense.Matrix) float64 {
	dense.RowSums(e, f.rowSum)
	return slices.Max(f.rowSum) * (1 + float64(float64(f.alphabet.N+2)*0x1p-53))
}

// join bounds norm and error of a product of two factors without computing it.
func join(x, y *factor) factor {
	return factor{
		norm:  x.norm * y.norm,
		error: float64(x.error*y.norm) + float64(x.norm*y.error) + float64(x.norm*y.norm),
	}
}

// permuteColumns moves column j of e to column p[j] of dst.
func permuteColumns(dst, e *dense.Matrix, p perm.Perm) {
	for i := range e.Rows {
		from, to := e.Row(i), dst.Row(i)
		for j, k := range p {
			to[k] = from[j]
		}
	}
}

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
		d := float64(x*scale) - p
		length += float64(p * p)
		lost += float64(d * d)
		set(term, int16(p))
	}
	lost = float64(math.Sqrt(lost) * within)
	return rounded{scale, float64(math.Sqrt(length)*within) + lost, lost}
}

// limit is the most that |p.q| is where a pair of vectors is not rejected. What its own
// rounding may take, and that of x*scale in the loss, is less than the 1 that is added.
func (r rounded) limit(s rounded) uint32 {
	l := float64(within*r.scale*s.scale) + float64(r.length*s.lost) + float64(r.lost*s.length) + 1
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
