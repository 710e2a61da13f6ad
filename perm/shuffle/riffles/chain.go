package riffles

import (
	"math/big"
	"slices"

	"dovetail/perm/shuffle"
)

// Labels of two packets, one for each position of the shuffled deck, that are a Markov chain: the
// probability of reaching a label, of what may follow it, of going from one to another, and the
// number of labellings with a given number of changes. See clumpy.

// hand is the weights of the labels of n cards, in floats. All numbers are positive, and sums,
// products and quotients of such, so that relative errors only add up.
type hand struct {
	n      int
	prec   uint
	change *big.Float // the chance of another label than the one before, and of the same
	stay   *big.Float
	given  []*big.Float // by cut: its probability over that of the chain; nil for the chain's
}

// state is a number for each label of the last of k positions, top packet first, and for each
// number x = 0..k of top-packet cards among these k.
type state [2][]*big.Float

func (h *hand) float() *big.Float { return new(big.Float).SetPrec(h.prec) }

func (h *hand) newState(k int) (s state) {
	for e := range s {
		s[e] = make([]*big.Float, k+1)
		for x := range s[e] {
			s[e][x] = h.float()
		}
	}
	return s
}

// step is the chance of label e after f.
func (h *hand) step(f, e int) *big.Float {
	if e == f {
		return h.stay
	}
	return h.change
}

// prefixes yields for k = 1..n the probabilities of the chain.
func (h *hand) prefixes(yield func(k int, s state)) {
	half := h.float().SetFloat64(0.5)
	term := h.float()
	var last state
	for k := 1; k <= h.n; k++ {
		s := h.newState(k)
		for e := range s {
			for x := range s[e] {
				before := x + e - 1 // of the top packet among the first k-1
				switch {
				case before < 0 || before > k-1:
				case k == 1:
					s[e][x].Set(half)
				default:
					for f := range last {
						s[e][x].Add(s[e][x], term.Mul(h.step(f, e), last[f][before]))
					}
				}
			}
		}
		yield(k, s)
		last = s
	}
}

// newHand computes weights of labels with a number of bits and guards. With turned, the packets
// exchange their names, as when the deck is seen from the bottom.
func (c *clumpy) newHand(n int, bits uint, turned bool) *hand {
	const guard = 64
	h := &hand{n: n, prec: bits + guard}
	h.change = h.float().SetRat(c.change)
	h.stay = h.float().SetRat(new(big.Rat).Sub(big.NewRat(1, 1), c.change))
	cuts := c.cuts(n, bits+guard)
	if cuts == nil {
		return h
	}
	h.given = make([]*big.Float, n+1)
	h.prefixes(func(k int, s state) {
		for x := range s[0] {
			if k == n {
				h.given[x] = h.float().SetInt(cuts[x])
				h.given[x].SetMantExp(h.given[x], -int(bits+guard))
				h.given[x].Quo(h.given[x], h.float().Add(s[0][x], s[1][x]))
			}
		}
	})
	if turned {
		for x := range (n + 1) / 2 {
			h.given[x], h.given[n-x] = h.given[n-x], h.given[x]
		}
	}
	return h
}

// suffixes yields for k = n..1 the factor by which the given cut changes the probability of each
// state, by all that may follow; ones for the chain's cut.
func (h *hand) suffixes(yield func(k int, s state)) {
	term := h.float()
	var next state
	for k := h.n; k >= 1; k-- {
		s := h.newState(k)
		for f := range s {
			for x := range s[f] {
				switch {
				case h.given == nil:
					s[f][x].SetInt64(1)
				case k == h.n:
					s[f][x].Set(h.given[x])
				default:
					for e := range next {
						s[f][x].Add(s[f][x], term.Mul(h.step(f, e), next[e][x+1-e]))
					}
				}
			}
		}
		yield(k, s)
		next = s
	}
}

// at is x[i], 0 beyond both ends.
func at(x []float64, i int) float64 {
	if i < 0 || i >= len(x) {
		return 0
	}
	return x[i]
}

// handTables are the numbers of a hand as doubles.
type handTables struct {
	leads   [2][][]float64 // by label, k and x
	follows [][]float64    // a label of the top packet, by k and x
	given   []float64      // by cut
}

func (c *clumpy) newTables(n int, turned bool) *handTables {
	h := c.newHand(n, shuffle.PairBits, turned)
	doubles := func(row []*big.Float) (out []float64) {
		for _, x := range row {
			f, _ := x.Float64()
			out = append(out, f)
		}
		return out
	}
	t := &handTables{follows: make([][]float64, n+1), given: doubles(h.given)}
	t.leads[0], t.leads[1] = make([][]float64, n+1), make([][]float64, n+1)
	h.prefixes(func(k int, s state) { t.leads[0][k], t.leads[1][k] = doubles(s[0]), doubles(s[1]) })
	h.suffixes(func(k int, s state) { t.follows[k] = doubles(s[0]) })
	if h.given == nil {
		t.given = slices.Repeat([]float64{1}, n+1)
	}
	return t
}

// transit is the probability of going in d positions, z of them with the label at the beginning,
// to that label or the other one, or to either.
type transit struct{ same, other, stays [][]float64 }

func newTransit(n int, change *big.Rat) *transit {
	s, _ := change.Float64()
	r, _ := new(big.Rat).Sub(big.NewRat(1, 1), change).Float64()
	t := &transit{[][]float64{{1}}, [][]float64{{0}}, [][]float64{{1}}}
	for d := 1; d <= n; d++ {
		var same, other, stays []float64
		for z := range d + 1 {
			same = append(same, float64(r*at(t.same[d-1], z-1))+float64(s*at(t.other[d-1], z-1)))
			other = append(other, float64(s*at(t.same[d-1], z))+float64(r*at(t.other[d-1], z)))
			stays = append(stays, same[z]+other[z])
		}
		t.same, t.other, t.stays = append(t.same, same), append(t.other, other), append(t.stays, stays)
	}
	return t
}

// runs is the number of labellings with given numbers of the two labels that have k switches, k+1
// runs: with r runs of either, C(c-1, r-1) C(d-1, r-1) for each label that may be first. With one
// more run of the first label there is a factor C(c-1, r) for the first of the two.
func runs(c, d, k int) *big.Int {
	if c == 0 || d == 0 {
		return big.NewInt(int64(max(0, 1-k)))
	}
	parts := func(c, runs int) *big.Int { return new(big.Int).Binomial(int64(c-1), int64(runs-1)) }
	if k == 0 {
		return new(big.Int)
	}
	few, many := (k+1)/2, k+1-(k+1)/2
	count := parts(c, few)
	count.Mul(count, parts(d, many))
	other := parts(c, many)
	return count.Add(count, other.Mul(other, parts(d, few)))
}
