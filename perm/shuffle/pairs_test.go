package shuffle

import (
	"math"
	"math/big"
	"testing"

	"dovetail/perm"
)

var pairSpecs = []string{
	"riffle", "riffle(cut=normal,sd=5/3)", "riffle(cut=normal,sd=1/2)",
	"hindu", "hindu(mean=3/2,sd=1)", "hindu(mean=2,sd=2/3,round=floor,min=2)", "hindu(mean=3,sd=3,round=ceiling)", "hindu(size=uniform,min=2,max=3)",
	"cut", "cut(law=binomial)", "top", "wash",
}

// The formulas agree with counting every way the shuffle can fall.
func TestPairsAgainstSupport(t *testing.T) {
	for _, spec := range pairSpecs {
		m, err := Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		for n := 2; n <= 7; n++ {
			got, want := m.(PairModel).Pairs(n), SupportPairs(m, n)
			for x := range want.Kept {
				off := math.Abs(got.Kept[x]-want.Kept[x]) + math.Abs(got.Swapped[x]-want.Swapped[x])
				if off > got.Error+want.Error {
					t.Fatalf("%s at n=%d, cell %d: kept %v, swapped %v, want %v and %v", spec, n, x,
						got.Kept[x], got.Swapped[x], want.Kept[x], want.Swapped[x])
				}
			}
		}
	}
}

// exactPairs counts every way the shuffle can fall, in 192 bits; cells of Swapped
// follow those of Kept.
func exactPairs(m Model, n int) []*big.Rat {
	size := PairCount(n)
	cells := make([]*big.Rat, 2*size*size)
	for x := range cells {
		cells[x] = new(big.Rat)
	}
	m.Support(n, supportBits, func(p perm.Perm, weight *big.Int) bool {
		q := new(big.Rat).SetFrac(weight, unit(supportBits))
		for j := 1; j < n; j++ {
			for i := range j {
				k, l, kind := p[i], p[j], 0
				if k > l {
					k, l, kind = l, k, size*size
				}
				cell := cells[kind+PairIndex(n, i, j)*size+PairIndex(n, k, l)]
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
		m, err := Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		for n := 3; n <= 7; n++ {
			truth, size := exactPairs(m, n), PairCount(n)
			for name, law := range map[string]*PairLaw{"formula": m.(PairModel).Pairs(n), "support": SupportPairs(m, n)} {
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
	for _, kind := range []string{"riformula", "hiformula", "waformula", "hisupport"} {
		if worst[kind] < 1./200 {
			t.Errorf("%s: no error above %g of the bound", kind, worst[kind])
		}
	}
}

// Rows and columns add up to 1, and the law of one of the two cards is the
// position law.
func TestPairsMargins(t *testing.T) {
	const n = 24
	for _, spec := range pairSpecs {
		m, err := Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		law, position := m.(PairModel).Pairs(n), m.Law(n, 128).Float()
		size := PairCount(n)
		slack := law.Error + n*n*0x1p-52
		columns := make([]float64, size)
		for i := range n {
			for j := i + 1; j < n; j++ {
				row := PairIndex(n, i, j) * size
				sum := 0.0
				first, second := make([]float64, n), make([]float64, n)
				for k := range n {
					for l := k + 1; l < n; l++ {
						end := PairIndex(n, k, l)
						kept, swapped := law.Kept[row+end], law.Swapped[row+end]
						sum += kept + swapped
						columns[end] += kept + swapped
						first[k] += kept
						first[l] += swapped
						second[l] += kept
						second[k] += swapped
					}
				}
				if math.Abs(sum-1) > slack {
					t.Fatalf("%s: pair %d,%d has total %v", spec, i, j, sum)
				}
				for k := range n {
					if math.Abs(first[k]-position[i*n+k]) > slack || math.Abs(second[k]-position[j*n+k]) > slack {
						t.Fatalf("%s: pair %d,%d on %d: %v and %v, position law %v and %v", spec, i, j, k,
							first[k], second[k], position[i*n+k], position[j*n+k])
					}
				}
			}
		}
		for end, sum := range columns {
			if math.Abs(sum-1) > slack {
				t.Fatalf("%s: end pair %d has total %v", spec, end, sum)
			}
		}
	}
}

// Dealt upside down, a riffle with a symmetric cut is the same riffle.
func TestPairsUpsideDown(t *testing.T) {
	const n = 20
	for _, spec := range pairSpecs[:1] {
		m, _ := Parse(spec)
		law := m.(PairModel).Pairs(n)
		size := PairCount(n)
		for i := range n {
			for j := i + 1; j < n; j++ {
				for k := range n {
					for l := k + 1; l < n; l++ {
						x := PairIndex(n, i, j)*size + PairIndex(n, k, l)
						y := PairIndex(n, n-1-j, n-1-i)*size + PairIndex(n, n-1-l, n-1-k)
						if math.Abs(law.Kept[x]-law.Kept[y])+math.Abs(law.Swapped[x]-law.Swapped[y]) > 2*law.Error {
							t.Fatalf("%s: %d,%d to %d,%d", spec, i, j, k, l)
						}
					}
				}
			}
		}
	}
}

func BenchmarkPairsRiffle52(b *testing.B) { benchmarkPairs(b, "riffle") }
func BenchmarkPairsHindu52(b *testing.B)  { benchmarkPairs(b, "hindu") }

func benchmarkPairs(b *testing.B, spec string) {
	m, err := Parse(spec)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		m.(PairModel).Pairs(52)
	}
}
