package copies

import (
	"context"
	"math"
	"math/big"

	"dovetail/perm/pace"
)

// Bracket encloses the total variation distance from uniform of a source of two values in blocks
// after an a-shuffle. The interval is no longer than gap if a grid of maxSteps achieves that.
//
// With F = C(n, r) a^-n G (see fractions.go) the distance is E(1 - S)^+. Here S is the sum of F
// over the red cards of a uniform path, and (1 - S)^+ is convex in S. The law of the partial sum is
// carried from cell to cell on a grid of step delta. A black card leaves the sum. A red one adds F,
// and the mass must return to the grid:
//
//   - mass between two points is split between them, with its mean kept. This spreads S,
//     and so E(1 - S)^+ only grows: an upper bound;
//   - mass that falls between two points is put together, at its mean. This is a
//     conditional expectation, and so E(1 - S)^+ only falls (Jensen): a lower bound.
//
// Each red card but the last, whose mass need not return, adds to the gap about the density of S at
// 1 times delta^2. Sums that will exceed 1 in any case count nothing and are left out. Those kept
// are at most 1, so that the grid has (1 - the least S)/delta steps at most.
//
// The rounding errors follow, in units of 2^-53. F is off by a share of 2n + 8 for powers and
// products and of 256 + a/256 for the sum, in blocks of 256; so is S, which counts up to 1 only;
// masses are off by a share of 6n for probabilities and for three additions a card; the last sum,
// of 2^18 terms at most, by 256 + 1024; and (1 - S)^+ follows S. The ends are moved out by more
// than all of this. Rounding may also change the bin of a mass, or the sums that are left out at
// the edge. Both bounds stay valid.
func (d Deck) Bracket(ctx context.Context, a int64, gap float64) (low, high *big.Rat, err error) {
	r, b := min(d[0], d[1]), max(d[0], d[1]) // turned upside down the deck has the values exchanged
	g, err := newGrid(ctx, r, b, a)
	if err != nil {
		return nil, nil, err
	}
	slack := float64(float64(8*(r+b)+2048+int(a>>8)) / (1 << 53))
	for steps := firstSteps; ; {
		lower, upper, err := g.run(ctx, steps)
		if err != nil {
			return nil, nil, err
		}
		lower, upper = lower-slack, upper+slack
		if upper-lower <= gap || steps == maxSteps {
			return rational(lower), rational(upper), nil
		}
		steps = min(maxSteps, int(float64(steps)*math.Sqrt(max(1.3, 1.2*(upper-lower)/gap))))
	}
}

const (
	firstSteps = 4096
	maxSteps   = 1 << 18
)

// rational is x, which must be within 0..1.
func rational(x float64) *big.Rat { return new(big.Rat).SetFloat64(min(1, max(0, x))) }

// grid is the paths through r red and b black cards.
type grid struct {
	r, b         int
	add          [][]float64 // F, by red and black cards above
	least, still [][]float64 // least sums so far, and to the end
}

func newGrid(ctx context.Context, r, b int, a int64) (*grid, error) {
	add, err := shares(ctx, r, b, a)
	if err != nil {
		return nil, err
	}
	g := &grid{r: r, b: b, add: add}
	g.least, g.still = make([][]float64, r), make([][]float64, r)
	for i := range r {
		g.least[i], g.still[i] = make([]float64, b+1), make([]float64, b+1)
		for j := range b + 1 {
			if i > 0 {
				g.least[i][j] = g.least[i-1][j] + g.add[i-1][j]
				if j > 0 {
					g.least[i][j] = min(g.least[i][j], g.least[i][j-1])
				}
			}
		}
	}
	for i := r - 1; i >= 0; i-- {
		for j := b; j >= 0; j-- {
			g.still[i][j] = g.add[i][j]
			if i < r-1 {
				g.still[i][j] += g.still[i+1][j]
			}
			if j < b {
				g.still[i][j] = min(g.still[i][j], g.still[i][j+1])
			}
		}
	}
	return g, nil
}

// shares is F at i, j.
func shares(ctx context.Context, r, b int, a int64) ([][]float64, error) {
	n := r + b
	arrangements, _ := new(big.Float).SetInt(Deck{r, b}.Arrangements()).Float64()
	scale := arrangements / float64(a)
	f, block := make([][]float64, r), make([][]float64, r)
	for i := range r {
		f[i], block[i] = make([]float64, b+1), make([]float64, b+1)
	}
	power := func(x int64) []float64 {
		p := make([]float64, n)
		p[0] = 1
		for e := 1; e < n; e++ {
			p[e] = p[e-1] * (float64(x) / float64(a))
		}
		return p
	}
	upper, lower := power(0), power(a) // of k and a-k
	black := make([]float64, b+1)
	for k := range a {
		next, under := power(k+1), power(a-1-k)
		for j := range black {
			black[j] = under[j] * lower[b-j]
		}
		for i := range r {
			red := scale * next[i] * upper[r-1-i]
			for j, x := range black {
				block[i][j] += float64(red * x)
			}
		}
		upper, lower = next, under
		if k%256 == 255 || k == a-1 {
			pace.Yield()
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for i := range r {
				for j, x := range block[i] {
					f[i][j] += x
				}
				clear(block[i])
			}
		}
	}
	return f, nil
}

// law is the law of a partial sum at a cell: of points at delta (from+t) with mass spread, and of
// bins from there with mass packed and their means at delta (from + t + over/packed).
type law struct {
	from                 int
	spread, packed, over []float64
}

// reset makes room for points from..to.
func (l *law) reset(from, to int) {
	size := max(0, to-from+1)
	l.from = from
	for _, s := range []*[]float64{&l.spread, &l.packed, &l.over} {
		if cap(*s) < size {
			*s = make([]float64, size+size/8)
		}
		*s = (*s)[:size]
		clear(*s)
	}
}

// run gives both bounds on a grid of the given number of steps.
func (g *grid) run(ctx context.Context, steps int) (low, high float64, err error) {
	n := g.r + g.b
	delta := (1 - g.still[0][0]) / float64(steps)
	cells := make([]*law, g.b+1)
	fresh := &law{}
	for i := range g.r {
		if err := ctx.Err(); err != nil {
			return 0, 0, err
		}
		for j := range g.b + 1 {
			pace.Yield()
			// Splitting moves the mass down by a point for every red card.
			from := int(g.least[i][j]/delta) - i - 2
			to := int(math.Ceil((1 - g.still[i][j]) / delta))
			fresh.reset(from, to)
			switch {
			case i > 0:
				red := float64(g.r-i+1) / float64(n-i+1-j)
				fresh.red(cells[j], red, g.add[i-1][j]/delta)
			case j == 0:
				fresh.spread[-from], fresh.packed[-from] = 1, 1
			}
			if j > 0 {
				fresh.black(cells[j-1], float64(g.b-j+1)/float64(n-i-j+1))
			}
			cells[j], fresh = fresh, cells[j]
			if fresh == nil {
				fresh = &law{}
			}
		}
	}
	for j, cell := range cells {
		last := 1 / float64(n-g.r+1-j)
		l, h := cell.shortfall(delta, 1-g.add[g.r-1][j])
		low += float64(last * l)
		high += float64(last * h)
	}
	return low, high, nil
}

// black adds the law of the cell with a black card less.
func (l *law) black(from *law, p float64) {
	skip := max(0, l.from-from.from)
	at := from.from + skip - l.from
	if skip >= len(from.spread) || at >= len(l.spread) {
		return
	}
	add := func(to, x []float64) {
		to, x = to[at:], x[skip:]
		size := min(len(to), len(x))
		to, x = to[:size], x[:size]
		for t := range to {
			to[t] += float64(p * x[t])
		}
	}
	add(l.spread, from.spread)
	add(l.packed, from.packed)
	add(l.over, from.over)
}

// red adds the law of the cell with a red card less, a shift up the grid.
func (l *law) red(from *law, p, shift float64) {
	whole := math.Floor(shift)
	up := shift - whole
	if whole > float64(l.from+len(l.spread)-from.from) {
		return
	}
	at := from.from + int(whole) - l.from // of the first point
	skip := max(0, -at)
	size := min(len(from.spread)-skip, len(l.spread)-1-skip-at)
	if size <= 0 {
		return
	}
	at += skip
	stay, go1 := p*(1-up), p*up
	to := l.spread[at:][:size+1]
	for t, x := range from.spread[skip:][:size] {
		to[t] += float64(stay * x)
		to[t+1] += float64(go1 * x)
	}
	packed, over := l.packed[at:][:size+1], l.over[at:][:size+1]
	means := from.over[skip:][:size]
	for t, m := range from.packed[skip:][:size] {
		m = float64(m * p)
		x := float64(p*means[t]) + float64(up*m)
		if x < m {
			packed[t] += m
			over[t] += x
		} else {
			packed[t+1] += m
			over[t+1] += x - m
		}
	}
}

// shortfall is E(1 - S)^+ of both laws. room is 1 less the term of the last red card.
func (l *law) shortfall(delta, room float64) (low, high float64) {
	const block = 256
	for t := 0; t < len(l.spread); t += block {
		var some, more float64
		for u := t; u < min(t+block, len(l.spread)); u++ {
			at := float64(l.from + u)
			some += max(0, float64(room*l.packed[u])-float64(delta*(float64(at*l.packed[u])+l.over[u])))
			more += float64(l.spread[u] * max(0, room-float64(delta*at)))
		}
		low += some
		high += more
	}
	return low, high
}
