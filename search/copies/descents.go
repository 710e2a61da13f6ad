package copies

import (
	"math/big"
	"slices"

	"dovetail/exact/riffle"
)

// counter counts the permutations that show an arrangement by their descents, for a fixed deck in
// blocks. Descents are those of p, where p[i] is the position that card i goes to.
//
// Fixed source. Cards of a value v go to the n_v positions that show v, in any order: a permutation
// of these, with a first, a last, and descents of its own. From the last of v to the first of v+1
// there is a descent if the latter lies above. Tables of permutations by first, last and descents
// do not depend on the arrangement. With them a value is added to the sums over (last, descents) of
// those before it in n_v^3 n steps.
//
// Fixed target. Cards of hand v go to the block of v, in any order. From a card of v to
// the next, of v', there is a descent if v' < v, and none if v' > v; a run of l cards of one
// hand is a uniform permutation of l, independent of other runs. So the descents are those
// of the arrangement and Eulerian ones for every run.
//
// All terms are positive, and so a count has a relative error of 2^-53 for each rounding on
// its way, fewer than 2 n^2. Counts below 2^53 are exact.
type counter struct {
	game   Game
	n      int
	byEnds map[int][]float64 // fixed source: for n_v at (first n_v + last) n_v + descents
	starts []float64         // of the first value, over the first position, at last n_1 + descents
	ends   []float64         // of the last value, over the last position, at first n_h + descents
	runs   [][]float64       // fixed target: Eulerian numbers of l
	ways   []float64         // factorials

	places            [][]int
	sums, next, above []float64 // at last*n + descents
}

// newCounter prepares the counts of a game whose fixed deck stands in blocks. It is for one
// goroutine.
func newCounter(g Game) *counter {
	n := g.Deck.Size()
	c := &counter{game: g, n: n, byEnds: map[int][]float64{}, ways: []float64{1}}
	for l := 1; l <= n; l++ {
		c.ways = append(c.ways, c.ways[l-1]*float64(l))
	}
	most := slices.Max(g.Deck)
	if g.Fixed == Target {
		c.runs = [][]float64{{1}}
		for l := 1; l <= most; l++ {
			row := make([]float64, l)
			for k, count := range riffle.Eulerian(l) {
				row[k], _ = new(big.Float).SetInt(count).Float64()
			}
			c.runs = append(c.runs, row)
		}
		c.sums, c.next = make([]float64, 2*n), make([]float64, 2*n)
		return c
	}
	c.places = make([][]int, len(g.Deck))
	table := []float64{1}
	for l := 1; l <= most; l++ {
		if l > 1 {
			table = lengthened(table, l-1)
		}
		if slices.Contains(g.Deck, l) {
			c.byEnds[l] = table
		}
	}
	l, h := g.Deck[0], g.Deck[len(g.Deck)-1]
	c.starts, c.ends = make([]float64, l*l), make([]float64, h*h)
	for at, ways := range c.byEnds[l] {
		c.starts[at%(l*l)] += ways
	}
	for at, ways := range c.byEnds[h] {
		c.ends[at/(h*h)*h+at%h] += ways
	}
	c.sums, c.next, c.above = make([]float64, most*n), make([]float64, most*n), make([]float64, (most+1)*n)
	return c
}

// lengthened turns the table of permutations of l by first, last and descents into that of l+1. A
// new last element of rank e moves those of rank e and more up by one, and makes a descent if the
// old last is among them.
func lengthened(table []float64, l int) []float64 {
	m := l + 1
	longer := make([]float64, m*m*m)
	below := make([]float64, m*l) // over the old last below e, by descents
	above := make([]float64, m*l) // over the others
	for first := range l {
		for e := 1; e <= l; e++ {
			up, down := (e-1)*l, (l-e)*l
			for k := range l {
				below[up+l+k] = below[up+k] + table[(first*l+e-1)*l+k]
				above[down+k] = above[down+l+k] + table[(first*l+l-e)*l+k]
			}
		}
		for e := range m {
			to := first
			if first >= e {
				to++
			}
			row := longer[(to*m+e)*m:][:m]
			for k := range l {
				row[k] += below[e*l+k]
				row[k+1] += above[e*l+k]
			}
		}
	}
	return longer
}

// Descents is the number of permutations that show the arrangement, by descents. The slice is valid
// until the next call.
func (c *counter) Descents(shown []uint8) []float64 {
	if c.game.Fixed == Target {
		return c.dealt(shown)
	}
	return c.shuffled(shown)
}

func (c *counter) shuffled(shown []uint8) []float64 {
	n := c.n
	for v := range c.places {
		c.places[v] = c.places[v][:0]
	}
	for j, v := range shown {
		c.places[v] = append(c.places[v], j)
	}
	l := c.game.Deck[0]
	for last := range l {
		copy(c.sums[last*n:][:l], c.starts[last*l:])
	}
	top := l - 1 // descents so far
	for v := 1; v < len(c.places)-1; v++ {
		c.enter(c.places[v-1], c.places[v], top)
		l = len(c.places[v])
		table := c.byEnds[l]
		clear(c.next[:l*n])
		for first := range l {
			for last := range l {
				addProduct(c.next[last*n:][:n], table[(first*l+last)*l:][:l], c.above[first*n:][:top+2])
			}
		}
		c.sums, c.next = c.next, c.sums
		top += l
	}
	v := len(c.places) - 1
	c.enter(c.places[v-1], c.places[v], top)
	l = len(c.places[v])
	total := c.next[:n]
	clear(total)
	for first := range l {
		addProduct(total, c.ends[first*l:][:l], c.above[first*n:][:top+2])
	}
	return total
}

// addProduct adds the product of two polynomials, which has no terms beyond the sum. It takes four
// terms at a time. One at a time, its time varies by a quarter with the loop's alignment in memory.
func addProduct(sum, p, q []float64) {
	for k, x := range p {
		if x == 0 {
			continue
		}
		into, from := sum[k:], q
		for len(into) >= 4 && len(from) >= 4 {
			to, y := (*[4]float64)(into), (*[4]float64)(from)
			to[0] += float64(x * y[0])
			to[1] += float64(x * y[1])
			to[2] += float64(x * y[2])
			to[3] += float64(x * y[3])
			into, from = into[4:], from[4:]
		}
		for d, y := range from[:min(len(from), len(into))] {
			into[d] += float64(x * y)
		}
	}
}

// enter sums over the last position of a value for every first position of the next, in above.
// Descents grow by one where the first lies above the last.
func (c *counter) enter(lasts, firsts []int, top int) {
	n := c.n
	for f, first := range firsts {
		to := c.above[f*n:][:min(n, top+2)]
		clear(to)
		for l, last := range lasts {
			from := c.sums[l*n:][:top+1]
			into := to
			if first < last {
				into = to[1:]
			}
			for d := range min(len(into), len(from)) {
				into[d] += from[d]
			}
		}
	}
}

func (c *counter) dealt(shown []uint8) []float64 {
	n := c.n
	clear(c.sums)
	c.sums[0] = 1
	top, scale := 0, 1.0
	left := c.ways
	for _, count := range c.game.Deck {
		scale *= left[count]
	}
	for i := 0; i < n; {
		run := i
		for i < n && shown[i] == shown[run] {
			i++
		}
		descent := 0
		if run > 0 && shown[run] < shown[run-1] {
			descent = 1
		}
		clear(c.next)
		addProduct(c.next[descent:], c.runs[i-run], c.sums[:top+1])
		scale /= left[i-run]
		top += descent + i - run - 1
		c.sums, c.next = c.next, c.sums
	}
	for d := range n {
		c.sums[d] *= scale
	}
	return c.sums[:n]
}

// densityRatios is x_d for each number of descents d, within 2n 2^-53 of its size.
func densityRatios(n int, a int64) []float64 {
	x := make([]float64, n)
	for d := range x {
		if int64(d) >= a {
			break
		}
		x[d] = 1
		for i := -d; i < n-d; i++ {
			x[d] *= 1 + float64(i)/float64(a)
		}
	}
	return x
}

// Density is P/U of the arrangement whose descents are counted.
func (c *counter) Density(descents, ratios []float64) float64 {
	all := 1.0
	for _, count := range c.game.Deck {
		all *= c.ways[count]
	}
	sum := 0.0
	for d, count := range descents {
		sum += float64(count * ratios[d])
	}
	return sum / all
}
