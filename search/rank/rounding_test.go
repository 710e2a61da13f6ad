package rank

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"dovetail/exact/dense"
	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/search/words"
	"dovetail/search/words/wordstest"
)

// awkwardVector draws vectors of several kinds: their entries of one size, of many sizes,
// all of them halves once they are scaled, few, or none but zeros.
func awkwardVector(rng *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	kind, size := rng.IntN(6), math.Exp2(8*rng.Float64()-4)
	for i := range v {
		switch kind {
		case 0:
			v[i] = size * rng.NormFloat64()
		case 1:
			v[i] = size * rng.NormFloat64() * math.Exp2(-40*rng.Float64())
		case 2:
			v[i] = size * (float64(rng.IntN(2000)) - 999.5)
		case 3:
			if rng.IntN(8) == 0 {
				v[i] = size * rng.NormFloat64()
			}
		case 4:
			v[i] = rng.NormFloat64() * 0x1p-1070
		}
	}
	if kind == 2 {
		v[rng.IntN(n)] = size * math.MaxInt16 // so that the unit is the size
	}
	return v
}

// combine is a sum of the vectors of a space, and a 10,000th of another.
func combine(rng *rand.Rand, space [][]float64, other []float64) []float64 {
	sum := slices.Clone(other)
	for i := range sum {
		sum[i] *= 1e-4 * rng.Float64()
	}
	for _, v := range space {
		factor := rng.NormFloat64()
		for i, x := range v {
			sum[i] += factor * x
		}
	}
	return sum
}

// Two vectors whose product is at most 1 are never rejected, though it be 1 itself. A
// product well above the limit is.
func TestRoundedVectorsRejectNothingWithin(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	rejected, reduced := 0, 0
	for _, n := range []int{1, 2, 3, 11, 52, 101}[:longtest.Of(5, 6)] {
		set := &suffixes{}
		var first, space [][]float64
		for range n / 5 {
			space = append(space, awkwardVector(rng, n))
		}
		for range blockSize - 1 {
			first = append(first, awkwardVector(rng, n))
		}
		for range 3000 { // many of these have a product of 1 with one of the first
			v := awkwardVector(rng, n)
			if len(set.list) < 2048 { // near a space of a fifth of the dimensions
				v = combine(rng, space, v)
			}
			if p := math.Abs(dot(v, first[rng.IntN(len(first))])); p > 0x1p-300 {
				for i := range v {
					v[i] /= p
				}
			}
			set.list = append(set.list, suffix{})
			set.probes = append(set.probes, slices.Concat(v, make([]float64, (probes-1)*n))...)
		}
		block := newRoundedBlock(blockSize, n)
		for i, v := range first {
			block.set(i, v)
		}
		near := map[pair]int{}
		groups := must.Have(set.group(t.Context(), n, 0, 1, 2))(t)
		for _, g := range groups {
			block.turn(len(first), &g)
			based := g.basis != nil
			for at, p := range g.panels {
				for _, pair := range block.near(nil, len(first), &g, at) {
					near[pair]++
				}
				for i, x := range block.units[:len(first)] {
					for _, j := range p.suffixes {
						unit := 1 / (x.scale * p.scale)
						loss := (x.length*p.lost+x.lost*p.length+2)*unit + x.whole*p.rest
						product := math.Abs(dot(first[i], set.probe(0, int(j), n)))
						count := near[pair{i, int(j)}]
						switch {
						case count > 1:
							t.Fatalf("n=%d: a pair is listed %d times", n, count)
						case count == 0 && product <= 1:
							t.Fatalf("n=%d: %v times %v is %v, and rejected", n, first[i], set.probe(0, int(j), n), product)
						case count == 1 && product > within+2*loss && product < 0x1p31*unit:
							t.Fatalf("n=%d: %v times %v is %v, with a loss of %v, and not rejected", n, first[i], set.probe(0, int(j), n), product, loss)
						case count == 0 && based:
							reduced++
						case count == 0:
							rejected++
						}
					}
				}
			}
		}
	}
	if least := longtest.Of(30000, 50000); rejected < least || reduced < least {
		t.Errorf("only %d and %d pairs are rejected", rejected, reduced)
	}
}

// The limit of a pair allows for the part of it that its coordinates leave.
func TestRoundedLimitHoldsRests(t *testing.T) {
	first, second := rounded{scale: 1000, whole: 5}, rounded{scale: 2000, rest: 0.25}
	product := 0.0
	for k, x := range first.terms(true) {
		product += x * second.terms(false)[k]
	}
	if got := limit(product); got < 4_500_000 || got > 4_500_010 {
		t.Errorf("the limit is %d, want 2.25 times two million", got)
	}
}

// A product of coordinates differs from that of the vectors by at most what the rest of the second
// one allows, including rounding; and there is a rest.
func TestReducedVectors(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 6))
	normal := func(n int) (v []float64) {
		for range n {
			v = append(v, rng.NormFloat64())
		}
		return v
	}
	for _, n := range []int{11, 52, 101} {
		var space, vectors [][]float64
		for range max(1, n/5) {
			space = append(space, normal(n))
		}
		for range 200 {
			vectors = append(vectors, combine(rng, space, make([]float64, n)))
		}
		for i := range 3 { // the last are a little outside, one too little
			for k, x := range normal(n) {
				vectors[i][k] += []float64{1e-3, 1e-4, 1e-7}[i] * x
			}
		}
		basis, coordinates, rests := reduce(n, vectors)
		if basis == nil {
			t.Errorf("n=%d: no basis", n)
			continue
		}
		exact := func(x, y []float64) *big.Float {
			sum := new(big.Float).SetPrec(2000)
			for i := range x {
				sum.Add(sum, new(big.Float).SetPrec(2000).Mul(big.NewFloat(x[i]), big.NewFloat(y[i])))
			}
			return sum
		}
		closest := 2.0
		for i, b := range vectors {
			left := make([]float64, n) // b - U c, along which a is chosen, so that all of it counts
			for k := range left {
				product := exact(basis.Row(k), append(slices.Clone(coordinates[i]), make([]float64, basis.Columns-len(coordinates[i]))...))
				left[k], _ = new(big.Float).SetPrec(2000).Sub(big.NewFloat(b[k]), product).Float64()
			}
			if length := lengthOf(left); length > rests[i] {
				t.Errorf("n=%d: %v is left of a vector, not %v", n, length, rests[i])
			} else if length > 0 {
				closest = min(closest, rests[i]/length)
			}
		}
		if closest > 1.01 {
			t.Errorf("n=%d: the bounds are %v times what is left", n, closest)
		}
	}
}

// Signs may be taken from products that round twice a step where no entry is within what these may be off.
func TestRoughProductsAreNotFurtherApart(t *testing.T) {
	const n = 52
	twice := func(dst, x []float64, b *dense.Matrix) {
		clear(dst)
		for k, y := range x[:b.Rows] {
			for j, z := range b.Row(k) {
				dst[j] += float64(y * z)
			}
		}
	}
	f := must.Have(newFactors(t.Context(), wordstest.Query(t, n, 1, "HRD", words.ByMeanTVD, 1).Alphabet, 2))(t)
	f.turn()
	p, furthest := newProber(n), 0.0
	for i := range f.byLength[2] {
		for j := range f.byLength[2] {
			half := []*factor{&f.byLength[2][i], &f.byLength[2][j]}
			for _, product := range []func(dst, x []float64, half []*factor, times timing){p.row, p.column} {
				product(p.vectors[0], wave(0, n), half, dense.RowTimes)
				product(p.vectors[1], wave(0, n), half, twice)
				for k, x := range p.vectors[0] {
					furthest = max(furthest, math.Abs(x-p.vectors[1][k])/p.apart(half))
				}
			}
		}
	}
	if furthest < 1e-4 || furthest > 1 {
		t.Errorf("rough products are off by %v of their bound", furthest)
	}
}
