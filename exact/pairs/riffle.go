package pairs

import (
	"context"
	"math"
	"math/big"

	"dovetail/exact/dense"
	"dovetail/perm"
	"dovetail/perm/pace"
	"dovetail/perm/shuffle"
)

// A riffle with a binomial cut is applied to rows without its law of N^2 cells. Each position after
// it gets a card of the top packet with probability p, and otherwise one of the bottom packet, q =
// 1 - p. Positions are independent. With
//
//	t(m, r) = C(m, r) p^(r+1) q^(m-r),  b(m, r) = C(m, r) q^(r+1) p^(m-r),
//
// (r cards of one packet among m positions and another one at the next), and positions and cards
// counted from 0, the cards i < j come to k < l with probability
//
//	both top            t(k, i) t(l-k-1, j-i-1)
//	both bottom         b(n-1-l, n-1-j) b(l-k-1, j-i-1)
//	top above bottom    t(k, i) b(n-1-l, n-1-j)
//	bottom above top    see swap
//
// Each of the first three is a product of a factor in (i, k) and another in (j, l), or similar,
// with a triangle of cells. Rows F(i, j) are summed over one card and then over the other, n^3/6
// terms each. All four take some 2 n^3 terms for a row, while the law takes n^4/4: 17 times as many
// for 128 cards.
//
// All factors are positive, with at most 8n+16 successive roundings: a cell is within (8n+16) u of
// the sum of |F| times the law's cells.
type riffle struct {
	n       int
	p, q    float64
	top     *dense.Matrix // t(k, i)
	bottom  *dense.Matrix // b(n-1-l, n-1-j) in row l and column j
	between *dense.Matrix // b(n-1-x, d) in row x and column d
	thrown  []float64     // p q^l
}

// width is the number of rows that go through a riffle together.
const width = dense.LineWidth

// fewest is the smallest deck to which riffles are applied in this way. It is faster from some 30
// cards on. Answers for 52 cards, the decks of records, keep the digits from the laws.
const fewest = 53

// maxBinomial is the largest p, and q, for which the sums of swap are far from the largest double.
var maxBinomial = big.NewRat(15, 16)

// binomial is the p of a riffle that is applied without its law, or nil.
func binomial(m shuffle.Model, n int) *big.Rat {
	c := shuffle.ClosedOf(m)
	p := c.Top
	if p == nil || c.Inverse || n < fewest || p.Cmp(maxBinomial) > 0 || new(big.Rat).Add(p, maxBinomial).Cmp(big.NewRat(1, 1)) < 0 {
		return nil
	}
	return p
}

func newRiffle(n int, p *big.Rat) *riffle {
	q := new(big.Rat).Sub(big.NewRat(1, 1), p)
	t, b := tosses(n, p, q), tosses(n, q, p)
	table := func(cell func(y, x int) float64) *dense.Matrix {
		return dense.Of(n+4, n, func(y, x int) float64 {
			if y >= n {
				return 0
			}
			return cell(y, x)
		})
	}
	r := &riffle{
		n:       n,
		top:     table(func(k, i int) float64 { return t[k][i] }),
		bottom:  table(func(l, j int) float64 { return b[n-1-l][n-1-j] }),
		between: table(func(x, d int) float64 { return b[n-1-x][d] }),
	}
	r.p, _ = p.Float64()
	r.q, _ = q.Float64()
	power := new(big.Rat).Set(p)
	for range n {
		x, _ := power.Float64()
		r.thrown = append(r.thrown, x)
		power.Mul(power, q)
	}
	return r
}

// tosses holds C(m, r) p^(r+1) q^(m-r), each the nearest double, in row m and column r.
func tosses(n int, p, q *big.Rat) [][]float64 {
	t := make([][]float64, n)
	exact := []*big.Rat{p}
	for m := range t {
		t[m] = make([]float64, n)
		next := make([]*big.Rat, m+2)
		for r := range next {
			next[r] = new(big.Rat)
		}
		for r, x := range exact {
			t[m][r], _ = x.Float64()
			next[r].Add(next[r], new(big.Rat).Mul(x, q))
			next[r+1].Add(next[r+1], new(big.Rat).Mul(x, p))
		}
		exact = next
	}
	return t
}

// table has the cells of width rows side by side, for each pair i < j of positions. Lines beyond
// the last position take the excess output of kernels, which set four lines at a time.
type table struct {
	line int
	data []float64
}

func newTable(n int) *table { return &table{n + 4, make([]float64, (n+4)*(n+4)*width)} }

// at are the cells of a pair.
func (t *table) at(i, j int) []float64 { return t.data[(i*t.line+j)*width:][:width] }

// The pairs from (i, j) on, one below the other. The first, the second or both positions move.
func (t *table) firsts(i, j int) *dense.Matrix  { return t.lines(i, j, t.line) }
func (t *table) seconds(i, j int) *dense.Matrix { return t.lines(i, j, 1) }
func (t *table) both(i, j int) *dense.Matrix    { return t.lines(i, j, t.line+1) }

func (t *table) lines(i, j, step int) *dense.Matrix {
	return &dense.Matrix{Stride: step * width, Data: t.data[(i*t.line+j)*width:]}
}

// A shape says which of a number of terms some lines of a triangle of factors have.
type shape func(first, last, lines int) (from, to int)

func lower(_, last, _ int) (from, to int)       { return 0, last + 1 }
func upper(first, _, lines int) (from, to int)  { return first, lines }
func turned(first, _, lines int) (from, to int) { return 0, lines - first }

// sum sets the first lines of dst, or adds to them, the factors from (row, column) on times the lines of src.
func sum(dst, src *dense.Matrix, lines int, add bool, factors *dense.Matrix, row, column int, s shape) {
	const step = 16
	for y := 0; y < lines; y += step {
		height := min(step, (lines-y+3)&^3)
		from, to := s(y, min(y+height, lines)-1, lines)
		dense.AddTerms(
			&dense.Matrix{Rows: height, Columns: width, Stride: dst.Stride, Data: dst.Data[y*dst.Stride:]},
			&dense.Matrix{Columns: to - from, Stride: factors.Stride, Data: factors.Data[(row+y)*factors.Stride+column+from:]},
			&dense.Matrix{Stride: src.Stride, Data: src.Data[from*src.Stride:]}, add)
	}
}

// riffling takes width rows through a riffle.
type riffling struct {
	*riffle
	cards          int
	in, half, kept *table
	swap           *swap
}

func newRiffling(n int) *riffling {
	return &riffling{nil, n, newTable(n), newTable(n), newTable(n), newSwap(n)}
}

// apply applies the riffle to the rows in in, and sets kept and swap.
func (w *riffling) apply(r *riffle) {
	w.riffle = r
	n, in, half, kept := r.n, w.in, w.half, w.kept
	for d := range n - 1 { // both top: half(k, d)
		sum(half.firsts(0, d), in.both(0, d+1), n-1-d, false, r.top, 0, 0, lower)
	}
	for k := range n - 1 {
		sum(kept.seconds(k, k+1), half.seconds(k, 0), n-1-k, false, r.top, 0, 0, lower)
	}
	for d := range n - 1 { // both bottom: half(l, d)
		sum(half.firsts(d+1, d), in.both(0, d+1), n-1-d, false, r.bottom, d+1, d+1, upper)
	}
	for l := 1; l < n; l++ {
		sum(kept.firsts(0, l), half.seconds(l, 0), l, true, r.between, n-l, 0, turned)
	}
	for i := range n - 1 { // top above bottom: half(i, l)
		sum(half.seconds(i, i+1), in.seconds(i, i+1), n-1-i, false, r.bottom, i+1, i+1, upper)
	}
	for l := 1; l < n; l++ {
		sum(kept.firsts(0, l), half.firsts(0, l), l, true, r.top, 0, 0, lower)
	}
	w.swap.apply(r, in)
}

// turn is step for a riffle: it sets next to the rows before, nil for the deck as it was, followed
// by a run of deterministic letters and the riffle.
func (f *follower) turn(ctx context.Context, next, before *Rows, r *riffle, run perm.Perm) error {
	if before == nil {
		return f.share(ctx, func(w *riffling, row int) {
			w.begin(r, f.starts, row)
			w.store(next.Sum, row, 1, 1/float64(f.laws.pairs))
			w.store(next.Diff, row, -1, 0)
		})
	}
	half := func(to, from *dense.Matrix, sign float64) error {
		from = f.moveEnds(from, run, sign < 0)
		return f.share(ctx, func(w *riffling, row int) {
			w.follow(r, from, row)
			w.store(to, row, sign, 0)
		})
	}
	if err := half(next.Sum, before.Sum, 1); err != nil {
		return err
	}
	return half(next.Diff, before.Diff, -1)
}

// share processes a few rows at a time.
func (f *follower) share(ctx context.Context, do func(w *riffling, row int)) error {
	f.riffles = append(f.riffles, make([]*riffling, f.threads-len(f.riffles))...)
	tasks := (len(f.starts) + width - 1) / width
	return pace.Share(ctx, f.threads, tasks, func(_ context.Context, thread int) func(int) error {
		if f.riffles[thread] == nil {
			f.riffles[thread] = newRiffling(f.laws.N)
		}
		return func(task int) error { do(f.riffles[thread], task*width); return nil }
	})
}

// begin applies the riffle to the initial deck, for some start pairs.
func (w *riffling) begin(r *riffle, starts []int, row int) {
	starts = starts[row:min(row+width, len(starts))]
	w.each(func(i, j, x int) {
		to := w.in.at(i, j)
		clear(to)
		for c, start := range starts {
			if x == start {
				to[c] = 1
			}
		}
	})
	w.apply(r)
}

// follow applies it to rows of the law before it.
func (w *riffling) follow(r *riffle, m *dense.Matrix, row int) {
	w.each(func(i, j, x int) {
		to := w.in.at(i, j)
		for c := range min(width, m.Rows-row) {
			to[c] = m.Data[(row+c)*m.Stride+x]
		}
	})
	w.apply(r)
}

// store writes Kept + Swapped less a constant for sign 1, and Kept - Swapped for sign -1.
func (w *riffling) store(m *dense.Matrix, row int, sign, less float64) {
	w.each(func(k, l, y int) {
		kept, swapped, thrown := w.kept.at(k, l), w.swap.at(k, l), sign*w.thrown[l]
		for c := range min(width, m.Rows-row) {
			m.Data[(row+c)*m.Stride+y] = math.FMA(thrown, swapped[c], kept[c]) - less
		}
	})
}

// each yields all pairs with their numbers.
func (w *riffling) each(yield func(i, j, x int)) {
	x := 0
	for i := range w.cards {
		for j := i + 1; j < w.cards; j++ {
			yield(i, j, x)
			x++
		}
	}
}

// Two cards change their order in a riffle where the first one, i, is of the top packet and comes
// to l, and the other one, j, is of the bottom packet and comes to k < l. Then there are i cards of
// the top packet and l-i of the bottom one before l, say r of the latter between k and l, and
// n-1-j-r after l.
//
// First sum over what is after l: V_l(i, r) = sum of F(i, j) over the places after l, whose bottom
// cards number n-1-j-r. Without places that is F(i, n-1-r). A place more belongs to the top packet,
// or to the bottom one:
//
//	V_(l-1)(i, r) = p V_l(i, r) + q V_l(i, r+1).
//
// Then sum over the places before l. The l-1-i bottom cards that are not at k occupy any of the l-1
// places except k, with all sets equally likely. Let these be m = l-1-i, and remove a random one of
// them. Then r of m become r or r-1 of m-1, with probabilities (m-r)/m and r/m. So
//
//	U_l(r) for i  =  V_l(i, r) + p/(q (i+1)) ((m-r) U_l(r) + r U_l(r-1)) for i+1,
//
// where the probabilities C(l-1, i) p^i q^m of a number of top cards are counted in those of i. For
// i = 0 all places belong to the bottom packet: r = l-1-k, and the sum for k < l is p q^l
// U_l(l-1-k).
type swap struct {
	sums             []column    // U_l
	now, next, spare column      // V_l for an i
	place            []float64   // p and q for each line
	random           [][]float64 // r and m-r for each line, by m
}

// column has a line for each r from -1 on.
type column []float64

func newColumn(n int) column { return make(column, (n+1)*width) }

func (c column) lines(r int) []float64 { return c[(r+1)*width:] }

func newSwap(n int) *swap {
	s := &swap{now: newColumn(n), next: newColumn(n), spare: newColumn(n)}
	for m := range n {
		s.sums = append(s.sums, newColumn(n))
		s.random = append(s.random, nil)
		for r := range m + 1 {
			s.random[m] = append(s.random[m], float64(r), float64(m-r))
		}
	}
	return s
}

// apply fills the sums for the rows in in.
func (s *swap) apply(riffle *riffle, in *table) {
	n := riffle.n
	s.place = s.place[:0]
	for range n {
		s.place = append(s.place, riffle.p, riffle.q)
	}
	for i := n - 2; i >= 0; i-- {
		for r := range n - 1 - i {
			copy(s.now.lines(r)[:width], in.at(i, n-1-r))
		}
		c := riffle.p / (riffle.q * float64(i+1))
		for l := n - 1; l > i; l-- {
			m := l - 1 - i
			dense.AddLines(s.next.lines(0), s.now.lines(0), s.place[:2*m], 1, false)
			if m > 0 {
				dense.AddLines(s.now.lines(0), s.sums[l].lines(-1), s.random[m], c, true)
			}
			s.sums[l], s.now, s.next, s.spare = s.now, s.next, s.spare, s.sums[l]
		}
	}
}

// at are the sums for k < l, except for p q^l.
func (s *swap) at(k, l int) []float64 { return s.sums[l].lines(l - 1 - k)[:width] }
