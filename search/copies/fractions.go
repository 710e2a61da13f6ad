package copies

import (
	"context"
	"math"
	"math/big"
	"slices"

	"dovetail/exact/riffle"
	"dovetail/perm/pace"
)

// Two values in blocks, r red cards above b black ones. Read from the top of the shuffled deck w,
// let i red and j black cards lie above a red card. Labels of red cards do not exceed k, the
// greatest label of a red card, and the last red card with this label decides. Red cards above it
// have one of k+1 labels, those below it one of k. Black cards above it have one of a-1-k labels,
// those below it one of a-k. So the labellings that show w are a sum along its path,
//
//	a^n P(w) = sum over red cards of G(i, j)
//	G(i, j) = sum_{k<a} (k+1)^i k^(r-1-i) (a-1-k)^j (a-k)^(b-j)
//
// and the law of this sum goes from cell to cell of the grid of paths.

// labellings is G, at i and j, for i < r and j <= b.
func labellings(ctx context.Context, r, b int, a int64) ([][]*big.Int, error) {
	g := make([][]*big.Int, r)
	for i := range g {
		for range b + 1 {
			g[i] = append(g[i], new(big.Int))
		}
	}
	var red, term big.Int
	for k := range a {
		if k%256 == 0 {
			pace.Yield()
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		last, others := powers(k+1, r-1), powers(k, r-1)
		above, below := powers(a-1-k, b), powers(a-k, b)
		for j := range below {
			above[j].Mul(above[j], below[b-j])
		}
		for i := range g {
			if red.Mul(last[i], others[r-1-i]); red.Sign() == 0 {
				continue
			}
			for j := range above {
				g[i][j].Add(g[i][j], term.Mul(&red, above[j]))
			}
		}
	}
	return g, nil
}

// powers are x^0, x^1, ..., x^most.
func powers(x int64, most int) []*big.Int {
	all := []*big.Int{big.NewInt(1)}
	base := big.NewInt(x)
	for e := range most {
		all = append(all, new(big.Int).Mul(all[e], base))
	}
	return all
}

// pathCounts is the law of a sum: the number of paths with each of its values.
type pathCounts map[string]*entry

type entry struct{ sum, paths *big.Int }

func (t pathCounts) add(e *entry, step *big.Int) {
	sum := new(big.Int).Add(e.sum, step)
	key := string(sum.Bytes())
	if old := t[key]; old != nil {
		old.paths.Add(old.paths, e.paths)
		return
	}
	t[key] = &entry{sum, new(big.Int).Set(e.paths)}
}

// TVD is the total variation distance from uniform of a source of two values in blocks, after an
// a-shuffle. It uses the complete law of sums. This is for decks with few arrangements, or where
// many share a sum, as for one riffle.
func (d Deck) TVD(ctx context.Context, a int64) (*big.Rat, error) {
	r, b := d[0], d[1]
	g, err := labellings(ctx, r, b, a)
	if err != nil {
		return nil, err
	}
	zero := new(big.Int)
	cells := make([]pathCounts, b+1) // by black cards so far
	for j := range cells {
		cells[j] = pathCounts{"": {new(big.Int), big.NewInt(1)}}
	}
	for i := range r {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for j := range cells {
			pace.Yield()
			cell := pathCounts{}
			for _, e := range cells[j] {
				cell.add(e, g[i][j])
			}
			if j > 0 {
				for _, e := range cells[j-1] {
					cell.add(e, zero)
				}
			}
			cells[j] = cell
		}
	}
	all := new(big.Int).Exp(big.NewInt(a), big.NewInt(int64(r+b)), nil)
	arrangements := d.Arrangements()
	lack := new(big.Int)
	for _, e := range cells[b] {
		less := new(big.Int).Mul(e.sum, arrangements)
		if less.Sub(all, less); less.Sign() > 0 {
			lack.Add(lack, less.Mul(less, e.paths))
		}
	}
	return new(big.Rat).SetFrac(lack, all.Mul(all, arrangements)), nil
}

// Every yields all arrangements of the deck's values, in lexicographic order, in one slice. If ctx
// is done before, it returns its error.
func (d Deck) Every(ctx context.Context, yield func(shown []uint8)) error {
	left := append(Deck(nil), d...)
	shown := make([]uint8, d.Size())
	var fill func(i int)
	fill = func(i int) {
		if ctx.Err() != nil {
			return
		}
		if i == len(shown)/2 {
			pace.Yield()
		}
		if i == len(shown) {
			yield(shown)
			return
		}
		for v := range left {
			if left[v] > 0 {
				left[v]--
				shown[i] = uint8(v)
				fill(i + 1)
				left[v]++
			}
		}
	}
	fill(0)
	return ctx.Err()
}

// TVD is the total variation distance from uniform after an a-shuffle of a deck of few
// arrangements, each of which is counted. prod n_v! must be below 2^53.
func (c *counter) TVD(ctx context.Context, a *big.Int) (*big.Rat, error) {
	ways := make([]*big.Int, c.n)
	for d := range ways {
		ways[d] = riffle.Ways(c.n, a, d+1)
	}
	all := new(big.Int).Exp(a, big.NewInt(int64(c.n)), nil)
	arrangements := c.game.Deck.Arrangements()
	lack := new(big.Int)
	err := c.game.Deck.Every(ctx, func(shown []uint8) {
		sum, term := new(big.Int), new(big.Int)
		for d, count := range c.Descents(shown) {
			sum.Add(sum, term.Mul(term.SetInt64(int64(count)), ways[d]))
		}
		if sum.Mul(sum, arrangements); sum.Cmp(all) < 0 {
			lack.Add(lack, term.Sub(all, sum))
		}
	})
	if err != nil {
		return nil, err
	}
	return new(big.Rat).SetFrac(lack, all.Mul(all, arrangements)), nil
}

// Enclose is TVD for any n_v: an interval of doubles that holds the distance. P/U has a relative
// error of (2n^2 + 3n + 3) 2^-53 (counts, ratios and their sum). Its mean is 1, and (1 - P/U)^+ has
// the same error. Each arrangement that is added has one rounding more.
func (c *counter) Enclose(ctx context.Context, a int64) (low, high *big.Rat, err error) {
	ratios, n := densityRatios(c.n, a), float64(c.n)
	sum, count := 0.0, 0.0
	err = c.game.Deck.Every(ctx, func(shown []uint8) {
		sum += max(0, 1-c.Density(c.Descents(shown), ratios))
		count++
	})
	slack := float64((float64(2*n*n) + float64(4*n) + count + 8) / (1 << 53))
	return rational(sum/count - slack), rational(sum/count + slack), err
}

// Separation is max(1 - P(w)/U) of a source in blocks after an a-shuffle. The least likely
// arrangement has the values reversed (Assaf, Diaconis and Soundararajan, A rule of thumb for
// riffle shuffling, Annals of Applied Probability 21, 2011): every step from a value to the next is
// a descent, and within a value all permutations occur. So its descents are counted by x^(h-1)
// times the product of the Eulerian polynomials of the n_v.
func (d Deck) Separation(a *big.Int) *big.Rat {
	counts := []*big.Int{big.NewInt(1)}
	for _, l := range d {
		counts = times(counts, riffle.Eulerian(l))
	}
	n := d.Size()
	sum := new(big.Int)
	for k, count := range counts {
		sum.Add(sum, new(big.Int).Mul(count, riffle.Ways(n, a, len(d)+k)))
	}
	sum.Mul(sum, d.Arrangements())
	all := new(big.Int).Exp(a, big.NewInt(int64(n)), nil)
	return new(big.Rat).SetFrac(sum.Sub(all, sum), all)
}

// times multiplies polynomials.
func times(p, q []*big.Int) []*big.Int {
	product := make([]*big.Int, len(p)+len(q)-1)
	for i := range product {
		product[i] = new(big.Int)
	}
	var term big.Int
	for i, x := range p {
		for j, y := range q {
			product[i+j].Add(product[i+j], term.Mul(x, y))
		}
	}
	return product
}

// RuleOfThumb approximates the separation, by Assaf, Diaconis and Soundararajan. It depends on the
// number h of values alone,
//
//	1 - prod_{i=1}^{h-1} a/(n+i) sum_j (-1)^j C(h-1, j) (1-j/a)^(n+h-1)
//
// summed in fractions, because terms cancel.
func (d Deck) RuleOfThumb(a int64) float64 {
	n, h := int64(d.Size()), int64(len(d))
	power := big.NewInt(n + h - 1)
	sum, term := new(big.Int), new(big.Int)
	for j := int64(0); j < min(h, a); j++ {
		term.Exp(big.NewInt(a-j), power, nil)
		term.Mul(term, new(big.Int).Binomial(h-1, j))
		if j%2 == 1 {
			term.Neg(term)
		}
		sum.Add(sum, term)
	}
	// a^(h-1)/a^(n+h-1) = 1/a^n
	all := new(big.Int).Exp(big.NewInt(a), big.NewInt(n), nil)
	all.Mul(all, term.MulRange(n+1, n+h-1))
	x, _ := new(big.Rat).SetFrac(sum, all).Float64()
	return math.Max(0, 1-x)
}

// Guesses is the mean number of cards of a fair deck that the best player names correctly by their
// values, if each card is shown after the guess. The player names the value that has most cards
// left. The last k cards are a uniform set of k, with X_v cards of value v. So the guess is right
// with probability E max X_v / k, and
//
//	E max X_v = sum_t P(max X_v > t) = sum_t (1 - N(k, t)/C(n, k)),
//
// where sum_k N(k, t) x^k = prod_v sum_{i<=t} C(n_v, i) x^i counts the sets with at most t of each.
func (d Deck) Guesses() *big.Rat {
	n := d.Size()
	more := make([]*big.Int, n+1)
	for k := range more {
		more[k] = new(big.Int)
	}
	var all big.Int
	for t := range slices.Max(d) {
		sets := []*big.Int{big.NewInt(1)}
		for _, count := range d {
			choices := make([]*big.Int, min(t, count)+1)
			for i := range choices {
				choices[i] = new(big.Int).Binomial(int64(count), int64(i))
			}
			sets = times(sets, choices)
		}
		for k := range more {
			more[k].Add(more[k], all.Binomial(int64(n), int64(k)))
			if k < len(sets) {
				more[k].Sub(more[k], sets[k])
			}
		}
	}
	sum := new(big.Rat)
	for k := int64(1); k <= int64(n); k++ {
		all.Binomial(int64(n), k)
		sum.Add(sum, new(big.Rat).SetFrac(more[k], all.Mul(&all, big.NewInt(k))))
	}
	return sum
}
