package words

import (
	"cmp"
	"context"
	"math"
	"slices"

	"dovetail/exact/dense"
)

// Second halves that begin with the same letters end their test vectors with the same law: E_y v = E_x (E_z v)
// for y = xz. A few letters make all vectors alike: those of 486 halves of ten letters have 52 dimensions for 52
// cards, but one space of some 20 has all of each but a 4,000th of its length. So a group of halves has a basis U,
// and what that leaves of each vector is bounded:
//
//	b = U c + r,   a.b = (U'a).c + a.r,   |a.r| <= |a||r|.
//
// U'a is one product for all of a group, and a pair has as many terms as there are coordinates. The basis is
// found by Gram and Schmidt's way, the vector of which the largest share is left coming next. That the computed
// vectors are quite orthogonal is needed nowhere.

// group is some second halves with a basis in common, one vector a column, nil for all n dimensions.
type group struct {
	basis  *dense.Matrix
	panels []panel
}

const (
	// groupSize is how many second halves are worth a basis.
	groupSize = 4 * dense.PanelWidth
	// share is the most of a vector's length that a basis leaves. It lets through twelve pairs in ten thousand,
	// which are then tried in doubles.
	share = 0x1p-12
)

// group puts the first vectors of the suffixes from one on, which are in the order of their letters, into groups:
// each has so many, or a power of the number of letters as many again until they are enough. It fails only if ctx
// is cancelled.
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

// newGroup is that of the suffixes from one to another.
func (s *suffixes) newGroup(n, from, to int) group {
	var vectors [][]float64
	for i := from; i < to; i++ {
		vectors = append(vectors, s.probe(0, i, n))
	}
	basis, coordinates, rests := reduce(n, vectors)
	return group{basis, panels(from, coordinates, rests)}
}

// reduce finds a basis of vectors of n terms, their coordinates, and a bound of what is left of each, with what
// products of coordinates lose to rounding where a vector of length 1 is multiplied. There is no basis where it
// would save less than a quarter of the terms.
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

// panels are those of vectors in coordinates, of suffixes from one on, those of about the same scale together.
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
