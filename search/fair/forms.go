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
	decks int
}

// p is the chance that T is at least as large for fair decks: by the chi-square law, or by the law
// of the same mean, variance and third cumulant
//
//	8/N^3 (C(N, 2) E k^3 + 6 C(N, 3) df)
//
// of the type of a gamma law (Pearson's third), if that is larger.
func (f form) p() float64 {
	p := mathext.GammaIncRegComp(f.df/2, max(0, f.value)/2)
	n := float64(f.decks)
	if third := float64(8 / (n * n * n) * (n * (n - 1) / 2 * f.third)); third > 0 {
		third += float64(8 / (n * n * n) * n * (n - 1) * (n - 2) * f.df)
		v := 2 * f.df * (n - 1) / n
		shape, scale := 4*v*v*v/(third*third), third/(2*v)
		if x := (f.value - f.df) / scale; x > -shape {
			p = max(p, mathext.GammaIncRegComp(shape, shape+x))
		}
	}
	return p
}

// forms are the forms of the counts.
func (c Counts) forms() (all []form) {
	n, k := float64(c.N), float64(c.Listed)
	sizes := c.sizes()
	add := func(name string, value, df, third float64) {
		if df >= 1 {
			all = append(all, form{name, value, df, third, c.Decks})
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
	add("cells", c.cells(sizes, 0, c.Listed), df, third)
	third = 2 - float64(3*float64(len(sizes))) // of one place, where k is n/m - 1 or -1
	for _, m := range sizes {
		third += n / float64(m)
	}
	if c.Listed > 1 {
		add("first place", c.cells(sizes, 0, 1), different, third)
		add("last place", c.cells(sizes, c.Listed-1, c.Listed), different, third)
	}
	if c.Kinds == nil && c.Listed == c.N {
		add("first card", c.row(0), n-1, third)
		add("last card", c.row(c.N-1), n-1, third)
	}
	if c.Places != nil {
		add("pairs of places", pairs(c.Places, c.Decks), n*(n-1)/2, 0)
		add("pairs of cards", pairs(c.Cards, c.Decks), n*(n-1)/2, 0)
		add("neighbours of each card", c.follows(), float64(n*n)-float64(3*n)+1, (n-1)*(n-1)*(n-1))
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
// large as observed that ends the simulation for a form: their share is then known well enough (J.
// Besag and P. Clifford, Sequential Monte Carlo p-values, 1991).
const (
	simulations = 30_000
	certain     = 2_000 // where other tests decide
	enough      = 20
)

// simulated are the p-values of forms for few decks, from the rank of the observed T among those of
// fair decks. They are valid for any number of simulations: (g+1)/(B+1) for g as large of B, or
// enough/B once there are enough.
func (c Counts) simulated(ctx context.Context, forms []form, seed uint64, most int) (p []float64, err error) {
	p = make([]float64, len(forms))
	larger := make([]int, len(forms))
	rng := draw.Keyed(seed, "fair forms", 0, 0)
	done := 0
	t := c.fairly()
	for b := 1; b <= most && done < len(forms); b++ {
		pace.Yield()
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t.again()
		t.deal(rng, c.Decks)
		d := t.Done()
		for i, f := range d.forms() {
			if p[i] > 0 {
				continue
			}
			if f.value >= forms[i].value*(1-1e-12) {
				larger[i]++
			}
			if larger[i] == enough {
				p[i] = float64(enough) / float64(b)
				done++
			}
		}
	}
	for i := range p {
		if p[i] == 0 {
			p[i] = float64(larger[i]+1) / float64(most+1)
		}
	}
	return p, nil
}

// visible is the deviation that is found in nine of ten cases. A card's chance to be at a place
// then differs from the expected one by this share of it, on average, and the form of cells is
// beyond the limit of its chi-square law. Its mean excess for chances m/n (1 + r) of k places is N
// (n-1) k/n times the mean of r^2, or more.
func (c Counts) visible(limit float64) float64 {
	f := c.forms()[0]
	z := ninth - elementary.NormalQuantile(limit)
	n := float64(c.N)
	return math.Sqrt(z * math.Sqrt(2*f.df) * n / (float64(c.Decks) * (n - 1) * float64(c.Listed)))
}

// ninth is the quantile of the normal law at 9/10.
const ninth = 1.2815515655446004
