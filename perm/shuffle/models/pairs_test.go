package models

import (
	"context"
	"math"
	"math/big"
	"testing"

	"dovetail/perm"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/fixed"
)

var pairSpecs = []string{
	"riffle", "riffle(cut=normal,sd=5/3)", "riffle(cut=normal,sd=1/2)",
	"hindu", "hindu(mean=3/2,sd=1)", "hindu(mean=2,sd=2/3,round=floor,min=2)", "hindu(mean=3,sd=3,round=ceiling)", "hindu(size=uniform,min=2,max=3)",
	"cut", "cut(law=binomial)", "top", "top(cards=3)", "wash",
	"overhand(p=1/3)", "clumpy", "clumpy(cut=binomial)", "clumpy(cut=normal,off=2/3)", "clumpy(switch=1/50)",
}

// exactPairs counts every way the shuffle can fall, in 192 bits; cells of Swapped
// follow those of Kept.
func exactPairs(m shuffle.Model, n int) []*big.Rat {
	const bits = 192
	size := shuffle.PairCount(n)
	cells := make([]*big.Rat, 2*size*size)
	for x := range cells {
		cells[x] = new(big.Rat)
	}
	m.Support(n, bits, func(p perm.Perm, weight *big.Int) bool {
		q := new(big.Rat).SetFrac(weight, fixed.Unit(bits))
		for j := 1; j < n; j++ {
			for i := range j {
				k, l, kind := p[i], p[j], 0
				if k > l {
					k, l, kind = l, k, size*size
				}
				cell := cells[kind+shuffle.PairIndex(n, i, j)*size+shuffle.PairIndex(n, k, l)]
				cell.Add(cell, q)
			}
		}
		return true
	})
	return cells
}

// Rows and columns are off by no more than Error, and by a good part of it somewhere.
func TestPairsAreWithinTheirError(t *testing.T) {
	worst := map[string]float64{}
	for _, spec := range pairSpecs {
		m := parse(t, spec)
		for n := 3; n <= 7; n++ {
			truth, size := exactPairs(m, n), shuffle.PairCount(n)
			for name, law := range map[string]*shuffle.PairLaw{"formula": shuffle.Pairs(t.Context(), m, n), "support": shuffle.SupportPairs(m, n)} {
				rows, columns := make([]float64, size), make([]float64, size)
				for x, cells := range [][]float64{law.Kept, law.Swapped} {
					for y, cell := range cells {
						diff, _ := new(big.Rat).Sub(new(big.Rat).SetFloat64(cell), truth[x*size*size+y]).Float64()
						rows[y/size] += math.Abs(diff)
						columns[y%size] += math.Abs(diff)
					}
				}
				for x := range size {
					off := max(rows[x], columns[x])
					if off > law.Error {
						t.Fatalf("%s at n=%d by %s: pair %d is off by %g, the bound is %g", spec, n, name, x, off, law.Error)
					}
					worst[m.String()[:2]+name] = max(worst[m.String()[:2]+name], off/law.Error)
				}
			}
		}
	}
	for _, kind := range []string{"riformula", "hiformula", "ovformula", "clformula", "toformula", "waformula", "hisupport"} {
		if worst[kind] < 1./200 {
			t.Errorf("%s: no error above %g of the bound", kind, worst[kind])
		}
	}
}

// Dealt upside down, a riffle with a symmetric cut is the same riffle.
func TestPairsUpsideDown(t *testing.T) {
	const n = 20
	for _, spec := range []string{"riffle", "riffle(cut=normal)"} {
		law := shuffle.Pairs(t.Context(), parse(t, spec), n)
		size := shuffle.PairCount(n)
		for i := range n {
			for j := i + 1; j < n; j++ {
				for k := range n {
					for l := k + 1; l < n; l++ {
						x := shuffle.PairIndex(n, i, j)*size + shuffle.PairIndex(n, k, l)
						y := shuffle.PairIndex(n, n-1-j, n-1-i)*size + shuffle.PairIndex(n, n-1-l, n-1-k)
						if math.Abs(law.Kept[x]-law.Kept[y])+math.Abs(law.Swapped[x]-law.Swapped[y]) > 2*law.Error {
							t.Fatalf("%s: %d,%d to %d,%d", spec, i, j, k, l)
						}
					}
				}
			}
		}
	}
}

// A cancelled call gets no law: it takes seconds for many cards.
func TestPairsGone(t *testing.T) {
	ctx, leave := context.WithCancel(t.Context())
	leave()
	for _, spec := range []string{"riffle", "hindu", "clumpy", "top(cards=3)", "inverse(of=riffle)"} {
		if shuffle.Pairs(ctx, parse(t, spec), 10) != nil {
			t.Errorf("%s has a law", spec)
		}
	}
}
