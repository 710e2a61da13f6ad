// Package packets holds the shuffles that move unchanged packets of the deck, cards from the top,
// or piles.
package packets

import (
	"context"
	"math/big"

	"dovetail/perm"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
	"dovetail/perm/shuffle/outcome"
)

// packetwise is the part of a model that draws packets from the top of the deck and
// drops them on each other, so that the order of packets is reversed and the order within
// each is kept. Sizes are independent and of one law; a packet larger than what is left
// takes what is left.
type packetwise struct {
	shuffle.AnyDeck
	mean  *big.Rat                           // size, before it is rounded
	sizes func(n int, bits uint) *draw.Sizes // of a packet from n cards, at least 1
}

// PacketSizes is the law of one packet drawn from n cards: cell k holds P(size = k).
func (h *packetwise) PacketSizes(n int, bits uint) []*big.Int {
	law := h.sizes(n, bits)
	sizes := make([]*big.Int, law.Lo, n+1)
	for k := range sizes {
		sizes[k] = new(big.Int)
	}
	return append(sizes, law.Weights()...)
}

// MeanPacket is the mean of a packet's size before it is rounded.
func (h *packetwise) MeanPacket() *big.Rat { return h.mean }

// FromBottom is false: packets are drawn from the top.
func (h *packetwise) FromBottom() bool { return false }

// packets is the law of the packets of n cards in fixed point: P(size = k),
// P(size >= k), and u(a), the probability that a packet starts at a, a renewal sum.
type packets struct {
	n                    int
	size, atLeast, start []*big.Int
}

// packets draws until the deck is used up. A size is at most 2 units off, so that u is at most
// 2n(n+1) off after at most n steps of n products.
func (h *packetwise) packets(n int, bits uint) *packets {
	p := &packets{n, h.PacketSizes(n, bits), make([]*big.Int, n+1), make([]*big.Int, n)}
	p.atLeast[n] = p.size[n]
	for k := n - 1; k >= 0; k-- {
		p.atLeast[k] = new(big.Int).Add(p.size[k], p.atLeast[k+1])
		p.start[k] = new(big.Int)
	}
	p.start[0] = fixed.Unit(2 * bits)
	product := new(big.Int)
	for a, u := range p.start {
		u.Rsh(u, bits)
		for k := 1; a+k < n; k++ {
			if p.size[k].Sign() != 0 {
				p.start[a+k].Add(p.start[a+k], product.Mul(u, p.size[k]))
			}
		}
	}
	return p
}

// ends is the law of the end of a packet that starts at a. A packet that reaches the end of the
// deck stands for all larger sizes too.
func (p *packets) ends(a, e int) *big.Int {
	if e == p.n {
		return p.atLeast[e-a]
	}
	return p.size[e-a]
}

// Law sums over packets. The packet [a, e) comes with weight u(a) P(size = e-a) and
// moves its cards from i to i + n-a-e, one stretch of a diagonal: its ends are marked
// and the diagonals summed once.
//
// Slack: a cell adds at most n packets, each off by as much as u(a), a size and the
// rounding of their product; 4(n+1)^2 covers it.
func (h *packetwise) Law(n int, bits uint) *shuffle.Law {
	l := shuffle.NewLaw(n, bits, 4*int64(n+1)*int64(n+1))
	if n == 1 {
		l.Slack = 0
	}
	p := h.packets(n, bits)
	for a, u := range p.start {
		for e := a + 1; e <= n; e++ {
			q := p.ends(a, e)
			if q.Sign() == 0 {
				continue
			}
			weight, to := fixed.Times(u, q, bits), n-e
			l.At(a, to).Add(l.At(a, to), weight)
			if a > 0 && to > 0 {
				l.At(e, to+e-a).Sub(l.At(e, to+e-a), weight)
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

// Pairs sums over the packets of the two cards. Two cards i < j stay in order if one packet [a, e)
// holds both: they move by n-a-e. They swap if [a, e) holds the first alone: the rest is shuffled
// as a deck of n-e cards, which then lies on top, and the law of such a deck gives the place of the
// second one.
//
// All terms are positive. A cell of such a law has at most n terms, products of two doubles. A cell
// of the pairs has one of those and at most n of these times two doubles: its relative error is at
// most (2n + 8) 2^-53.
func (h *packetwise) Pairs(ctx context.Context, n int) *shuffle.PairLaw {
	law := shuffle.NewPairLaw(n)
	law.Error = float64(float64(2*n+8)*0x1p-53) + 0x1p-100
	size := shuffle.PairCount(n)
	p := h.packets(n, shuffle.PairBits)
	start, ends := make([]float64, n), make([][]float64, n)
	for a := range n {
		start[a] = fixed.Float(p.start[a], shuffle.PairBits)
		ends[a] = make([]float64, n+1)
		for e := a + 1; e <= n; e++ {
			ends[a][e] = fixed.Float(p.ends(a, e), shuffle.PairBits)
		}
	}
	for a := range n {
		if ctx.Err() != nil {
			return nil
		}
		for e := a + 1; e <= n; e++ {
			first := float64(start[a] * ends[a][e])
			if first == 0 {
				continue
			}
			for j := a + 1; j < e; j++ {
				for i := a; i < j; i++ {
					law.Kept[shuffle.PairIndex(n, i, j)*size+shuffle.PairIndex(n, i+n-a-e, j+n-a-e)] += first
				}
			}
		}
	}
	rest := make([][][]float64, n)
	for e := 1; e < n && ctx.Err() == nil; e++ {
		rest[e] = restLaw(start, ends, e)
	}
	to := make([]float64, n)
	for i := range n {
		if ctx.Err() != nil {
			return nil
		}
		for k := 1; k < n; k++ {
			for j := i + 1; j < n; j++ {
				clear(to)
				for e := max(i+1, n-k); e <= min(j, n-k+i); e++ { // the first card moves by n-a-e
					a := n - k + i - e
					if first := float64(start[a] * ends[a][e]); first != 0 {
						for l, q := range rest[e][j-e] {
							to[l] += float64(first * q)
						}
					}
				}
				row := law.Swapped[shuffle.PairIndex(n, i, j)*size:]
				for l, q := range to[:k] {
					row[shuffle.PairIndex(n, l, k)] = q
				}
			}
		}
	}
	return law
}

// restLaw is the law of the cards from e on among themselves, where a packet starts at e: the
// card at e+x comes to y.
func restLaw(start []float64, ends [][]float64, e int) [][]float64 {
	m := len(start) - e
	law := make([][]float64, m)
	for x := range law {
		law[x] = make([]float64, m)
	}
	for a := range m {
		for f := a + 1; f <= m; f++ {
			if weight := float64(start[a] * ends[e+a][e+f]); weight != 0 {
				for x := a; x < f; x++ {
					law[x][x+m-a-f] += weight
				}
			}
		}
	}
	return law
}

// Support draws packets in every way.
func (h *packetwise) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	law := h.packets(n, bits)
	p := make(perm.Perm, n)
	var draw func(a int, weight *big.Int) bool
	draw = func(a int, weight *big.Int) bool {
		if a == n {
			return yield(p, weight)
		}
		for e := a + 1; e <= n; e++ {
			w := fixed.Times(weight, law.ends(a, e), bits)
			if w.Sign() == 0 {
				continue
			}
			for i := a; i < e; i++ {
				p[i] = i + n - a - e
			}
			if !draw(e, w) {
				return false
			}
		}
		return true
	}
	draw(0, fixed.Unit(bits))
}

// Dealer draws packets until the deck is gone, then drops them from the last, which lands on top,
// to the first, in pieces of a fixed size: the next packet overwrites what a piece writes beyond
// its packet.
func (h *packetwise) Dealer(n int) shuffle.Dealer { return packeted[uint16](h, n) }

func (h *packetwise) LargeDealer(n int) shuffle.DealerOf[uint32] { return packeted[uint32](h, n) }

func packeted[C shuffle.Card](h *packetwise, n int) shuffle.DealerOf[C] {
	size := h.sizes(n, draw.Bits).Sampler()
	starts := make([]uint32, n+1)
	return func(rng *draw.Stream, dst, src []C) {
		dst, src = dst[:n+shuffle.Pad], src[:n+shuffle.Pad]
		packets := 0
		for a := 0; a < n; packets++ {
			starts[packets] = uint32(a)
			a += size(rng)
		}
		starts[packets] = uint32(n)
		to := 0
		for p := packets - 1; p >= 0; p-- {
			a, end := int(starts[p]), int(starts[p+1])
			for k := end - a; k > 0; k -= shuffle.Pad {
				*(*[shuffle.Pad]C)(dst[to:]) = *(*[shuffle.Pad]C)(src[a:])
				a += shuffle.Pad
				to += min(k, shuffle.Pad)
			}
		}
	}
}

// Outcome is the sizes of packets, as many as there can be.
func (h *packetwise) Outcome(n int) outcome.Outcome {
	mean, _ := h.mean.Float64()
	return outcome.NewPackets(h.PacketSizes(n, draw.Bits), h.sizes(n, draw.Bits).Lo, mean)
}
