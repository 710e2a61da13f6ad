package riffle

import (
	"fmt"
	"math/big"

	"dovetail/perm"
	"dovetail/perm/elementary"
)

// Shuffles are of N cards. Each cuts them into Packets packets, and at a uniform place before or
// after all shuffles. Or it passes them through Shelves shelves, or puts Top cards from the top at
// random places, if one of these is not 0.
type Shuffles struct {
	N       int
	Packets int64
	Cut     Cut
	Shelves int64
	Top     int
	Swaps   bool // of two random cards, whose law is in package cycles
}

// packets is the number of packets of a shuffle, by the labels of a card: 2m for m shelves.
func (q Shuffles) packets() int64 { return max(q.Packets, 2*q.Shelves) }

// Labels is the number of labels that a card may have after a number of shuffles.
func (q Shuffles) Labels(times int) *big.Int { return power(big.NewInt(q.packets()), times) }

// Laws gives the law after any number of shuffles.
func (q Shuffles) Laws() func(times int) Law {
	switch {
	case q.Shelves > 0:
		return func(times int) Law { return Shelves(q.N, Passes(big.NewInt(q.Shelves), times)) }
	case q.Top > 0:
		return func(times int) Law { return Top(q.N, q.Top, times) }
	}
	shuffle := New(q.N, q.Cut)
	return func(times int) Law { return riffled{shuffle, q.Labels(times)} }
}

// Cutoff is the number of shuffles around which the total variation falls: Bayer and Diaconis,
// theorem 4; G. Chen and A. Ottolini, arXiv 2410.17345; Diaconis, Fill and
// Pitman; Diaconis and Shahshahani.
func (q Shuffles) Cutoff() (at float64, name string) {
	log := elementary.Log(float64(q.N))
	switch {
	case q.Swaps:
		return float64(q.N) * log / 2, "(n/2) log n"
	case q.Shelves > 0:
		return 1.25 * log / elementary.Log(float64(q.packets())), fmt.Sprintf("(5/4) log n / log %d", q.packets())
	case q.Top == 1:
		return float64(q.N) * log, "n log n"
	case q.Top > 1:
		return float64(q.N) * log / float64(q.Top), fmt.Sprintf("(n/%d) log n", q.Top)
	}
	return 1.5 * log / elementary.Log(float64(q.Packets)), fmt.Sprintf("(3/2) log n / log %d", q.Packets)
}

// The statistics behind the laws of this package, of the permutation p of a shuffled deck: p[i] is
// where card i went.

// peaks counts the cards of the deck that lie between two smaller ones.
func peaks(p perm.Perm) int { return perm.Peaks(p.Inverse()) }

// kept is the number of cards that were at the bottom and still lie in their order: the largest s
// for which the last s do.
func kept(p perm.Perm) (s int) {
	for s = 1; s < len(p) && p[len(p)-s-1] < p[len(p)-s]; s++ {
	}
	return s
}

// cyclicDescents counts the cards that lie below the next one, where the first follows the last.
func cyclicDescents(p perm.Perm) int {
	c := p.Descents()
	if p[len(p)-1] > p[0] {
		c++
	}
	return c
}

// Ratio is n! P(p) for a permutation p of the deck, after any number of shuffles, and the statistic
// of p behind it.
func (q Shuffles) Ratio(p perm.Perm) (shape string, after func(times int) *big.Rat) {
	n := q.N
	class := func(k int) func(times int) *big.Rat {
		law := q.Laws()
		return func(times int) *big.Rat { return law(times).(*Classes).Ratio(k) }
	}
	many := func(k int, one, more string) string {
		if k == 1 {
			return "1 " + one
		}
		return fmt.Sprint(k, " ", more)
	}
	riffled := func(cards, r, tilt int) func(times int) *big.Rat { // cards! Q(cards, a, r) (1 + tilt/a)
		return func(times int) *big.Rat {
			a := q.Labels(times)
			ratio := Q(cards, a, r)
			ratio.Mul(ratio, new(big.Rat).SetInt(factorial(cards)))
			return ratio.Mul(ratio, new(big.Rat).SetFrac(new(big.Int).Add(a, big.NewInt(int64(tilt))), a))
		}
	}
	switch {
	case q.Shelves > 0:
		v := peaks(p)
		return many(v, "peak", "peaks"), class(v)
	case q.Top > 0:
		s := kept(p)
		return "the last " + many(s, "card", "cards") + " in order", class(s - 1)
	case q.Cut == None || n == 1:
		r := p.RisingSequences()
		return many(r, "rising sequence", "rising sequences"), riffled(n, r, 0)
	case q.Cut == Before:
		c := cyclicDescents(p)
		return many(c, "cyclic descent", "cyclic descents"), riffled(n-1, c, 0)
	}
	c, d := cyclicDescents(p), lastStep(p)
	return fmt.Sprintf("%s and a last step of %d", many(c, "cyclic descent", "cyclic descents"), d), riffled(n-1, c,
		d-c)
}

// lastStep is the distance from the last card down to the first one, cyclically.
func lastStep(p perm.Perm) int { return (p[0] - p[len(p)-1] + len(p)) % len(p) }
