package riffle

import "math/big"

// Entropy is the entropy in bits that the shuffled deck lacks: the relative entropy of its
// law to the uniform one, sum of P log2(n! P). It is an interval that holds the truth,
// narrowed until decided accepts it. decided must accept every interval that is narrow
// enough around the truth. A uniform law, which only one card has (Linf is positive for
// more), lacks exactly 0 bits.
func (s *Shuffle) Entropy(a *big.Int, decided func(lo, hi *big.Rat) bool) (lo, hi *big.Rat) {
	if s.cards == 1 {
		return new(big.Rat), new(big.Rat)
	}
	bits := uint(96 + 2*a.BitLen() + 2*big.NewInt(int64(s.cards)).BitLen())
	for {
		lo, hi = s.entropy(a, bits)
		if decided(lo, hi) {
			return lo, hi
		}
		bits *= 2
	}
}

// entropy works in fixed point. With l(i) = ln((a+i)/a) and N cards,
//
//	ln(x_r) = L(r) = l(1-r) + l(2-r) + ... + l(N-r)
//	sum P ln(n! P) = sum_r mass(r) L(r) + sum_t tilt(t) (1+t/a) l(t)
//
// where mass(r) is the probability of r rising sequences. Only a cut afterwards has the
// second sum, with tilt(t) the sum of Q(N, a, c) over the permutations with d - c = t (see
// Cut). In units of 2^-bits l is within N bits, L within N^2 bits, mass and tilt within 4
// of the truth; with b the bits of a+N, all logarithms are below b, so the first sum is off
// by less than 4 N^2 b + N^2 bits and the second by less than 8 N (N+1) b + N bits, besides
// one unit for a rounding of a term.
func (s *Shuffle) entropy(a *big.Int, bits uint) (lo, hi *big.Rat) {
	n := s.cards
	logs := newLogTable(n, a, bits)
	likely := s.likelihoods(a, bits)
	sum := s.untilted(logs, likely, bits)
	if s.tilted {
		sum.Add(sum, s.tilt(a, logs, likely, bits))
	}
	most := new(big.Int).Add(a, big.NewInt(int64(n)))
	slack := big.NewInt(int64(n+1) * int64(n+1))
	slack.Mul(slack, big.NewInt(int64(12*most.BitLen()+2*int(bits))))
	ln2 := twiceAtanh(big.NewInt(3), bits)
	below := new(big.Int).Sub(sum, slack)
	if below.Sign() < 0 { // a relative entropy is not negative
		below.SetInt64(0)
	}
	hi = new(big.Rat).SetFrac(sum.Add(sum, slack), ln2)
	return new(big.Rat).SetFrac(below, ln2.Add(ln2, big.NewInt(int64(bits)))), hi
}

// likelihood is what the entropy needs of r rising sequences.
type likelihood struct {
	q    *big.Float // Q(n, a, r)
	mass *big.Float // of all permutations with r
}

// likelihoods are computed with a few roundings to more bits than a unit needs: 2^-20 of a
// unit and 1/n of that.
func (s *Shuffle) likelihoods(a *big.Int, bits uint) []likelihood {
	n := s.cards
	newFloat := func() *big.Float { return new(big.Float).SetPrec(s.precision(bits)) }
	all := newFloat().SetInt(factorial(n))
	all.Mul(all, newFloat().SetInt(power(a, n)))
	var l []likelihood
	eachRatio(n, a, func(r int, ratio *big.Int) bool {
		if ratio.Sign() == 0 {
			return false
		}
		q := newFloat().SetInt(ratio)
		q.Quo(q, all)
		mass := newFloat().SetInt(s.eulerian[r-1])
		l = append(l, likelihood{q, mass.Mul(mass, q)})
		return true
	})
	return l
}

// precision is the precision of probabilities, a multiple of 128 so that the table of
// refined Eulerian numbers serves many calls.
func (s *Shuffle) precision(bits uint) uint {
	need := bits + 24 + uint(big.NewInt(int64(s.cards)).BitLen())
	return (need + 127) / 128 * 128
}

// untilted is sum_r mass(r) L(r).
func (s *Shuffle) untilted(logs *logTable, likely []likelihood, bits uint) *big.Int {
	n := s.cards
	window := new(big.Int)
	for i := range n {
		window.Add(window, logs.log(i))
	}
	sum, term := new(big.Int), new(big.Int)
	for i, l := range likely {
		r := i + 1
		sum.Add(sum, term.Mul(window, fixed(l.mass, bits)))
		window.Sub(window, logs.log(n-r))
		if -r >= logs.low {
			window.Add(window, logs.log(-r))
		}
	}
	return sum.Rsh(sum, bits)
}

// tilt is sum_t tilt(t) (1+t/a) l(t). Rows of less than 2^-bits/n are left out.
func (s *Shuffle) tilt(a *big.Int, logs *logTable, likely []likelihood, bits uint) *big.Int {
	n := s.cards
	prec := s.precision(bits)
	table := s.refined(prec)
	tilt := make([]big.Float, 2*n-1)
	for i := range tilt {
		tilt[i].SetPrec(prec)
	}
	negligible := new(big.Float).SetMantExp(big.NewFloat(1/float64(n)), -int(bits))
	var term big.Float
	for i, l := range likely {
		if l.mass.Cmp(negligible) < 0 {
			continue
		}
		for d := 1; d <= n; d++ {
			cell := &tilt[n-1+d-(i+1)]
			cell.Add(cell, term.Mul(table[i*n+d-1], l.q))
		}
	}
	sum, factor := new(big.Int), new(big.Int)
	for t := logs.low; t < n; t++ {
		cell := fixed(&tilt[n-1+t], bits)
		cell.Mul(cell, logs.log(t))
		cell.Rsh(cell, bits)
		cell.Mul(cell, factor.Add(a, big.NewInt(int64(t))))
		sum.Add(sum, cell.Quo(cell, a))
	}
	return sum
}

// fixed is x in units of 2^-bits, rounded down.
func fixed(x *big.Float, bits uint) *big.Int {
	k, _ := new(big.Float).SetMantExp(x, int(bits)).Int(nil)
	return k
}

// Logarithms in fixed point: x stands for x/2^bits. All divisions round down,
// so that a computed value is below the truth by a bounded number of units.

// twiceAtanh is ln((q+1)/(q-1)) = 2 atanh(1/q) for q >= 3, less than bits units
// below the truth if bits >= 64. In the series 2 sum q^-(2k+1)/(2k+1) a power is
// 9/8 units short at most, and a term two in all; there are at most bits/3 + 2
// terms before powers vanish, and the rest is below 2 units.
func twiceAtanh(q *big.Int, bits uint) *big.Int {
	var square, term big.Int
	square.Mul(q, q)
	power := new(big.Int).Lsh(big.NewInt(2), bits)
	power.Quo(power, q)
	sum := new(big.Int).Set(power)
	for k := int64(3); power.Sign() > 0; k += 2 {
		power.Quo(power, &square)
		sum.Add(sum, term.Quo(power, term.SetInt64(k)))
	}
	return sum
}

// logTable holds ln((a+i)/a) for |i| < n, as far as a+i > 0, each within n*bits
// units of the truth.
type logTable struct {
	n   int
	at  []*big.Int // of i, at n-1+i; 0 where a+i <= 0
	low int        // the least i
}

// newLogTable adds up ln((a+i+1)/(a+i)) from i = 0 to both sides.
func newLogTable(n int, a *big.Int, bits uint) *logTable {
	t := &logTable{n: n, at: make([]*big.Int, 2*n-1), low: 1 - n}
	for i := range t.at {
		t.at[i] = new(big.Int)
	}
	if a.Cmp(big.NewInt(int64(n))) < 0 {
		t.low = 1 - int(a.Int64())
	}
	step := func(i int) *big.Int { // ln((a+i+1)/(a+i))
		q := big.NewInt(int64(2*i + 1))
		return twiceAtanh(q.Add(q, a).Add(q, a), bits)
	}
	for i := 1; i < n; i++ {
		t.log(i).Add(t.log(i-1), step(i-1))
	}
	for i := -1; i >= t.low; i-- {
		t.log(i).Sub(t.log(i+1), step(i))
	}
	return t
}

// log is ln((a+i)/a).
func (t *logTable) log(i int) *big.Int { return t.at[t.n-1+i] }

// logRatio is ln(num/den) for positive numbers, at most 3 units off. With num/den = 2^k y,
// y in (2/3, 4/3] and z = (y-1)/(y+1), |z| < 1/5, it is k ln 2 + 2 atanh z. In the series 2
// sum z^(2j+1)/(2j+1) the two powers and the term are each a unit off, and so is every bit
// of ln 2 for each of the |k|. Guard bits make the total error less than a unit.
func logRatio(num, den *big.Int, bits uint) *big.Int {
	k := num.BitLen() - den.BitLen()
	a, b := new(big.Int).Lsh(num, uint(max(0, -k))), new(big.Int).Lsh(den, uint(max(0, k)))
	thrice := new(big.Int).Mul(a, big.NewInt(3))
	if thrice.Cmp(new(big.Int).Lsh(b, 2)) > 0 { // y > 4/3
		b.Lsh(b, 1)
		k++
	} else if thrice.Cmp(new(big.Int).Lsh(b, 1)) <= 0 { // y <= 2/3
		a.Lsh(a, 1)
		k--
	}
	guard := uint(8 + big.NewInt(int64(bits)).BitLen() + big.NewInt(int64(k)).BitLen())
	fine := bits + guard
	z := new(big.Int).Sub(a, b)
	z.Lsh(z, fine+1).Quo(z, b.Add(a, b))
	square := new(big.Int).Mul(z, z)
	square.Rsh(square, fine+2)
	sum, term := twiceAtanh(big.NewInt(3), fine), new(big.Int)
	sum.Mul(sum, big.NewInt(int64(k)))
	for j := int64(1); z.Sign() != 0; j += 2 {
		sum.Add(sum, term.Quo(z, term.SetInt64(j)))
		z.Mul(z, square).Quo(z, term.Lsh(term.SetInt64(1), fine))
	}
	return sum.Rsh(sum, guard)
}
