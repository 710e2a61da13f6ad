package riffle

import (
	"math/big"

	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/riffles"
)

// Law is how far a shuffled deck is from a fair one.
type Law interface {
	TVD() *big.Rat        // total variation
	Separation() *big.Rat // max(1 - n! P)

	// Bet is the event on which the shuffled deck and a fair one differ most: the decks that are
	// likelier than in a fair deck. They are those up to a bound on the statistic that determines
	// the probability. Bet returns the bound and the probability of the event in both. The
	// difference is TVD. The probabilities are nil if no such bound is known.
	Bet() (bound int, here, fair *big.Rat)

	Linf() *big.Rat // max|n! P - 1|

	// Entropy is the deficit in bits, as [Shuffle.Entropy].
	Entropy(decided func(lo, hi *big.Rat) bool) (lo, hi *big.Rat)
}

// riffled is a Shuffle with a packets.
type riffled struct {
	*Shuffle
	a *big.Int
}

// TVD is the total variation distance from uniform.
func (r riffled) TVD() *big.Rat { return r.Shuffle.TVD(r.a) }

// Bet is the event by which the distance is attained, with its two probabilities.
func (r riffled) Bet() (bound int, here, fair *big.Rat) { return r.Shuffle.Bet(r.a) }

// Separation is the greatest 1 - n! P of a deck.
func (r riffled) Separation() *big.Rat { return r.Shuffle.Separation(r.a) }

// Linf is the greatest |n! P - 1| of a deck.
func (r riffled) Linf() *big.Rat { return r.Shuffle.Linf(r.a) }

// Entropy encloses the entropy deficit in bits, as narrowly as known.
func (r riffled) Entropy(decided func(lo, hi *big.Rat) bool) (lo, hi *big.Rat) {
	return r.Shuffle.Entropy(r.a, decided)
}

// Classes is a law under which all orders of a class are equally likely. Everything but
// the entropy is a sum over classes, and exact.
type Classes struct {
	orders *big.Int   // n!
	count  []*big.Int // of the orders; none is 0
	ratio  []*big.Int // of their probability to the uniform one, over all
	all    *big.Int
}

// Ratio is n! P of an order of a class.
func (c *Classes) Ratio(class int) *big.Rat { return new(big.Rat).SetFrac(c.ratio[class], c.all) }

func (c *Classes) TVD() *big.Rat {
	sum, term := new(big.Int), new(big.Int)
	for i, ratio := range c.ratio {
		if term.Sub(ratio, c.all); term.Sign() > 0 {
			sum.Add(sum, term.Mul(term, c.count[i]))
		}
	}
	return new(big.Rat).SetFrac(sum, term.Mul(c.all, c.orders))
}

// Bet implements Law. The bound is the last class of the event if it begins with class 0, and
// otherwise its first class, up to the last.
func (c *Classes) Bet() (bound int, here, fair *big.Rat) {
	sum, count, term := new(big.Int), new(big.Int), new(big.Int)
	for i, ratio := range c.ratio {
		if ratio.Cmp(c.all) > 0 {
			sum.Add(sum, term.Mul(ratio, c.count[i]))
			count.Add(count, c.count[i])
			bound = i
		}
	}
	if last := len(c.ratio) - 1; c.ratio[last].Cmp(c.all) > 0 {
		for bound = last; bound > 0 && c.ratio[bound-1].Cmp(c.all) > 0; bound-- {
		}
	}
	return bound, new(big.Rat).SetFrac(sum, term.Mul(c.all, c.orders)), new(big.Rat).SetFrac(count, c.orders)
}

func (c *Classes) Separation() *big.Rat {
	least := c.ratio[0]
	for _, ratio := range c.ratio {
		if ratio.Cmp(least) < 0 {
			least = ratio
		}
	}
	return new(big.Rat).SetFrac(new(big.Int).Sub(c.all, least), c.all)
}

func (c *Classes) Linf() *big.Rat {
	most, off := new(big.Int), new(big.Int)
	for _, ratio := range c.ratio {
		if off.Sub(ratio, c.all).CmpAbs(most) > 0 {
			most.Abs(off)
		}
	}
	return new(big.Rat).SetFrac(most, c.all)
}

// Entropy is the sum over classes of mass log2 ratio.
func (c *Classes) Entropy(decided func(lo, hi *big.Rat) bool) (lo, hi *big.Rat) {
	if c.Linf().Sign() == 0 {
		return new(big.Rat), new(big.Rat)
	}
	for bits := uint(128); ; bits *= 2 {
		lo, hi = c.entropy(bits)
		if decided(lo, hi) {
			return lo, hi
		}
	}
}

// entropy works in fixed point. A logarithm is 3 units off and at most the bits of the
// fraction in size; a mass, which is a share of 1, is a unit off, and so is a product.
func (c *Classes) entropy(bits uint) (lo, hi *big.Rat) {
	sum, mass, slack := new(big.Int), new(big.Int), big.NewInt(3)
	whole := new(big.Int).Mul(c.orders, c.all)
	for i, ratio := range c.ratio {
		if ratio.Sign() == 0 {
			continue
		}
		mass.Mul(c.count[i], ratio)
		mass.Lsh(mass, bits).Quo(mass, whole)
		l := logRatio(ratio, c.all, bits)
		sum.Add(sum, mass.Mul(mass, l).Rsh(mass, bits))
		slack.Add(slack, big.NewInt(int64(max(ratio.BitLen(), c.all.BitLen())+1)))
	}
	ln2 := twiceAtanh(big.NewInt(3), bits)
	hi = new(big.Rat).SetFrac(new(big.Int).Add(sum, slack), ln2)
	if sum.Sub(sum, slack).Sign() < 0 { // a relative entropy is not negative
		sum.SetInt64(0)
	}
	return new(big.Rat).SetFrac(sum, ln2.Add(ln2, big.NewInt(int64(bits)))), hi
}

// Shelves is the law of n cards after a pass through a machine with m shelves (P. Diaconis,
// J. Fulman and S. Holmes, Analysis of casino shelf shuffling machines, Annals of Applied
// Probability 23, 2013). Class v are the decks with v peaks. A pass through m shelves and one
// through k are a pass through 2mk.
func Shelves(n int, m *big.Int) *Classes {
	orders := factorial(n)
	c := &Classes{orders: orders, count: riffles.Peaked(n), all: power(new(big.Int).Lsh(m, 1), n)}
	for _, ways := range riffles.ShelfWays(n, m) {
		c.ratio = append(c.ratio, ways.Mul(ways, orders))
	}
	return c
}

// Pass is the law of n cards after one pass through a shelf machine, for any chance of a card to go
// on top, or after the inverse of such a pass. It is nil for other models, and for decks too large.
// Classes are by peaks and falls, in no order.
func Pass(n int, m shuffle.Model) *Classes {
	count, ratio, all := riffles.ShelfKinds(m, n)
	if all == nil {
		return nil
	}
	c := &Classes{orders: factorial(n), count: count, ratio: ratio, all: all}
	for _, weight := range c.ratio {
		weight.Mul(weight, c.orders)
	}
	return c
}

// Passes is the number of shelves for which one pass equals the given number of passes through m:
// (2m)^times/2.
func Passes(m *big.Int, times int) *big.Int {
	all := power(new(big.Int).Lsh(m, 1), times)
	return all.Rsh(all, 1)
}

// Top is the law of n cards after the first k have been put at random places a number of
// times, at least once (P. Diaconis, J. Fill and J. Pitman, Analysis of top to random
// shuffles, Combinatorics, Probability and Computing 1, 1992).
//
// The inverse of a move takes k random cards and puts them on top in random order. If T cards have
// ever been taken, they lie on top in random order, and the others below in their old order. An
// order whose bottom s cards, but no more, rise comes in s! ways of n! for each T = n-s' with s' <=
// s,
//
//	n! P = sum_(s' <= s) P(T = n-s') s'!,
//
// and s cards rise in n!/s! - n!/(s+1)! orders, or in one for s = n: class s-1. In the shuffled
// deck the s cards that were at the bottom before still lie in their order, and no more. By
// inclusion and exclusion
//
//	P(T = j) C(n, k)^times = C(n, j) sum_i (-1)^(j-i) C(j, i) C(i, k)^times.
func Top(n, k, times int) *Classes {
	c := &Classes{orders: factorial(n), all: power(binomial(n, k), times)}
	powers := make([]*big.Int, n+1)
	for i := range powers {
		powers[i] = power(binomial(i, k), times)
	}
	ratio, ways, term, choice, next := new(big.Int), new(big.Int), new(big.Int), new(big.Int), new(big.Int)
	for s := range n + 1 {
		j := n - s
		ways.SetInt64(0)
		choice.SetInt64(1) // C(j, i)
		for i := range j + 1 {
			term.Mul(choice, powers[i])
			if (j-i)%2 == 1 {
				term.Neg(term)
			}
			ways.Add(ways, term)
			choice.Mul(choice, next.SetInt64(int64(j-i)))
			choice.Quo(choice, next.SetInt64(int64(i+1)))
		}
		ways.Mul(ways, binomial(n, j))
		ratio.Add(ratio, ways.Mul(ways, factorial(s)))
		if s == 0 {
			continue
		}
		count := new(big.Int).Quo(c.orders, factorial(s))
		if s < n {
			count.Sub(count, new(big.Int).Quo(c.orders, factorial(s+1)))
		}
		c.count, c.ratio = append(c.count, count), append(c.ratio, new(big.Int).Set(ratio))
	}
	return c
}

func binomial(n, k int) *big.Int { return new(big.Int).Binomial(int64(n), int64(k)) }
