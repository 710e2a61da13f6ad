package riffle

import "math/big"

// Cut says whether the deck is also cut, and when: one of n rotations, each
// with probability 1/n.
//
// Let p be a permutation (p[i] is where card i goes), c its cyclic descents,
// which count p[n-1] > p[0] too, and Q = Q(n, a, .). With N = n-1 and
// x_c = N! Q(N, a, c):
//
// Before the shuffle: P(p) is the mean of Q(1 + descents) over the rotations of
// the word p, of which c begin at a cyclic descent and so have one descent less:
//
//	P(p) = [c Q(c) + (n-c) Q(c+1)]/n = Q(N, a, c)/n,   n! P(p) = x_c
//
// and n A(N, c-1) permutations have c cyclic descents. So every distance is
// that of an a-shuffle of n-1 cards.
//
// After the shuffle: P(p) is the mean over p + k mod n. The closed walk p[0],
// p[1], ..., p[n-1], p[0] on a circle passes every point c times; its last step,
// of length d = (p[0] - p[n-1]) mod n, takes away one pass from d of them:
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

// Shuffle is an a-shuffle, for any a, with a cut or without. It keeps tables and
// so serves one goroutine.
type Shuffle struct {
	cards    int          // n, or n-1 if there is a cut
	tilted   bool         // a cut after: ratios x_c (1 + (d-c)/a) instead of x_c
	eulerian []*big.Int   // of cards
	table    []*big.Float // see refined
}

// New prepares the shuffles of n >= 1 cards.
func New(n int, cut Cut) *Shuffle {
	if cut != None {
		n = max(n-1, 1) // one card is as uniform as none
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

// Bet is the event that a deck is likelier than in a fair one, as [Law] has it: that it has at
// most so many rising sequences, or cyclic descents if there is a cut before. After a cut
// behind, likelier decks have no such bound.
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
