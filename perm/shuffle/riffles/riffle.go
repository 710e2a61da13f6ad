// Package riffles holds the shuffles that interleave packets, with labels: a card of the new deck
// has the label of the packet that it comes from. The inverse of such a shuffle sorts the deck by
// labels. A shelf machine has two sorts of labels.
package riffles

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"dovetail/perm"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
	"dovetail/perm/shuffle/outcome"
)

// riffle cuts the deck and drops cards from the two packets with probability
// proportional to their sizes, so that for a given cut every interleaving is
// equally likely. With a Binomial(n, 1/2) cut it is the Gilbert-Shannon-Reeds
// shuffle (Ide and Okuda, section 2.2); with a Binomial(n, p) cut each position gets a card
// of the top packet with probability p, independently. Other cuts are careful, N(n/2, sd^2)
// rounded to nearest and clamped to [0, n], or half of the deck, rounded down; or sloppy,
// uniform on 0..n.
type riffle struct {
	shuffle.AnyDeck
	cutting
}

// Riffle is the model by its parameters.
var Riffle = shuffle.NewKind("riffle", "cut in two and interleave, all interleavings of a cut equally likely",
	func(p *shuffle.Params) shuffle.Model {
		cut := cutting{name: p.OneOf("cut", "binomial", "binomial", "normal", "uniform", "half")}
		switch cut.name {
		case "binomial":
			cut.top = p.Within("p", "1/2")
		case "normal":
			cut.off, cut.sd = new(big.Rat), p.PositiveRat("sd", "5/3")
		}
		return &riffle{cutting: cut}
	})

// gsr is the Gilbert-Shannon-Reeds shuffle.
func gsr() *riffle { return &riffle{cutting: cutting{name: "binomial", top: half}} }

var half = big.NewRat(1, 2)

// fair reports whether it is the Gilbert-Shannon-Reeds shuffle.
func (r *riffle) fair() bool {
	return r.name == "binomial" && r.top.Num().Cmp(half.Num()) == 0 && r.top.Denom().Cmp(half.Denom()) == 0 // allocates nothing
}

func (r *riffle) String() string {
	switch {
	case r.name == "normal":
		return fmt.Sprintf("riffle(cut=normal,sd=%s)", r.sd.RatString())
	case r.name == "binomial" && !r.fair():
		return fmt.Sprintf("riffle(cut=binomial,p=%s)", r.top.RatString())
	case r.name == "middle":
		return fmt.Sprintf("%s cut at %d..%d", &riffle{cutting: r.given.before}, r.given.from, r.given.to)
	}
	return fmt.Sprintf("riffle(cut=%s)", r.name)
}

// cutting is where a deck is cut in two: Binomial(n, top), N(n/2 + off, sd^2) rounded to nearest and clamped
// to [0, n], uniform on 0..n, or half of the deck, rounded down.
type cutting struct {
	name    string
	top     *big.Rat
	off, sd *big.Rat
	given   *given // the condition that it is near the middle; nil without one
}

// law is that of the top packet's size: cell c holds P(cut = c), at most two units off, and exact for the
// binomial cut of 1/2 when bits >= n.
func (k cutting) law(n int, bits uint) []*big.Int {
	switch k.name {
	case "normal":
		return k.normal(n, bits).Weights()
	case "binomial":
		return fixed.Binomial(n, k.top, bits)
	case "middle":
		return k.given.law(n, bits)
	}
	w := make([]*big.Int, n+1)
	for c := range w {
		switch {
		case k.name == "uniform":
			w[c] = fixed.Ratio(big.NewInt(1), big.NewInt(int64(n+1)), bits)
		case c == n/2:
			w[c] = fixed.Unit(bits)
		default:
			w[c] = new(big.Int)
		}
	}
	return w
}

func (k cutting) normal(n int, bits uint) *draw.Sizes {
	middle := big.NewRat(int64(n), 2)
	return draw.RoundedNormal(middle.Add(middle, k.off), k.sd, draw.Roundings[0], 0, n, bits)
}

// size draws the size of the top packet. A binomial cut has p = 1/2 here.
func (k cutting) size(n int) draw.Func {
	switch k.name {
	case "binomial":
		return draw.Binomial(n)
	case "normal":
		return k.normal(n, draw.Bits).Sampler()
	case "middle":
		return k.given.size(n)
	case "uniform":
		return func(rng *draw.Stream) int { return int(draw.Below(rng, uint64(n+1))) }
	}
	return func(*draw.Stream) int { return n / 2 }
}

// drawnSet draws the positions of the new deck that the bottom packet fills, for one goroutine, and
// returns the number of cards of the top packet.
type drawnSet func(rng *draw.Stream, set *draw.Set) (top int)

// merged is the dealer of a riffle that draws them.
func merged[C shuffle.Card](n int, drawn drawnSet) shuffle.DealerOf[C] {
	set, merge := draw.NewSet(n), shuffle.MergerOf[C]()
	return func(rng *draw.Stream, dst, src []C) { merge(dst, src, set, drawn(rng, set)) }
}

// labels draws them as a label for each position, 1 for the bottom packet.
func (drawn drawnSet) labels(n int) func(rng *draw.Stream, to []uint16) {
	set := draw.NewSet(n)
	return func(rng *draw.Stream, to []uint16) {
		drawn(rng, set)
		for j := range to {
			to[j] = uint16(set.Words[j>>6] >> (j & 63) & 1)
		}
	}
}

// Law follows the number x of top-packet cards among the first k positions.
// Given the cut all interleavings are equally likely, so whatever the law of
// the cut, z_k(x) = P(x of the first k cards come from the top packet) obeys
//
//	z_n = law of the cut
//	z_{k-1}(x) = z_k(x) (k-x)/k + z_k(x+1) (x+1)/k
//
// and the last of k cards is the x-th of the top packet with probability z_k(x) x/k: that is the
// law of card x of the top packet at position k. The bottom packet is the same seen from below,
// with the law of its size.
//
// Slack: with e_k the error at level k, e_{k-1} <= e_k (k+1)/k + 1, hence
// e_k <= (n+1)(n+4)/2; two packets and their roundings stay below 4(n+1)^2.
// Binomial cuts make every z_k(x) = C(k, x)/2^k, so all divisions are exact
// when bits >= n.
func (r *riffle) Law(n int, bits uint) *shuffle.Law {
	slack := 4 * int64(n+1) * int64(n+1)
	if r.fair() && bits >= uint(n) {
		slack = 0
	}
	l := shuffle.NewLaw(n, bits, slack)
	z := r.law(n, bits)
	bottom := slices.Clone(z)
	slices.Reverse(bottom)
	packetLaw(z, func(x, k int, p *big.Int) { l.At(x-1, k-1).Add(l.At(x-1, k-1), p) })
	packetLaw(bottom, func(x, k int, p *big.Int) { l.At(n-x, n-k).Add(l.At(n-x, n-k), p) })
	return l
}

// packetLaw yields the probabilities that the x-th card of a packet, whose size has the law z_n, is at
// position k, all from 1.
func packetLaw(law []*big.Int, add func(x, k int, p *big.Int)) {
	var low, high big.Int
	z := make([]big.Int, len(law))
	for x, p := range law {
		z[x].Set(p)
	}
	for k := len(law) - 1; k >= 1; k-- {
		whole := big.NewInt(int64(k))
		for x := 1; x <= k; x++ {
			if z[x].Sign() != 0 {
				high.Mul(&z[x], low.SetInt64(int64(x)))
				add(x, k, high.Quo(&high, whole))
			}
		}
		for x := range k {
			low.Mul(&z[x], low.SetInt64(int64(k-x)))
			high.Mul(&z[x+1], high.SetInt64(int64(x+1)))
			z[x].Quo(low.Add(&low, &high), whole)
		}
	}
}

// Hands give all interleavings of a cut the same weight.
func (r *riffle) Hands(n int) (cuts, runs []float64) {
	cuts = fixed.Floats(r.law(n, shuffle.PairBits), shuffle.PairBits)
	return cuts, CutRuns(cuts, 0.5)
}

// Pairs counts interleavings. Let T be the set of positions that the top packet
// fills; given its size c all C(n, c) sets have the same probability w(c). With
// positions counted from 1, the cards i < j land on k < l in three ways:
//
//	both top: i-1 of T before k, j-i-1 between, anything after l, so
//	    C(k-1, i-1) C(l-k-1, j-i-1) g(l, j),  g(l, j) = sum_c w(c) C(n-l, c-j)
//	both bottom: the same upside down
//	i top, j bottom, i above: j-l of T lie below l whatever the cut is, so
//	    C(k-1, i-1) C(n-l, n-j) sum_c w(c) C(l-k-1, c-i+l-j),  i <= c < j
//	i top, j bottom, j above:
//	    sum_c w(c) C(k-1, j-1-c) C(l-k-1, i+j-1-k-c) C(n-l, c-i),  i <= c < j
//
// All terms are positive. A cell is a sum of at most n products of four factors, each the nearest
// double, in three ways. So its relative error is at most (n+16) 2^-53.
func (r *riffle) Pairs(ctx context.Context, n int) *shuffle.PairLaw {
	choose := shuffle.NewBinomials(n)
	w := make([]float64, n+1)
	for c, q := range r.law(n, shuffle.PairBits) {
		w[c] = fixed.Float(q.Quo(q, new(big.Int).Binomial(int64(n), int64(c))), shuffle.PairBits)
	}
	turned := slices.Clone(w)
	slices.Reverse(turned)
	prefix, suffix := prefixes(w, choose), prefixes(turned, choose)
	law := shuffle.NewPairLaw(n)
	law.Error = float64(float64(n+16)*0x1p-53) + 0x1p-100
	return law.Fill(ctx, func(i, j, k, l int) (kept, swapped float64) {
		d := l - k - 1
		kept = float64(choose.At(d, j-i-1)*(float64(choose.At(k-1, i-1)*prefix[l][j])+
			float64(choose.At(n-l, n-j)*suffix[n+1-k][n+1-i]))) +
			float64(choose.At(k-1, i-1)*choose.At(n-l, n-j)*parted(w, choose, i, j, l, d))
		return kept, crossed(w, choose, i, j, k, l)
	})
}

// prefixes[l][j] is the probability g(l, j) of any one pattern of the first l
// positions with j cards of the top packet.
func prefixes(w []float64, choose shuffle.Binomials) [][]float64 {
	n := len(w) - 1
	g := make([][]float64, n+1)
	for l := range g {
		g[l] = make([]float64, n+1)
		for j := range l + 1 {
			for c := j; c <= n-l+j; c++ {
				g[l][j] += float64(w[c] * choose.At(n-l, c-j))
			}
		}
	}
	return g
}

// parted sums, over cuts between i and j, the patterns of the d positions between their ends, when
// i stays above.
func parted(w []float64, choose shuffle.Binomials, i, j, l, d int) (sum float64) {
	for c := max(i, i+j-l); c <= min(j-1, i+j-l+d); c++ {
		sum += float64(w[c] * choose.At(d, c-i+l-j))
	}
	return sum
}

// crossed sums over cuts between i and j when j passes above i.
func crossed(w []float64, choose shuffle.Binomials, i, j, k, l int) (sum float64) {
	below := len(w) - 1 - l
	for c := max(i, i+j-l, j-k); c <= min(j-1, i+j-1-k, below+i); c++ {
		sum += float64(w[c] * choose.At(k-1, j-1-c) * choose.At(l-k-1, i+j-1-k-c) * choose.At(below, c-i))
	}
	return sum
}

// Closed is for the binomial cut; that of p = 1/2 makes a 2-shuffle.
func (r *riffle) Closed() shuffle.Closed {
	c := shuffle.Closed{Top: r.top}
	if r.fair() {
		c.Packets = 2
	}
	return c
}

// Denominator is 2^n: given a cut c, drawn with probability C(n, c)/2^n, each of the C(n, c)
// interleavings is equally likely. It is v^n for p = u/v, as an interleaving of a cut of c
// cards has probability u^c (v-u)^(n-c)/v^n; for the uniform cut the least common multiple of
// all (n+1) C(n, c), which is that of 1..n+1. A normal cut has none.
func (r *riffle) Denominator(n int) *big.Int {
	d := big.NewInt(1)
	switch r.name {
	case "normal", "middle":
		return nil
	case "binomial":
		return d.Exp(r.top.Denom(), big.NewInt(int64(n)), nil)
	case "half":
		return d.Binomial(int64(n), int64(n/2))
	}
	for k := int64(2); k <= int64(n)+1; k++ {
		g := new(big.Int).GCD(nil, nil, d, big.NewInt(k))
		d.Mul(d, g.Quo(big.NewInt(k), g))
	}
	return d
}

// Classes are the interleavings of each cut.
func (r *riffle) Classes(n int, bits uint) []shuffle.Class {
	var classes []shuffle.Class
	for c, q := range r.law(n, bits) {
		classes = append(classes, shuffle.Class{Count: new(big.Int).Binomial(int64(n), int64(c)), Mass: q})
	}
	return classes
}

// Support is every cut with every interleaving.
func (r *riffle) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	p := make(perm.Perm, n)
	for c, q := range r.law(n, bits) {
		w := new(big.Int).Quo(q, new(big.Int).Binomial(int64(n), int64(c)))
		if w.Sign() == 0 {
			continue
		}
		var drop func(top, bottom int) bool
		drop = func(top, bottom int) bool {
			if top+bottom == n {
				return yield(p, w)
			}
			if top < c {
				p[top] = top + bottom
				if !drop(top+1, bottom) {
					return false
				}
			}
			if bottom < n-c {
				p[c+bottom] = top + bottom
				return drop(top, bottom+1)
			}
			return true
		}
		if !drop(0, 0) {
			return
		}
	}
}

// Dealer draws which positions the bottom packet fills, and merges. For the binomial cut every
// position has one bit, a fair one for p = 1/2: the third description of the Gilbert-Shannon-Reeds
// shuffle. For another cut the drawn set is brought to the size of the bottom packet by adding or
// removing members chosen uniformly. Given its size the first set is uniform, hence so is the last.
func (r *riffle) Dealer(n int) shuffle.Dealer { return merged[uint16](n, r.drawn(n)) }

func (r *riffle) LargeDealer(n int) shuffle.DealerOf[uint32] { return merged[uint32](n, r.drawn(n)) }

// drawn draws the positions of the bottom packet.
func (r *riffle) drawn(n int) drawnSet {
	switch {
	case r.fair():
		return func(rng *draw.Stream, set *draw.Set) int { return n - set.Draw(rng) }
	case r.name == "binomial":
		top := draw.Threshold(r.top)
		return func(rng *draw.Stream, set *draw.Set) (count int) {
			clear(set.Words)
			for j := range n {
				if rng.Uint64() < top {
					count++
				} else {
					set.Words[j>>6] |= 1 << (j & 63)
				}
			}
			return count
		}
	}
	size := r.size(n)
	return func(rng *draw.Stream, set *draw.Set) (top int) {
		top = size(rng)
		set.Resize(rng, set.Draw(rng), n-top)
		return top
	}
}

// Labels are the labels of the riffle with a binomial cut that the dealer deals from the same
// random numbers: 0 for each position of the new deck that gets a card of the top packet, 1 for the
// bottom one.
func Labels(rng *draw.Stream, n int) []int {
	drawn, labels := make([]uint16, n), make([]int, n)
	gsr().drawn(n).labels(n)(rng, drawn)
	for j, label := range drawn {
		labels[j] = int(label)
	}
	return labels
}

// cutOdds are, by the size c of the top packet, its probability over C(n, c)/2^n; nil for the
// binomial cut. All interleavings of a cut are equally likely.
func (r *riffle) cutOdds(n int) []float64 {
	if r.fair() {
		return nil
	}
	odds := make([]float64, n+1)
	for c, w := range r.law(n, shuffle.PairBits) {
		w.Lsh(w, uint(n)).Quo(w, new(big.Int).Binomial(int64(n), int64(c)))
		odds[c] = fixed.Float(w, shuffle.PairBits)
	}
	return odds
}

// Outcome is a label for every card, 0 for the top packet.
func (r *riffle) Outcome(n int) outcome.Outcome {
	if r.fair() {
		return outcome.NewLabels(n, 2)
	}
	return outcome.NewCutLabels(r.law(n, draw.Bits), r.drawn(n).labels(n))
}
