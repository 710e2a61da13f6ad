package riffles

import (
	"math"
	"math/bits"
	"slices"

	"dovetail/perm/elementary"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
)

// What can be seen of hands that riffle: where they cut the deck, and how many cards fall in a row
// from the same packet. These are the runs of labels. A label for each position of the new deck
// says which packet its card comes from.

// ChainRuns are the expected numbers of runs of k cards, k = 0..n, where labels change with the
// chance s from one position to the next. A run fills one of the n-1-k places inside the deck with
// s (1-s)^(k-1) s. At the two ends of the deck it needs no change there:
//
//	(1-s)^(k-1) (s^2 (n-1-k) + 2 s),   k < n;   (1-s)^(n-1),   k = n.
//
// For s = 1/2 it is (n-k+3)/2^(k+1).
func ChainRuns(n int, s float64) []float64 {
	runs := make([]float64, n+1)
	for k := 1; k < n; k++ {
		runs[k] = elementary.Pow(1-s, float64(k-1)) * s * (float64(s*float64(n-1-k)) + 2)
	}
	runs[n] = elementary.Pow(1-s, float64(n-1))
	return runs
}

// CutRuns are the same for a given law of the cut: the top packet has c cards with probability
// cuts[c], and then an interleaving with k changes has the weight (s/(1-s))^k. Interleavings with t
// runs of the top packet and b of the other number m C(c-1, t-1) C(n-c-1, b-1), with m = 2 if t = b
// and 1 if they differ by 1. All ways to divide a packet into its runs are equally likely, so that
// of t runs of c cards t C(c-k-1, t-2) / C(c-1, t-1) have k cards.
//
// Weights are added as logarithms. Up to 400 cards the relative error of a number is 1e-11, or it
// is off by 1e-30, as probabilities below 1e-40 are left out.
func CutRuns(cuts []float64, s float64) []float64 {
	n := len(cuts) - 1
	runs := make([]float64, n+1)
	w := newInterleavings(n, elementary.Log(s)-elementary.Log1p(-s))
	for c, chance := range cuts {
		switch {
		case chance < rare:
		case c == 0 || c == n:
			runs[n] += chance
		default:
			all := w.all(c)
			for t := 1; t <= c; t++ {
				w.part(runs, c, t, chance*elementary.Exp(w.top(c, t)-all))
			}
			for b := 1; b <= n-c; b++ {
				w.part(runs, n-c, b, chance*elementary.Exp(w.top(n-c, b)-all))
			}
		}
	}
	return runs
}

// ChainCuts is the law of the cut where labels are a chain.
func ChainCuts(n int, s float64) []float64 {
	w := newInterleavings(n, elementary.Log(s)-elementary.Log1p(-s))
	none := float64(float64(n-1)*elementary.Log1p(-s)) - math.Ln2 // no change, with the first label of the two
	cuts := make([]float64, n+1)
	for c := 1; c < n; c++ {
		cuts[c] = elementary.Exp(none + w.all(c))
	}
	cuts[0], cuts[n] = elementary.Exp(none), elementary.Exp(none)
	return cuts
}

// interleavings are the weights of those of n cards, in logarithms.
type interleavings struct {
	n         int
	odds      float64   // of a change
	factorial []float64 // log k!
}

func newInterleavings(n int, odds float64) *interleavings {
	w := &interleavings{n: n, odds: odds, factorial: make([]float64, n+1)}
	for k := 2; k <= n; k++ {
		w.factorial[k] = elementary.Lgamma(float64(k + 1))
	}
	return w
}

// choose is log C(n, k).
func (w *interleavings) choose(n, k int) float64 {
	if k < 0 || k > n {
		return math.Inf(-1)
	}
	return w.factorial[n] - w.factorial[k] - w.factorial[n-k]
}

// top is the weight of all interleavings in which a packet of c cards has t runs.
func (w *interleavings) top(c, t int) float64 {
	other := w.n - c - 1
	return w.choose(c-1, t-1) + sumLogs(
		w.choose(other, t-2)+float64(float64(2*t-2)*w.odds),
		w.choose(other, t-1)+float64(float64(2*t-1)*w.odds)+math.Ln2,
		w.choose(other, t)+float64(float64(2*t)*w.odds))
}

// all is the weight of all interleavings of a cut.
func (w *interleavings) all(c int) float64 {
	parts := make([]float64, c)
	for t := range parts {
		parts[t] = w.top(c, t+1)
	}
	return sumLogs(parts...)
}

// rare is the logarithm of the largest probability that is left out.
const rare = 1e-40

// part adds to runs those of c cards in t runs, times a chance.
func (w *interleavings) part(runs []float64, c, t int, chance float64) {
	switch {
	case chance < rare:
		return
	case t == 1:
		runs[c] += chance
		return
	}
	whole := w.choose(c-1, t-1)
	for k := 1; k <= c-t+1; k++ {
		runs[k] += float64(chance * float64(t) * elementary.Exp(w.choose(c-k-1, t-2)-whole))
	}
}

// sumLogs is the logarithm of a sum of numbers given by their logarithms.
func sumLogs(logs ...float64) float64 {
	most := math.Inf(-1)
	for _, x := range logs {
		most = max(most, x)
	}
	if math.IsInf(most, -1) {
		return most
	}
	sum := 0.0
	for _, x := range logs {
		sum += elementary.Exp(x - most)
	}
	return most + elementary.Log(sum)
}

// Interleaving is the law of a riffle, as hands make it: a bit for each position of the new deck, 0 for a
// card of the top packet. With t switches from one packet to the other, and c cards in the top packet, the
// bits have the probability
//
//	2^-n exp(Switch t + Cuts[c] + Drops(bits)),
//
// so that Switch, Cuts and Drops are all 0 for the Gilbert-Shannon-Reeds shuffle.
type Interleaving struct {
	Switch float64
	Cuts   []float64 // by c = 0..n; -Inf for an impossible cut

	// Drops is for hands that drop cards by rules of their own, nil where any order of drops is
	// possible. It also counts the places in which the bits break these rules. If there are any the
	// order is impossible, and the value of Drops only leads walks to possible ones.
	Drops  func(bits uint64) (log float64, broken int)
	Spread float64 // the most that a position adds to the logarithm

	// Drawer makes a function that draws the bits for one goroutine: position j is bit j&63 of word j>>6. The words are valid
	// until it is called again.
	Drawer func() func(rng *draw.Stream) (bits []uint64)
}

// Turned is the law of the riffle of a deck that is turned over before and after it: positions and packets
// change their names.
func (l Interleaving) Turned() Interleaving {
	t := Interleaving{Switch: l.Switch, Cuts: slices.Clone(l.Cuts), Spread: l.Spread}
	slices.Reverse(t.Cuts)
	t.Drawer = func() func(rng *draw.Stream) []uint64 {
		drawn, n := l.Drawer(), len(l.Cuts)-1
		turned := make([]uint64, (n+63)/64)
		return func(rng *draw.Stream) []uint64 {
			clear(turned)
			set := drawn(rng)
			for j := range n {
				turned[j>>6] |= (^set[(n-1-j)>>6] >> ((n - 1 - j) & 63) & 1) << (j & 63)
			}
			return turned
		}
	}
	if l.Drops != nil {
		n := len(l.Cuts) - 1
		t.Drops = func(b uint64) (float64, int) { return l.Drops(bits.Reverse64(^b) >> (64 - n)) }
	}
	return t
}

// MaxInterleaved is the largest deck whose bits are a word, and MaxCut the largest deck of riffles that differ from the
// Gilbert-Shannon-Reeds shuffle by the cut alone.
const (
	MaxInterleaved = 64
	MaxCut         = 256
)

// InAnyOrder reports whether the shuffle is one riffle of two packets whose cards can fall in any order. It computes
// no law.
func InAnyOrder(m shuffle.Model, n int) bool {
	switch m := m.(type) {
	case *clumpy:
		return n <= MaxInterleaved || n <= MaxCut && m.change.Cmp(half) == 0
	case *riffle:
		return n <= MaxCut
	case *human, thorp:
		return false
	default:
		c := shuffle.ClosedOf(m)
		return n <= MaxCut && c.Packets == 2 && !c.Inverse
	}
}

// Interleavings are the laws of the successive riffles that make up the shuffle, for a model made
// of riffles; nil for other models, and for larger decks than [MaxInterleaved] or [MaxCut]. Cuts
// have an error of at most 1e-11, except rare ones, whose probabilities are at most 2^-254 off.
func Interleavings(m shuffle.Model, n int) (all []Interleaving) {
	one, made := m.(interface{ interleaving(n int) Interleaving })
	switch {
	case n > MaxCut || made && n > MaxInterleaved && !InAnyOrder(m, n):
		return nil
	case made:
		return []Interleaving{one.interleaving(n)}
	}
	c := shuffle.ClosedOf(m)
	for a := c.Packets; a > 1 && !c.Inverse && a&(a-1) == 0; a /= 2 {
		all = append(all, gsr().interleaving(n))
	}
	return all
}

func (r *riffle) interleaving(n int) Interleaving {
	law := Interleaving{Cuts: make([]float64, n+1)}
	for c, odds := range r.cutOdds(n) {
		law.Cuts[c] = elementary.Log(odds)
	}
	if r.name == "binomial" && !r.fair() { // as 2^-n C(n, c) may be too small for fixed point
		p, _ := r.top.Float64()
		for c := range law.Cuts {
			law.Cuts[c] = float64(float64(n)*math.Ln2) + float64(float64(c)*elementary.Log(p)) +
				float64(float64(n-c)*elementary.Log1p(-p))
		}
	}
	law.Drawer = drawer(n, r.drawn)
	return law
}

// drawer makes a drawer from one that fills sets.
func drawer(n int, drawn func(n int) drawnSet) func() func(*draw.Stream) []uint64 {
	return func() func(rng *draw.Stream) []uint64 {
		set, fill := draw.NewSet(n), drawn(n)
		return func(rng *draw.Stream) []uint64 {
			fill(rng, set)
			return set.Words
		}
	}
}

func (c *clumpy) interleaving(n int) Interleaving {
	change, stay := c.logs()
	odds := change - stay
	law := Interleaving{Switch: odds, Cuts: make([]float64, n+1)}
	cuts, weights := c.cuts(n, shuffle.PairBits), newInterleavings(n, odds)
	for x := range law.Cuts {
		switch {
		case cuts == nil:
			law.Cuts[x] = float64(n-1) * (math.Ln2 + stay)
		case x == 0 || x == n:
			law.Cuts[x] = float64(float64(n)*math.Ln2) + elementary.Log(fixed.Float(cuts[x], shuffle.PairBits))
		default:
			law.Cuts[x] = float64(float64(n)*math.Ln2) + elementary.Log(fixed.Float(cuts[x], shuffle.PairBits)) - weights.all(x)
		}
	}
	law.Drawer = drawer(n, c.drawn)
	return law
}
