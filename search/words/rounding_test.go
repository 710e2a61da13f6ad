package words

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
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

// Two vectors whose product is at most 1 are never rejected, though it be 1 itself. A
// product well above the limit is.
func TestRoundedVectorsRejectNothingWithin(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	rejected := 0
	for _, n := range []int{1, 2, 3, 11, 52, 101} {
		set := &suffixes{}
		var first [][]float64
		for range blockSize - 1 {
			first = append(first, awkwardVector(rng, n))
		}
		for range 1200 { // of which many are made to have a product of 1 with one of the first
			v := awkwardVector(rng, n)
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
		for _, p := range set.sort(n) {
			for _, pair := range block.near(nil, len(first), &p) {
				near[pair]++
			}
			for i, x := range block.units[:len(first)] {
				for _, j := range p.suffixes {
					unit := 1 / (x.scale * p.scale)
					loss := (x.length*p.lost + x.lost*p.length + 2) * unit
					product := math.Abs(dot(first[i], set.probe(0, int(j), n)))
					count := near[pair{i, int(j)}]
					switch {
					case count > 1:
						t.Fatalf("n=%d: a pair is listed %d times", n, count)
					case count == 0 && product <= 1:
						t.Fatalf("n=%d: %v times %v is %v, and rejected", n, first[i], set.probe(0, int(j), n), product)
					case count == 1 && product > within+2*loss && product < 0x1p31*unit:
						t.Fatalf("n=%d: %v times %v is %v, with a loss of %v, and not rejected", n, first[i], set.probe(0, int(j), n), product, loss)
					case count == 0:
						rejected++
					}
				}
			}
		}
	}
	if rejected < 50000 {
		t.Errorf("only %d pairs are rejected", rejected)
	}
}
