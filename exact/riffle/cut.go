package riffle

import "math/big"

// Cut says whether the deck is also cut, and when: one of n rotations, each
// with probability 1/n.
//
// Let p be a permutation (p[i] is where card i goes), c the number of its cyclic descents,
// which include p[n-1] > p[0], and Q = Q(n, a, .). With N = n-1 and x_c = N! Q(N, a, c):
//
// Before the shuffle: P(p) is the mean of Q(1 + descents) over the rotations of the word p. c
// of these begin at a cyclic descent and so have one descent less:
//
//	P(p) = [c Q(c) + (n-c) Q(c+1)]/n = Q(N, a, c)/n,   n! P(p) = x_c
//
// and n A(N, c-1) permutations have c cyclic descents. So every distance is
// that of an a-shuffle of n-1 cards.
//
// After the shuffle: P(p) is the mean over p + k mod n. The closed walk p[0], p[1], ...,
// p[n-1], p[0] on a circle passes every point c times. Without its last step, of length d =
// (p[0] - p[n-1]) mod n, it passes d of them once less:
//
//	P(p) = [d Q(c) + (n-d) Q(c+1)]/n,   n! P(p) = x_c (1 + (d-c)/a)
//
// Adding k to p mod n changes neither c nor d. With p[n-1] = 0 the rest of p is
// a permutation of 1..N that begins with d and has c-1 descents. For given c
// the mean of d is c, so this law is finer than the one of a cut before.
type Cut string

// The cuts.
const (
	None   Cut = "none"
	Before Cut = "before"
	After  Cut = "after"
)

// Cuts are all of them.
var Cuts = []Cut{None, Before, After}

// Shuffle is an a-shuffle, for any a, with a cut or without. It keeps tables and so is for one
// goroutine.
type Shuffle struct {
	cards    int          // n, or n-1 if there is a cut
	tilted   bool         // a cut after: ratios x_c (1 + (d-c)/a) instead of x_c
	eulerian []*big.Int   // of cards
	table    []*big.Float // see refined
}

// New prepares the shuffles of n >= 1 cards.
func New(n int, cut Cut) *Shuffle {
	if cut != None {
		n = max(n-1, 1) // one card is uniform, as is none
	}
	return &Shuffle{cards: n, tilted: cut == After, eulerian: Eulerian(n)}
}

// Separation is max(1 - n! P). With a cut it is that of n-1 cards: the least
// ratio of a cut after has c = N, hence d = N, too, because that of c < N is at
// least n! Q(n, a, N), which is more.
func (s *Shuffle) Separation(a *big.Int) *big.Rat { return Separation(s.cards, a) }

// Linf is max|n! P - 1|. With a cut it is that of n-1 cards: the greatest ratio
// of a cut after has c = 1, hence d = 1. For d <= N, and the ratio of c = 2 is
// at most x_2 (1 + (N-2)/a) = x_1 (1 - 1/a) (1 + (N-2)/a)/(1 + (N-1)/a); larger
// c have at most n! Q(n, a, 3), which is less.
func (s *Shuffle) Linf(a *big.Int) *big.Rat { return Linf(s.cards, a) }

// TVD is the total variation distance: the sum of the positive parts of
// P - 1/n!. Ratios fall with r (or c), and for given c grow with d, and there
// is at most one c that has ratios on either side of 1.
func (s *Shuffle) TVD(a *big.Int) *big.Rat {
	all := power(a, s.cards)
	sum, term := new(big.Int), new(big.Int)
	eachRatio(s.cards, a, func(r int, ratio *big.Int) bool {
		if s.tilted {
			return s.addTilted(sum, r, ratio, a, all)
		}
		if ratio.Cmp(all) <= 0 {
			return false
		}
		term.Sub(ratio, all)
		sum.Add(sum, term.Mul(term, s.eulerian[r-1]))
		return true
	})
	if s.tilted {
		all.Mul(all, a)
	}
	return new(big.Rat).SetFrac(sum, all.Mul(all, factorial(s.cards)))
}

// Bet is the event that a deck is likelier than in a fair one, as for [Law]: that it has at
// most a number of rising sequences, or of cyclic descents if there is a cut before. With a
// cut afterwards, the likelier decks have no such bound.
func (s *Shuffle) Bet(a *big.Int) (most int, here, fair *big.Rat) {
	if s.tilted {
		return 0, nil, nil
	}
	all := power(a, s.cards)
	sum, count, term := new(big.Int), new(big.Int), new(big.Int)
	eachRatio(s.cards, a, func(r int, ratio *big.Int) bool {
		if ratio.Cmp(all) <= 0 {
			return false
		}
		most = r
		sum.Add(sum, term.Mul(ratio, s.eulerian[r-1]))
		count.Add(count, s.eulerian[r-1])
		return true
	})
	orders := factorial(s.cards)
	return most, new(big.Rat).SetFrac(sum, all.Mul(all, orders)), new(big.Rat).SetFrac(count, orders)
}

// addTilted adds to sum, over the d with ratio (a-c+d) > all a,
//
//	first(c-1, d) (ratio (a-c+d) - all a)
//
// where first counts permutations that begin with d. It reports whether larger c
// may have such d.
func (s *Shuffle) addTilted(sum *big.Int, c int, ratio, a, all *big.Int) bool {
	if ratio.Sign() == 0 {
		return false
	}
	offset := new(big.Int).Sub(a, big.NewInt(int64(c)))
	level := new(big.Int).Mul(all, a)
	least := new(big.Int).Quo(level, ratio) // d is above least - offset
	least.Sub(least, offset)
	if least.Cmp(big.NewInt(int64(s.cards))) >= 0 {
		return false
	}
	count := s.eulerian[c-1]
	total := new(big.Int).Mul(count, big.NewInt(int64(c))) // of d
	if least.Sign() > 0 {
		count, total = firstAbove(s.cards, c-1, int(least.Int64()))
	}
	total.Add(total, offset.Mul(offset, count))
	total.Mul(total, ratio)
	sum.Add(sum, total.Sub(total, level.Mul(level, count)))
	return true
}

// A(n, k, d), the number of permutations of 1..n with k descents that begin with
// d, refines the Eulerian numbers:
//
//	sum_k A(n, k, d) x^k = (1-x)^n sum_b b^(d-1) (b+1)^(n-d) x^b
//
// Proof. Label the values 1..n so that d has b, those below d have 0..b-1 and
// those above 0..b; there are b^(d-1) (b+1)^(n-d) ways. Sort by falling label,
// equal labels by rising value: d comes first. A permutation with k descents
// comes from every sequence b = f(1) >= f(2) >= ... >= f(n) >= 0 that falls at
// its descents, and x^k/(1-x)^n counts those by b.

// firstAbove counts the permutations of 1..n with k descents whose first
// element d is above least (0 <= least < n), and adds up their d. With the
// coefficients above, x = k-i and y = x+1,
//
//	A(n, k, d) = sum_i (-1)^i C(n, i) x^(d-1) y^(n-d)
//
// and the sums over d are geometric: with g = x^least y^(n-least) - x^n they are
// g for the count, and (least+y) g - (n-least) x^n for the total.
func firstAbove(n, k, least int) (count, total *big.Int) {
	count, total = new(big.Int), new(big.Int)
	binomial := big.NewInt(1)
	var x, y, g, all, t big.Int
	for i := 0; i <= k; i++ {
		x.SetInt64(int64(k - i))
		y.SetInt64(int64(k - i + 1))
		all.Exp(&x, big.NewInt(int64(n)), nil)
		g.Exp(&x, big.NewInt(int64(least)), nil)
		g.Mul(&g, t.Exp(&y, big.NewInt(int64(n-least)), nil))
		g.Sub(&g, &all)
		count.Add(count, t.Mul(&g, binomial))

		y.Add(&y, big.NewInt(int64(least)))
		g.Mul(&g, &y)
		g.Sub(&g, all.Mul(&all, big.NewInt(int64(n-least))))
		total.Add(total, t.Mul(&g, binomial))

		binomial.Mul(binomial, big.NewInt(int64(i-n)))
		binomial.Quo(binomial, big.NewInt(int64(i+1)))
	}
	return count, total
}

// refined holds A(n, k, d) at k*n + d-1, rounded to prec bits. Multiplying the
// coefficients above by b/(b+1) leads from d to d+1:
//
//	(k+1) A(n, k, d+1) + (n-k) A(n, k-1, d+1) = k A(n, k, d) + (n-k+1) A(n, k-1, d)
//
// and the row d = 1 is Eulerian(n-1). Turning values upside down maps (k, d) to
// (n-1-k, n+1-d), so half of the d are enough. The last table is kept.
func (s *Shuffle) refined(prec uint) []*big.Float {
	n := s.cards
	if s.table != nil && s.table[0].Prec() == prec {
		return s.table
	}
	s.table = make([]*big.Float, n*n)
	column := make([]big.Int, n)
	for k, a := range Eulerian(max(n-1, 1)) {
		column[k].Set(a)
	}
	rounded := new(big.Float).SetPrec(prec)
	for d := 1; ; d++ {
		for k := range column {
			rounded.SetInt(&column[k]) // keeps memory for the whole integer
			cell := new(big.Float).Set(rounded)
			s.table[k*n+d-1] = cell
			s.table[(n-1-k)*n+n-d] = cell
		}
		if 2*d >= n {
			return s.table
		}
		nextFirst(column)
	}
}

// nextFirst takes the column of d to that of d+1.
func nextFirst(column []big.Int) {
	n := len(column)
	var old, above, t, factor big.Int // old and above: A(n, k, d), A(n, k-1, d)
	for k := range column {
		a := &column[k]
		old.Set(a)
		a.Mul(a, factor.SetInt64(int64(k)))
		if k > 0 {
			a.Add(a, t.Mul(&above, factor.SetInt64(int64(n-k+1))))
			a.Sub(a, t.Mul(&column[k-1], factor.SetInt64(int64(n-k))))
		}
		a.Quo(a, factor.SetInt64(int64(k+1)))
		above.Set(&old)
	}
}
