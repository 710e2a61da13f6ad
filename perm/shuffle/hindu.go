package shuffle

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strconv"

	"dovetail/perm"
)

// Hindu is the Hindu (overhand) shuffle of Ide and Okuda, section 2.1: packets
// are drawn from the top of the deck and dropped on each other, so the order
// of packets is reversed and the order within each is kept. A packet larger than
// what is left takes what is left. Sizes are N(Mean, SD^2), rounded, those below
// Min counting as Min; or, with Max set, uniform on Min..Max.
type Hindu struct {
	Mean, SD *big.Rat
	round    rounding
	Min, Max int // Max is 0 for normal sizes
}

func init() {
	register("hindu", "draw packets from the top and drop them on each other", func(p *params) Model {
		if p.oneOf("size", "normal", "normal", "uniform") == "uniform" {
			least := p.atLeast("min", 1, "5")
			most := p.whole("max", least, mostWhole, strconv.Itoa(max(9, least)), "a whole number of at least min")
			return &Hindu{Min: least, Max: most}
		}
		return &Hindu{
			Mean:  p.positiveRat("mean", "10"),
			SD:    p.positiveRat("sd", "5/3"),
			round: p.rounding("round", "nearest"),
			Min:   p.atLeast("min", 1, "1"),
		}
	})
}

// String is the specification of the shuffle.
func (h *Hindu) String() string {
	if h.Max > 0 {
		return fmt.Sprintf("hindu(size=uniform,min=%d,max=%d)", h.Min, h.Max)
	}
	return fmt.Sprintf("hindu(mean=%s,sd=%s,round=%s,min=%d)",
		h.Mean.RatString(), h.SD.RatString(), h.round.name, h.Min)
}

// MeanSize is the mean of a packet's size before it is rounded.
func (h *Hindu) MeanSize() *big.Rat {
	if h.Max > 0 {
		return big.NewRat(int64(h.Min)+int64(h.Max), 2)
	}
	return h.Mean
}

// Check refuses packets none of which is smaller than or as large as the deck. One that
// is larger is the whole deck.
func (h *Hindu) Check(n int) error {
	if h.Min > n {
		return fmt.Errorf("packets of at least %d are too many for %s; use min=1..%d", h.Min, cards(n), n)
	}
	return nil
}

// sizes is the law of one packet drawn from n cards: cell k holds P(size = k).
func (h *Hindu) sizes(n int, bits uint) []*big.Int {
	lo := min(h.Min, n)
	sizes := make([]*big.Int, lo, n+1)
	for k := range sizes {
		sizes[k] = new(big.Int)
	}
	if h.Max > 0 {
		from, to := new(big.Rat).SetInt64(int64(h.Min)), new(big.Rat).SetInt64(int64(h.Max)+1)
		return append(sizes, flooredUniform(from, to, lo, n, bits)...)
	}
	return append(sizes, roundedNormal(h.Mean, h.SD, h.round, lo, n, bits)...)
}

// Law sums over packets. With u(a) the probability that a packet starts at
// position a (a renewal sum), the packet [a, a+k) comes with weight
// u(a) P(size = k) and moves its cards from i to i + n-2a-k, one stretch of a
// diagonal: its ends are marked and the diagonals summed once.
//
// Slack: a size is 2 units off, u(a) at most 2n(n+1) after at most n steps of
// n products, and a cell adds at most n packets; 4(n+1)^2 covers it.
func (h *Hindu) Law(n int, bits uint) *Law {
	l := newLaw(n, bits, 4*int64(n+1)*int64(n+1))
	size := h.sizes(n, bits)
	atLeast := make([]*big.Int, n+1)
	for k := n; k >= 0; k-- {
		atLeast[k] = new(big.Int).Set(size[k])
		if k < n {
			atLeast[k].Add(atLeast[k], atLeast[k+1])
		}
	}
	start := make([]big.Int, n)
	start[0].Lsh(big.NewInt(1), bits)
	for a := range n {
		if a > 0 {
			start[a].Rsh(&start[a], bits)
		}
		for k := 1; k <= n-a; k++ {
			p := size[k]
			if k == n-a {
				p = atLeast[k]
			}
			if p.Sign() == 0 {
				continue
			}
			weight := new(big.Int).Mul(&start[a], p)
			if a+k < n {
				start[a+k].Add(&start[a+k], weight)
			}
			weight.Rsh(weight, bits)
			to := n - a - k
			l.At(a, to).Add(l.At(a, to), weight)
			if a > 0 && to > 0 {
				l.At(a+k, to+k).Sub(l.At(a+k, to+k), weight)
			}
		}
	}
	for i := 1; i < n; i++ {
		for j := 1; j < n; j++ {
			l.At(i, j).Add(l.At(i, j), l.At(i-1, j-1))
		}
	}
	return l
}

// Support draws packets in every way.
func (h *Hindu) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	size := h.sizes(n, bits)
	p := make(perm.Perm, n)
	var draw func(a int, weight *big.Int) bool
	draw = func(a int, weight *big.Int) bool {
		if a == n {
			return yield(p, weight)
		}
		left := new(big.Int).Lsh(big.NewInt(1), bits)
		for k := 1; k <= n-a; k++ {
			q := size[k]
			if k == n-a {
				q = left
			}
			left = new(big.Int).Sub(left, size[k])
			w := times(weight, q, bits)
			if w.Sign() == 0 {
				continue
			}
			for i := a; i < a+k; i++ {
				p[i] = i + n - 2*a - k
			}
			if !draw(a+k, w) {
				return false
			}
		}
		return true
	}
	draw(0, new(big.Int).Lsh(big.NewInt(1), bits))
}

// Dealer draws packets until the deck is gone, then drops them from the last,
// which lands on top, to the first, in pieces of a fixed size: what a piece
// writes beyond its packet is written again by the next packet.
func (h *Hindu) Dealer(n int) Dealer {
	size := newChoice(h.sizes(n, choiceBits))
	starts := make([]int, n+1)
	return func(rng *rand.ChaCha8, dst, src []uint16) {
		dst, src = dst[:n+Pad], src[:n+Pad]
		packets := 0
		for a := 0; a < n; packets++ {
			starts[packets] = a
			a += size.draw(rng)
		}
		starts[packets] = n
		to := 0
		for p := packets - 1; p >= 0; p-- {
			for a, k := starts[p], starts[p+1]-starts[p]; k > 0; k -= Pad {
				*(*[Pad]uint16)(dst[to:]) = *(*[Pad]uint16)(src[a:])
				a += Pad
				to += min(k, Pad)
			}
		}
	}
}
