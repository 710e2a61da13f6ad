package copies

import (
	"math/big"

	"dovetail/exact/riffle"
)

// firstOrder is the first order in 1/a of P/U - 1, for any fixed deck. As x_d = 1 +
// (n/a)((n-1)/2 - d) + O(1/a^2),
//
//	P(w)/U - 1 = (n/a) First(w) + O(1/a^2),  First = (n-1)/2 - E[descents | w]
//
// and E[descents | w] is a sum over neighbours in the original deck. Cards of one value are
// equally likely in either order. Cards of x and y are in falling order with the share of pairs
// that are. A fixed source has the same neighbours for every w and their pairs in w; a fixed
// target has the neighbours in w and their pairs in the target.
type firstOrder struct {
	values int
	target bool
	bias   []float64 // fixed target, at x*values + y: 1/2 less the share of falling pairs
	pulls  [][]pull  // fixed source, by the lower value
	left   []int
}

// pull is the weight of the pairs in which a card lies above one of the given value.
type pull struct {
	above  uint8
	weight float64
}

// newFirstOrder prepares the first order of a game. It is for one goroutine.
func newFirstOrder(g Game) *firstOrder {
	h := len(g.Deck)
	f := &firstOrder{values: h, target: g.Fixed == Target, left: make([]int, h)}
	layout := g.Layout()
	pairs := make([]float64, h*h) // x above y, as shares
	next := make([]float64, h*h)  // y after x
	seen := make([]int, h)
	for i, y := range layout {
		for x := range h {
			pairs[x*h+int(y)] += float64(seen[x]) / float64(g.Deck[x]*g.Deck[y])
		}
		seen[y]++
		if i > 0 {
			next[int(layout[i-1])*h+int(y)]++
		}
	}
	if f.target {
		f.bias = make([]float64, h*h)
		for x := range h {
			for y := range h {
				if x != y {
					f.bias[x*h+y] = 0.5 - pairs[y*h+x]
				}
			}
		}
		return f
	}
	f.pulls = make([][]pull, h)
	for x := range h {
		for y := range h {
			// A pair in which x lies above y rises where y follows x, and falls where x follows y.
			if net := next[x*h+y] - next[y*h+x]; x != y && net != 0 {
				f.pulls[y] = append(f.pulls[y], pull{uint8(x), net / float64(2*g.Deck[x]*g.Deck[y])})
			}
		}
	}
	return f
}

// At is First(w), within n^2 2^-53.
func (f *firstOrder) At(shown []uint8) (sum float64) {
	if f.target {
		for i := 1; i < len(shown); i++ {
			sum += f.bias[int(shown[i-1])*f.values+int(shown[i])]
		}
		return sum
	}
	clear(f.left)
	for _, v := range shown {
		for _, p := range f.pulls[v] {
			sum += float64(p.weight * float64(f.left[p.above]))
		}
		f.left[v]++
	}
	return sum
}

// HasConstant reports whether Constant can be computed.
func (g Game) HasConstant() bool {
	return g.Fixed == Source && len(g.Deck) == 2 || len(g.Deck) == g.Deck.Size()
}

// Constant is c of the first order c/a of the total variation distance, (n/2) E|First|, exactly.
// For distinct cards First is (n-1)/2 less the descents, which Eulerian numbers count. For a
// source of two values it is net (1/2 - inv/(r b)). Here net is the number of times that black
// follows red in the source, less the times that red follows black. inv is the number of pairs of
// black above red. It has the law of Mann and Whitney, the counts of partitions in a box:
//
//	paths(i, j; inv) = paths(i-1, j; inv-j) + paths(i, j-1; inv).
func (g Game) Constant() *big.Rat {
	layout := g.Layout()
	if n := len(g.Deck); n == len(layout) {
		return meanSize(riffle.Eulerian(n), n-1, big.NewRat(int64(n), 4))
	}
	r, b := g.Deck[0], g.Deck[1]
	if layout[0] == layout[len(layout)-1] { // as many changes one way as the other
		return new(big.Rat)
	}
	counts := make([][]*big.Int, b+1)
	for j := range counts {
		counts[j] = []*big.Int{big.NewInt(1)}
	}
	for range r {
		row := counts[0]
		for j := 1; j <= b; j++ {
			shifted := make([]*big.Int, len(counts[j])+j)
			for u := range shifted {
				shifted[u] = new(big.Int)
				if u >= j {
					shifted[u].Set(counts[j][u-j])
				}
				if u < len(row) {
					shifted[u].Add(shifted[u], row[u])
				}
			}
			counts[j], row = shifted, shifted
		}
	}
	return meanSize(counts[b], r*b, big.NewRat(int64(r+b), int64(4*r*b)))
}

// meanSize is the mean of unit |middle - 2u|, where counts has how often each u occurs.
func meanSize(counts []*big.Int, middle int, unit *big.Rat) *big.Rat {
	sum, all := new(big.Int), new(big.Int)
	for u, count := range counts {
		off := int64(middle - 2*u)
		sum.Add(sum, new(big.Int).Mul(count, big.NewInt(max(off, -off))))
		all.Add(all, count)
	}
	mean := new(big.Rat).SetFrac(sum, all)
	return mean.Mul(mean, unit)
}
