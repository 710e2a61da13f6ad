package riffles

import "math/big"

// ShelfWays is the number of the (2m)^n labellings that make one given deck of n cards with v
// peaks, read from the top, for each v. A peak is a card between two smaller ones. (Seen from the
// bottom, as Diaconis, Fulman and Holmes deal, cards are numbered in the other direction, and their
// valleys are these peaks.)
//
//	4^(v+1)/2 sum_(a<m) C(n+m-a-1, n) C(n-1-2v, a-v)
//
// A labelling makes a deck if its cards' labels rise weakly, and two neighbours with one label rise
// if it is odd and fall if it is even. The proof of the sum is in docs/games.md.
func ShelfWays(n int, m *big.Int) []*big.Int {
	rise := make([]*big.Int, n) // C(n+m-a-1, n), 0 from m on
	rise[0] = big.NewInt(1)
	factor := new(big.Int)
	for i := range n {
		rise[0].Mul(rise[0], factor.Add(m, big.NewInt(int64(i))))
		rise[0].Quo(rise[0], big.NewInt(int64(i+1)))
	}
	for a := 1; a < n; a++ {
		rise[a] = new(big.Int).Mul(rise[a-1], factor.Sub(m, big.NewInt(int64(a))))
		rise[a].Quo(rise[a], factor.Add(factor, big.NewInt(int64(n))))
	}
	ways := make([]*big.Int, (n+1)/2)
	term := new(big.Int)
	for v := range ways {
		ways[v] = new(big.Int)
		choose := big.NewInt(1) // C(n-1-2v, a-v)
		for a := v; a <= n-1-v && rise[a].Sign() > 0; a++ {
			ways[v].Add(ways[v], term.Mul(rise[a], choose))
			choose.Mul(choose, factor.SetInt64(int64(n-1-v-a)))
			choose.Quo(choose, factor.SetInt64(int64(a-v+1)))
		}
		ways[v].Lsh(ways[v], uint(2*v+1))
	}
	return ways
}

// Peaked is the number of decks of n cards with v peaks, for each v. The n-th card, the largest,
// makes no new peak at the two ends and beside a peak, and one elsewhere:
//
//	c(n, v) = (2v+2) c(n-1, v) + (n-2v) c(n-1, v-1)
func Peaked(n int) []*big.Int {
	count := []*big.Int{big.NewInt(1)}
	for k := 2; k <= n; k++ {
		next := make([]*big.Int, (k+1)/2)
		for v := range next {
			next[v] = new(big.Int)
			if v < len(count) {
				next[v].Mul(count[v], big.NewInt(int64(2*v+2)))
			}
			if v > 0 {
				grown := big.NewInt(int64(k - 2*v))
				next[v].Add(next[v], grown.Mul(grown, count[v-1]))
			}
		}
		count = next
	}
	return count
}

// kind is the statistics that determine the probability of a deck: its peaks, and its falls, which
// are the neighbours with the larger card above.
type kind struct{ peaks, falls int }

// kinds counts the decks of n cards by kind. The n-th card, the largest, is put at the bottom, or
// on top, which adds a fall, or into a fall or a rise. Into a rise it adds a fall. Either makes a
// peak unless it is beside one.
func kinds(n int) map[kind]*big.Int {
	count := map[kind]*big.Int{{}: big.NewInt(1)}
	for k := 2; k <= n; k++ {
		next := map[kind]*big.Int{}
		add := func(to kind, times int, ways *big.Int) {
			if times == 0 {
				return
			}
			if next[to] == nil {
				next[to] = new(big.Int)
			}
			next[to].Add(next[to], new(big.Int).Mul(ways, big.NewInt(int64(times))))
		}
		for at, ways := range count {
			v, d, rises := at.peaks, at.falls, k-2-at.falls
			add(at, 1+v, ways)
			add(kind{v, d + 1}, 1+v, ways)
			add(kind{v + 1, d}, d-v, ways)
			add(kind{v + 1, d + 1}, rises-v, ways)
		}
		count = next
	}
	return count
}

// weight is the probability of a deck in units of (m w)^-n, for p = u/w. With v peaks and d falls
// it is
//
//	m^-n sum_(k>0) C(m, k) [y^(k-1)] (y + y^2)^v (p + y)^(d-v) (1-p + y)^(n-1-d-v);
//
// the proof is in docs/games.md.
func (s shelf) weight(n int, at kind) *big.Int {
	poly := []*big.Int{big.NewInt(1)}
	times := func(constant, linear *big.Int) {
		poly = append(poly, new(big.Int))
		for k := len(poly) - 1; k >= 0; k-- {
			if poly[k].Mul(poly[k], constant); k > 0 {
				poly[k].Add(poly[k], new(big.Int).Mul(poly[k-1], linear))
			}
		}
	}
	below := new(big.Int).Sub(s.p.Denom(), s.p.Num())
	for i := range n - 1 - at.peaks {
		switch {
		case i < at.peaks:
			times(s.p.Denom(), s.p.Denom())
		case i < at.falls:
			times(s.p.Num(), s.p.Denom())
		default:
			times(below, s.p.Denom())
		}
	}
	sum := new(big.Int)
	for k, x := range poly {
		sum.Add(sum, x.Mul(x, new(big.Int).Binomial(int64(s.m), int64(k+at.peaks+1))))
	}
	return sum.Mul(sum, new(big.Int).Exp(s.p.Denom(), big.NewInt(int64(1+at.peaks)), nil))
}
