package fair

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mathext"

	"dovetail/perm/elementary"
	"dovetail/perm/pace"
	"dovetail/perm/shuffle/draw"
)

// Quadratic forms compare counts with their expectations, where the counts depend on each other.
// Each form is
//
//	T = 1/N sum over decks s, t of k(s, t),
//
// for a kernel k with k(s, s) = df, the mean 0 over fair decks t for every s, and the variance df: the square of the
// distance of the counts from their means, in the norm of their covariance. So T has the mean df exactly, the variance
// 2 df (N-1)/N exactly, and for many decks the chi-square law with df degrees of freedom.

// form is a quadratic form.
type form struct {
	name  string
	value float64
	df    float64
	third float64 // the mean of k^3, 0 if it is 0 or not known
	grain float64 // N r^2 for a cell of the lattice of the counts, centred on 0, within the distance r
	decks int
}

// p is twice the smaller tail: counts may be too uneven, or too even.
//
// Counts are integers, which matters where T is small: T = 0 is possible, and no law with a density
// allows for it. Let X be the counts less their means, |X|^2 = T, and U uniform on a cell of their
// lattice, symmetric and within the distance r of 0. Then X.U <= 0 with a chance of at least 1/2,
// and |X+U|^2 <= T + r^2, so that P(T <= t) <= 2 P(|X+U|^2 <= t + r^2). X + U has a density.
func (f form) p() float64 {
	upper := f.limit(f.value, mathext.GammaIncRegComp)
	lower := 2 * f.limit(f.value+f.grain/float64(f.decks), mathext.GammaIncReg)
	return min(1, 2*min(upper, lower))
}

// limit is a tail of the law of T for many decks at t: that of the chi-square law, or of the law of
// the same mean, variance and third cumulant
//
//	8/N^3 (C(N, 2) E k^3 + 6 C(N, 3) df)
//
// of the type of a gamma law (Pearson's third), if that is larger.
func (f form) limit(t float64, tail func(shape, x float64) float64) float64 {
	n := float64(f.decks)
	p := tail(f.df/2, max(0, t)/2)
	third := float64(8/(n*n)*(n-1)) * (float64(f.third/2) + float64((n-2)*f.df))
	v := 2 * f.df * (n - 1) / n
	shape, scale := 4*v*v*v/(third*third), third/(2*v)
	if x := shape + (t-f.df)/scale; third > 0 && x > 0 {
		p = max(p, tail(shape, x))
	}
	return p
}

// forms are the forms of the counts.
func (c Counts) forms() (all []form) {
	n, k := float64(c.N), float64(c.Listed)
	sizes := c.sizes()
	add := func(name string, value, df, third, grain float64) {
		if df >= 1 {
			all = append(all, form{name, value, df, third, grain, c.Decks})
		}
	}
	different := float64(len(sizes) - 1)
	df, third := different*k, 0.0
	if c.Listed == c.N {
		df = different * (n - 1)
	}
	if c.Kinds == nil && c.Listed == c.N {
		third = (n - 1) * (n - 1) * (n - 1)
	}
	// A table is rounded to integers with the same sums so that each entry keeps its mean, and has a
	// variance of at most 1/4.
	grain := 0.0
	for _, m := range sizes {
		grain += (n - 1) / 4 / float64(m)
	}
	wide := grain * k
	if c.Listed < c.N {
		wide *= 1 + float64(1/(n-k))
	}
	add("cells", c.cells(sizes, 0, c.Listed), df, third, wide)
	grain *= n / (n - 1)
	third = 2 - float64(3*float64(len(sizes))) // of one place, where k is n/m - 1 or -1
	for _, m := range sizes {
		third += n / float64(m)
	}
	if c.Listed > 1 {
		add("first place", c.cells(sizes, 0, 1), different, third, grain)
		add("last place", c.cells(sizes, c.Listed-1, c.Listed), different, third, grain)
	}
	if c.Kinds == nil && c.Listed == c.N {
		add("first card", c.row(0), n-1, third, n*n/4)
		add("last card", c.row(c.N-1), n-1, third, n*n/4)
	}
	if c.Places != nil {
		add("pairs of places", pairs(c.Places, c.Decks), n*(n-1)/2, 0, 3*n*(n-1)/2)
		add("pairs of cards", pairs(c.Cards, c.Decks), n*(n-1)/2, 0, 3*n*(n-1)/2)
		grain = n * (n - 1) * (n - 1) / 4
		if c.N == 4 { // cycles of four make a lattice of half the density
			grain *= 9
		}
		add("neighbours of each card", c.follows(), float64(n*n)-float64(3*n)+1, (n-1)*(n-1)*(n-1), grain)
	}
	return all
}

// sizes are the numbers of cards that the rows of cells stand for.
func (c Counts) sizes() []int {
	sizes := make([]int, len(c.Cells))
	for a := range sizes {
		if sizes[a] = 1; c.Kinds != nil {
			sizes[a] = c.Kinds[a].Count
		}
	}
	return sizes
}

// cells is the form of the rows, of sizes m_a, at a number of places of n. The counts less their means, D, have the
// covariance
//
//	1/(n-1) (diag m - m m'/n) x (I - J/n),
//
// whose inverse on k < n places is (n-1) (diag 1/m) x (I + J/(n-k)). On all n, the sums of D over
// places are 0.
func (c Counts) cells(sizes []int, from, to int) (t float64) {
	n, k := float64(c.N), to-from
	for a, row := range c.Cells {
		mean, square, sum := float64(c.Decks)*float64(sizes[a])/n, 0.0, 0.0
		for _, x := range row[from:to] {
			d := float64(x) - mean
			square += float64(d * d)
			sum += d
		}
		if k < c.N {
			square += float64(sum*sum) / float64(c.N-k)
		}
		t += square / float64(sizes[a])
	}
	return t * (n - 1) / float64(c.Decks)
}

// row is Pearson's form of the places of one card.
func (c Counts) row(card int) (t float64) {
	mean := float64(c.Decks) / float64(c.N)
	for _, x := range c.Cells[card] {
		d := float64(x) - mean
		t += float64(d*d) / mean
	}
	return t
}

// pairs is the form of comparisons: which of two is the smaller. Y_pq = +1 or -1 has the variance
// 1, and Y_pq and Y_pr have the covariance 1/3. This matrix is 1/3 on tables without sums over
// rows, and (n+1)/3 on the others, x_p - x_q. So with the sums B of Y, s_p = sum_q B_pq,
//
//	T = 3/N (sum_(p<q) B_pq^2 - sum_p s_p^2/(n+1)).
func pairs(counts [][]int, decks int) float64 {
	n := len(counts)
	square, sums := 0.0, make([]float64, n)
	for q, row := range counts {
		for p, x := range row {
			b := float64(2*x - decks)
			square += float64(b * b)
			sums[p] += b
			sums[q] -= b
		}
	}
	for _, s := range sums {
		square -= float64(s*s) / float64(n+1)
	}
	return 3 * square / float64(decks)
}

// follows is the form of successions: which card lies directly below which. The card on top lies
// below the last, so that these are cycles of all n cards. The form has a symmetric part, of
// variance 1/(n-1) in each of n(n-3)/2 directions, and an antisymmetric one, of n/((n-1)(n-2)) in
// (n-1)(n-2)/2.
func (c Counts) follows() float64 {
	n := float64(c.N)
	mean, even, odd := float64(c.Decks)/(n-1), 0.0, 0.0
	for b, row := range c.Follows {
		for a, x := range row {
			if a != b {
				y := c.Follows[a][b]
				e, o := float64(float64(x+y)/2)-mean, float64(x-y)/2
				even += float64(e * e)
				odd += float64(o * o)
			}
		}
	}
	return (float64(even*(n-1)) + odd*(n-1)*(n-2)/n) / float64(c.Decks)
}

// fewest is the number of decks from which on the limit law of forms is used. For fewer decks the
// law is simulated.
const fewest = 40

// simulations is the most sets of decks that are dealt. enough is the number of sets with a T as
// large as observed, or as small, that ends the simulation of this tail: their share is then known
// well enough (J. Besag and P. Clifford, Sequential Monte Carlo p-values, 1991).
const (
	simulations = 60_000
	certain     = 2_000 // where other tests decide
	enough      = 20
)

// simulated are the p-values of forms for few decks, twice the smaller tail, from the rank of the
// observed T among those of fair decks. Tails are valid for any number of simulations: (g+1)/(B+1)
// for g as large of B, or enough/B once there are enough.
func (c Counts) simulated(ctx context.Context, forms []form, seed uint64, most int) (p []float64, err error) {
	tails, beyond := [2][]float64{make([]float64, len(forms)), make([]float64, len(forms))}, matrix(2, len(forms))
	rng := draw.Keyed(seed, "fair forms", 0, 0)
	done := 0
	t := c.fairly()
	for b := 1; b <= most && done < 2*len(forms); b++ {
		pace.Yield()
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t.again()
		t.deal(rng, c.Decks)
		d := t.Done()
		for i, f := range d.forms() {
			t, slack := forms[i].value, float64(1e-12*(forms[i].value+f.df))
			for side, as := range []bool{f.value >= t-slack, f.value <= t+slack} {
				if !as || tails[side][i] > 0 {
					continue
				}
				if beyond[side][i]++; beyond[side][i] == enough {
					tails[side][i] = float64(enough) / float64(b)
					done++
				}
			}
		}
	}
	for i := range forms {
		least := 0.5
		for side := range tails {
			if tails[side][i] == 0 {
				tails[side][i] = float64(beyond[side][i]+1) / float64(most+1)
			}
			least = min(least, tails[side][i])
		}
		p = append(p, 2*least)
	}
	return p, nil
}

// visible is the deviation that is found in nine of ten cases. A card's chance to be at a place
// then differs from the expected one by this share of it, on average, and the form of cells is
// beyond the limit of its chi-square law. Its mean excess for chances m/n (1 + r) of k places is N
// (n-1) k/n times the mean of r^2, or more.
func (c Counts) visible(limit float64) float64 {
	f := c.forms()[0]
	z := ninth - elementary.NormalQuantile(limit/2)
	n := float64(c.N)
	return math.Sqrt(z * math.Sqrt(2*f.df) * n / (float64(c.Decks) * (n - 1) * float64(c.Listed)))
}

// ninth is the quantile of the normal law at 9/10.
const ninth = 1.2815515655446004
