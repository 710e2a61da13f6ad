package programs

import (
	"context"
	"fmt"
	"math/big"

	"dovetail/perm"
	"dovetail/perm/partition"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
)

// transpositions exchanges the cards of two random places k times. Both places are chosen freely, so that they may be the
// same, or they are distinct. The permutations with cycles of the same lengths are equally likely (package cycles has
// their law on large decks); see P. Diaconis and M. Shahshahani, Generating a random permutation with random
// transpositions (1981).
type transpositions struct {
	shuffle.AnyDeck
	times    int
	distinct bool
}

// MaxExchanges is the most exchanges of a shuffle.
const MaxExchanges = 10000

// Transpositions is the model by its parameters.
var Transpositions = shuffle.NewKind("transpositions", "exchange the cards of two random places, again and again",
	func(p *shuffle.Params) shuffle.Model {
		return transpositions{times: p.Between("k", 1, MaxExchanges, "1"), distinct: p.OneOf("distinct", "false", "false", "true") == "true"}
	})

func (s transpositions) String() string {
	return fmt.Sprintf("transpositions(k=%d,distinct=%t)", s.times, s.distinct)
}

// Check refuses a single card where two are needed.
func (s transpositions) Check(n int) error {
	if s.distinct && n < 2 {
		return fmt.Errorf("%s exchanges two cards; a deck has at least 2", s)
	}
	return nil
}

// Closed is the number of exchanges.
func (s transpositions) Closed() shuffle.Closed {
	return shuffle.Closed{Exchanges: s.times, Distinct: s.distinct}
}

// ways is the number of pairs of places of one exchange, as exchanges of different places have two: n^2, or n(n-1).
func (s transpositions) ways(n int) int {
	if s.distinct {
		return n * (n - 1)
	}
	return n * n
}

// all is the number of ways of k exchanges.
func (s transpositions) all(n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(s.ways(n))), big.NewInt(int64(s.times)), nil)
}

// Denominator is the number of ways.
func (s transpositions) Denominator(n int) *big.Int { return s.all(n) }

// Law is 1/n + r^k (1 - 1/n) for a card's own place, and 1/n - r^k/n for every other: an exchange takes a card to each
// other place with the same probability p, and r = 1 - n p multiplies what its law differs from the uniform one.
func (s transpositions) Law(n int, bits uint) *shuffle.Law {
	l := shuffle.NewLaw(n, bits, 1)
	if n <= 2 {
		l.Slack = 0
	}
	if n == 1 {
		l.At(0, 0).Set(fixed.Unit(bits))
		return l
	}
	all, k := s.all(n), big.NewInt(int64(s.times))
	power := new(big.Int).Exp(big.NewInt(int64(s.ways(n)-2*n)), k, nil) // r^k, over all
	over := new(big.Int).Mul(all, big.NewInt(int64(n)))
	other := fixed.Ratio(new(big.Int).Sub(all, power), over, bits)
	own := power.Mul(power, big.NewInt(int64(n-1)))
	same := fixed.Ratio(own.Add(own, all), over, bits)
	for x := range n {
		for j := range n {
			l.At(x, j).Set(other)
		}
		l.At(x, x).Set(same)
	}
	return l
}

// Pairs follows two cards x and y from exchange to exchange. Only the relation of their places to those where they began
// matters: both at their own (a), each at that of the other (b), one at its own and the other at a third (c), one at the
// other's and the other at a third (d), or both at others (e). These are the probabilities of a pair of places of each
// relation. Terms are positive, and each number is a sum of up to six.
func (s transpositions) Pairs(_ context.Context, n int) *shuffle.PairLaw {
	law := shuffle.NewPairLaw(n)
	law.Error = float64(12*s.times) * 0x1p-53
	ways, m := float64(s.ways(n)), float64(n-2)
	stay := float64(s.ways(n) - 2*(1+2*(n-2)))
	a, b, c, d, e := 1.0, 0.0, 0.0, 0.0, 0.0
	mean := func(x, moved float64) float64 { return (float64(stay*x) + float64(2*moved)) / ways }
	for range s.times {
		a, b, c, d, e = mean(a, b+float64(2*m*c)), mean(b, a+float64(2*m*d)),
			mean(c, a+float64(2*d)+float64((m-1)*c)+float64((m-1)*e)), mean(d, b+float64(2*c)+float64((m-1)*d)+float64((m-1)*e)),
			mean(e, e+float64(2*c)+float64(2*d)+float64(2*(m-2)*e))
	}
	at := func(x, y, to, yto int) float64 {
		switch {
		case to == x && yto == y:
			return a
		case to == y && yto == x:
			return b
		case to == x || yto == y:
			return c
		case to == y || yto == x:
			return d
		}
		return e
	}
	return law.Fill(context.Background(), func(x, y, k, l int) (kept, swapped float64) { return at(x, y, k, l), at(x, y, l, k) })
}

// Support counts the ways to a permutation of each type, exchange by exchange: as many as lead to all of its products
// with an exchange, and to itself by exchanges of a card with itself.
func (s transpositions) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	types := partition.New(n)
	ways, next := make([]big.Int, types.Count(n)), make([]big.Int, types.Count(n))
	ways[0].SetInt64(1)
	var term big.Int
	for range s.times {
		t := 0
		types.Each(n, n, func(lengths []int) {
			next[t].SetInt64(0)
			if !s.distinct {
				next[t].Mul(&ways[t], big.NewInt(int64(n)))
			}
			partition.Exchange(lengths, func(after []int, pairs int) {
				next[t].Add(&next[t], term.Mul(&ways[types.Rank(after, n, n)], big.NewInt(int64(2*pairs))))
			})
			t++
		})
		ways, next = next, ways
	}
	all := s.all(n)
	for t := range ways {
		ways[t].Set(fixed.Ratio(&ways[t], all, bits))
	}
	perm.All(n, func(p perm.Perm) bool {
		w := &ways[types.Rank(p.CycleLengths(), n, n)]
		return w.Sign() == 0 || yield(p, new(big.Int).Set(w))
	})
}

// Dealer does the exchanges.
func (s transpositions) Dealer(n int) shuffle.Dealer { return transposed[uint16](s, n) }

func (s transpositions) LargeDealer(n int) shuffle.DealerOf[uint32] { return transposed[uint32](s, n) }

func transposed[C shuffle.Card](s transpositions, n int) shuffle.DealerOf[C] {
	return func(rng *draw.Stream, dst, src []C) {
		dst = dst[:n]
		copy(dst, src[:n])
		for range s.times {
			i := draw.Below(rng, uint64(n))
			j := i
			if s.distinct {
				if j = draw.Below(rng, uint64(n-1)); j >= i {
					j++
				}
			} else {
				j = draw.Below(rng, uint64(n))
			}
			dst[i], dst[j] = dst[j], dst[i]
		}
	}
}
