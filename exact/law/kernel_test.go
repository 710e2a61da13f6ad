package law

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"dovetail/exact/word"
)

// Every kernel must give the oracle's bits.
func TestKernels(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for count := 1; count <= 12; count++ {
		counts, reals := sum[uint64]{plain: count / 2}, sum[float64]{}
		var srcCounts []*run[uint64]
		var srcReals []*run[float64]
		for k := range count {
			c, r := new(run[uint64]), new(run[float64])
			for i := range c {
				c[i], r[i] = rng.Uint64(), rng.Float64()
			}
			srcCounts, srcReals = append(srcCounts, c), append(srcReals, r)
			weight := uint64(1)
			if k >= counts.plain {
				weight = rng.Uint64()
			}
			counts.sources, counts.weights = append(counts.sources, count-1-k), append(counts.weights, weight)
			reals.sources, reals.weights = append(reals.sources, count-1-k), append(reals.weights, rng.Float64())
		}
		var fast, slow run[uint64]
		combiner[uint64]()(&fast, srcCounts, &counts)
		combineGo(&slow, srcCounts, &counts)
		var fastReal, slowReal run[float64]
		combiner[float64]()(&fastReal, srcReals, &reals)
		combineGo(&slowReal, srcReals, &reals)
		if fast != slow || fastReal != slowReal {
			t.Fatalf("%d sources: kernel and oracle differ", count)
		}
	}
}

func TestGathers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var wide [(baseCards + 1) * baseSize]float64
	for i := range wide {
		wide[i] = rng.Float64()
	}
	var low, fast, slow run[float64]
	copy(low[:], wide[:])
	tables := newTables(baseCards)
	for s := 2; s <= baseCards; s++ {
		for j := range s {
			gather8(&fast, &low, tables.base[s][j])
			gather8Go(&slow, &low, tables.base[s][j])
			if fast != slow {
				t.Fatalf("s=%d j=%d: kernel and oracle differ", s, j)
			}
		}
	}
	for x := range tables.tail {
		for j, ranks := range tables.tail[x] {
			gather16(&fast, &wide, ranks)
			gather16Go(&slow, &wide, ranks)
			if fast != slow {
				t.Fatalf("x=%d j=%d: kernel and oracle differ", x, j)
			}
		}
	}
}

// The automaton of a riffle or a Hindu shuffle has one state for every number of
// cards so far, and a uniform choice of codes has one state a card.
func TestMachinesAreSmall(t *testing.T) {
	for _, spec := range []string{"riffle", "riffle(cut=normal,sd=1)", "hindu(mean=2,sd=1)"} {
		l := alphabet(t, 9, spec).letters[0]
		for s := 1; s < 9; s++ {
			if got := len(l.reals.levels[s].states); got != s {
				t.Errorf("%s: %d states after %d cards", spec, got, s)
			}
		}
	}
}

// Words of five letters, every letter after the first by a step: nothing in closed
// form.
func BenchmarkSteps(b *testing.B) {
	for _, c := range []struct {
		spec string
		n    int
	}{{"riffle", 8}, {"riffle", 10}, {"hindu(mean=20/13,sd=10/39)", 8}, {"hindu(mean=20/13,sd=10/39)", 10}} {
		b.Run(fmt.Sprintf("%s/n=%d", c.spec, c.n), func(b *testing.B) {
			a := alphabet(b, c.n, c.spec)
			chain := NewChain(a, 1)
			for b.Loop() {
				for k := range 5 {
					if err := chain.random.Extend(context.Background(), k, word.Syllable{Letter: 0}); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
