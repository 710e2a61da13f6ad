package riffle

import "math/big"

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
			rounded.SetInt(&column[k]) // this keeps memory for the whole integer
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
