package riffle

import "math/big"

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
// y in (2/3, 4/3] and z = (y-1)/(y+1), |z| < 1/5, it is k ln 2 + 2 atanh z. In the series
// 2 sum z^(2j+1)/(2j+1) two powers a term and the term are a unit off each, and so is every
// bit of ln 2 for each of the |k|: guard bits make all that a unit.
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
