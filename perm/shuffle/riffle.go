package shuffle

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"dovetail/perm"
)

// Riffle cuts the deck and drops cards from the two packets with probability
// proportional to their sizes, so that for a given cut every interleaving is
// equally likely. With a Binomial(n, 1/2) cut it is the Gilbert-Shannon-Reeds
// shuffle (Ide and Okuda, section 2.2); with a normal cut, N(n/2, SD^2) rounded
// to nearest and clamped to [0, n], it is a careful cut near the middle.
type Riffle struct {
	SD *big.Rat // nil for the binomial cut
}

func init() {
	register("riffle", "cut in two and interleave, all interleavings of a cut equally likely", func(p *params) Model {
		if p.oneOf("cut", "binomial", "binomial", "normal") == "binomial" {
			return &Riffle{}
		}
		return &Riffle{SD: p.positiveRat("sd", "5/3")}
	})
}

// String is the specification of the shuffle.
func (r *Riffle) String() string {
	if r.SD == nil {
		return "riffle(cut=binomial)"
	}
	return fmt.Sprintf("riffle(cut=normal,sd=%s)", r.SD.RatString())
}

// Check accepts every deck.
func (r *Riffle) Check(int) error { return nil }

// cuts is the law of the top packet's size: cell c holds P(cut = c), at most
// two units off, and exact for the binomial cut when bits >= n.
func (r *Riffle) cuts(n int, bits uint) []*big.Int {
	if r.SD != nil {
		return roundedNormal(big.NewRat(int64(n), 2), r.SD, roundings[0], 0, n, bits)
	}
	return binomialSizes(n, bits)
}

// Law follows the number x of top-packet cards among the first k positions.
// Given the cut all interleavings are equally likely, so whatever the law of
// the cut, z_k(x) = P(x of the first k cards come from the top packet) obeys
//
//	z_n = law of the cut
//	z_{k-1}(x) = z_k(x) (k-x)/k + z_k(x+1) (x+1)/k
//
// and the last of k cards is the x-th of the top packet with probability
// z_k(x) x/k: that is the law of card x of the top packet at position k. The
// bottom packet is the same picture upside down.
//
// Slack: with e_k the error at level k, e_{k-1} <= e_k (k+1)/k + 1, hence
// e_k <= (n+1)(n+4)/2; two packets and their roundings stay below 4(n+1)^2.
// Binomial cuts make every z_k(x) = C(k, x)/2^k, so all divisions are exact
// when bits >= n.
func (r *Riffle) Law(n int, bits uint) *Law {
	slack := 4 * int64(n+1) * int64(n+1)
	if r.SD == nil && bits >= uint(n) {
		slack = 0
	}
	l := newLaw(n, bits, slack)
	q := r.cuts(n, bits)
	topPacket(q, func(x, k int, p *big.Int) { l.At(x-1, k-1).Add(l.At(x-1, k-1), p) })
	for c := 0; c < n-c; c++ {
		q[c], q[n-c] = q[n-c], q[c]
	}
	topPacket(q, func(x, k int, p *big.Int) { l.At(n-x, n-k).Add(l.At(n-x, n-k), p) })
	return l
}

// topPacket calls add with the probability that card x (from 1) belongs to the
// top packet and lands on position k. It consumes the law z of the cut.
func topPacket(cut []*big.Int, add func(x, k int, p *big.Int)) {
	z := make([]big.Int, len(cut))
	for x := range z {
		z[x].Set(cut[x])
	}
	var low, high big.Int
	for k := len(cut) - 1; k >= 1; k-- {
		kk := big.NewInt(int64(k))
		for x := 1; x <= k; x++ {
			if z[x].Sign() != 0 {
				high.Mul(&z[x], low.SetInt64(int64(x)))
				add(x, k, high.Quo(&high, kk))
			}
		}
		for x := range k {
			low.Mul(&z[x], low.SetInt64(int64(k-x)))
			high.Mul(&z[x+1], high.SetInt64(int64(x+1)))
			z[x].Quo(low.Add(&low, &high), kk)
		}
	}
}

// Support is every cut with every interleaving.
func (r *Riffle) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	p := make(perm.Perm, n)
	for c, q := range r.cuts(n, bits) {
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

// Dealer draws which positions the bottom packet fills, and merges. For the
// binomial cut every position has one fair bit: the third description of the
// Gilbert-Shannon-Reeds shuffle. For another cut the drawn set is brought to
// the size of the bottom packet by putting in or taking out members chosen
// uniformly: given its size the first set is uniform, hence so is the last.
func (r *Riffle) Dealer(n int) Dealer {
	set := newBitset(n)
	if r.SD == nil {
		return func(rng *rand.ChaCha8, dst, src []uint16) {
			merge(dst, src, set, n-set.draw(rng))
		}
	}
	cut := newChoice(r.cuts(n, choiceBits))
	return func(rng *rand.ChaCha8, dst, src []uint16) {
		top := cut.draw(rng)
		set.resize(rng, set.draw(rng), n-top)
		merge(dst, src, set, top)
	}
}
