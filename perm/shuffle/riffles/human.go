package riffles

import (
	"fmt"
	"math/big"

	"dovetail/perm"
	"dovetail/perm/number"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
	"dovetail/perm/shuffle/outcome"
)

// human is a riffle by hand that is meant to be perfect. The deck is cut at floor(n/2 + u), u
// uniform on the reals of [low, high), at least 0 and at most n cards. Then the packets are
// dropped in turn, the bottom packet first: one card from its underside, or two with probability
// double, or the rest if that is less. Once a packet is used up the other follows unchanged.
//
// With low = 0, high = 1 and double = 0 it is, for even n, the out-faro.
type human struct {
	shuffle.AnyDeck
	low, high, double *big.Rat
}

// Human is the model by its parameters.
var Human = shuffle.NewKind("human", "cut near the middle and drop one card or two from the packets by turns",
	func(p *shuffle.Params) shuffle.Model {
		h := &human{low: p.Rat("low", "-1"), high: p.Rat("high", "2"), double: p.Chance("double", "1/10")}
		if h.low.Cmp(h.high) >= 0 {
			p.Fail("low=%s must be below high=%s", h.low.RatString(), h.high.RatString())
		}
		return h
	})

func (h *human) String() string {
	return fmt.Sprintf("human(low=%s,high=%s,double=%s)", h.low.RatString(), h.high.RatString(), h.double.RatString())
}

// Check refuses cuts that always take all cards or none.
func (h *human) Check(n int) error {
	middle := big.NewRat(int64(n), 2)
	most, least := new(big.Rat).Add(middle, h.high), new(big.Rat).Add(middle, h.low)
	if n > 1 && (most.Cmp(big.NewRat(1, 1)) <= 0 || least.Cmp(big.NewRat(int64(n), 1)) >= 0) {
		return fmt.Errorf("no cut from low=%s to high=%s cards above the middle divides %s", h.low.RatString(),
			h.high.RatString(), number.Count(n, "card"))
	}
	return nil
}

// cuts is the law of the top packet's size: cell c holds P(cut = c).
func (h *human) cuts(n int, bits uint) *draw.Sizes {
	middle := big.NewRat(int64(n), 2)
	return draw.FlooredUniform(new(big.Rat).Add(middle, h.low), new(big.Rat).Add(middle, h.high), 0, n, bits)
}

// Law follows, for every cut, the numbers of cards that are left, t of the top and b of the bottom
// packet. X(t, b) is the probability that such a state occurs with the turn at the bottom packet,
// Y(t, b) at the top packet. While both packets last,
//
//	X(t, b) = (1-d) Y(t+1, b) + d Y(t+2, b),  Y(t, b) = (1-d) X(t, b+1) + d X(t, b+2),
//
// where d is the chance of a double drop, except that a last card falls for certain. At either
// turn, a card falls to the position that is the number of cards left above it. Card x of the
// bottom packet (from 0) falls to x+t if it is the lowest, with x+1 left, or the next and the drop
// is double,
//
//	P(c+x -> x+t) += X(t, x+1) + d X(t, x+2),  P(y -> y+b) += Y(y+1, b) + d Y(y+2, b),
//
// for t, b >= 1. When a packet is used up the rest of the other is the new deck's top.
//
// Slack: a state is the sum of two others with weights of at most 1 in all, and rounded once. So n
// drops and the cut leave it n+1 units off, 2n+3 where a last card fell. A cell adds two or three
// such terms, or n for a rest: 2(n+1)^2 for each cut.
func (h *human) Law(n int, bits uint) *shuffle.Law {
	l := shuffle.NewLaw(n, bits, 0)
	for c, q := range h.cuts(n, bits).Weights() {
		if q.Sign() != 0 {
			h.drop(l, c, q)
			l.Slack += 2 * int64(n+1) * int64(n+1)
		}
	}
	return l
}

// drop adds to the law what happens after a cut of c cards of probability q.
func (h *human) drop(l *shuffle.Law, c int, q *big.Int) {
	add := func(card, to int, p *big.Int) { l.At(card, to).Add(l.At(card, to), p) }
	bottom := l.N - c
	if c == 0 || bottom == 0 {
		for card := range l.N {
			add(card, card, q)
		}
		return
	}
	d := newDrops(h.double)
	x := make([]big.Int, bottom+3) // X(t, b) by b, for the present t
	var y [3][]big.Int             // Y by b, for t, t+1 and t+2
	for k := range y {
		y[k] = make([]big.Int, bottom+3)
	}
	rest := new(big.Int) // of the top packet: the sum of Y(t, 0)
	for t := c; t > 0; t-- {
		y[0], y[1], y[2] = y[2], y[0], y[1]
		for b := bottom; b >= 0; b-- {
			switch {
			case t == c && b == bottom:
				x[b].Set(q)
			case b > 0:
				d.next(&x[b], t, &y[1][b], &y[2][b])
			}
			d.next(&y[0][b], b, &x[b+1], &x[b+2])
		}
		for b := 1; b <= bottom; b++ {
			add(c+b-1, b-1+t, &x[b])
			add(c+b-1, b-1+t, d.share(&x[b+1], d.two))
			add(t-1, t-1+b, &y[0][b])
			if t > 1 {
				add(t-2, t-2+b, d.share(&y[0][b], d.two))
			}
		}
		rest.Add(rest, &y[0][0])
		add(t-1, t-1, rest)
	}
	rest.SetInt64(0) // of the bottom packet: the sum of X(0, b)
	for b := bottom; b > 0; b-- {
		d.next(&x[b], 0, &y[0][b], &y[1][b])
		rest.Add(rest, &x[b])
		add(c+b-1, b-1, rest)
	}
}

// drops is the chance d of a double drop, as a fraction.
type drops struct{ one, two, whole, a, b *big.Int }

func newDrops(d *big.Rat) *drops {
	return &drops{new(big.Int).Sub(d.Denom(), d.Num()), d.Num(), d.Denom(), new(big.Int), new(big.Int)}
}

// next sets p to the probability of a state with left cards in the packet that
// the last drop came from, given those of the states with one and two more.
func (d *drops) next(p *big.Int, left int, oneMore, twoMore *big.Int) {
	if oneMore.Sign() == 0 && twoMore.Sign() == 0 {
		p.SetInt64(0)
		return
	}
	single := d.one
	if left == 0 {
		single = d.whole
	}
	d.a.Add(d.a.Mul(oneMore, single), d.b.Mul(twoMore, d.two))
	p.Quo(d.a, d.whole)
}

// share is p times one or two, as a probability. The next call overwrites it.
func (d *drops) share(p, part *big.Int) *big.Int { return d.a.Quo(d.a.Mul(p, part), d.whole) }

// Hands drop one card or two, and the rest of a packet once the other is used up. turn[e][t][b] is
// the chance that t cards of the top packet and b of the bottom packet are left and it is the turn
// of the top (e = 0) or of the bottom packet.
func (h *human) Hands(n int) (cuts, runs []float64) {
	cuts, runs = fixed.Floats(h.cuts(n, shuffle.PairBits).Weights(), shuffle.PairBits), make([]float64, n+1)
	double, _ := h.double.Float64()
	var turn [2][][]float64
	for e := range turn {
		turn[e] = make([][]float64, n+1)
		for t := range turn[e] {
			turn[e][t] = make([]float64, n+1)
		}
	}
	for c, p := range cuts {
		turn[1][c][n-c] = p
	}
	drop := func(e, t, b, k int, p float64) {
		p = float64(p) // the caller's product, rounded
		runs[k] += p
		left := [2]int{t, b}
		left[e] -= k
		if left[e] == 0 {
			runs[left[1-e]] += p
		} else {
			turn[1-e][left[0]][left[1]] += p
		}
	}
	for all := n; all > 1; all-- {
		for t := 1; t < all; t++ {
			for e, left := range [2]int{t, all - t} {
				p, twice := turn[e][t][all-t], double
				if left == 1 {
					twice = 0
				} else {
					drop(e, t, all-t, 2, p*twice)
				}
				drop(e, t, all-t, 1, p*(1-twice))
			}
		}
	}
	runs[n] += cuts[0] + cuts[n]
	return cuts, runs
}

// Denominator is a b^(n-2). The range of u is an integer number a of parts such that both of its
// ends are multiples of a part, so that a cut has a multiple of 1/a as its probability. Double
// drops have the chance c/b. The last card of a packet falls for certain, which leaves at most n-2
// drops to chance.
func (h *human) Denominator(n int) *big.Int {
	a := new(big.Rat).Sub(h.high, h.low)
	middle := big.NewRat(int64(n), 2)
	for _, end := range []*big.Rat{h.low, h.high} {
		end = new(big.Rat).Add(middle, end)
		a.Mul(a, new(big.Rat).SetInt(end.Denom()))
	}
	drops := big.NewInt(int64(max(0, n-2)))
	return drops.Exp(h.double.Denom(), drops, nil).Mul(drops, a.Num())
}

// Classes are the drops after each cut by the numbers of single and double ones among those left
// to chance.
func (h *human) Classes(n int, bits uint) (classes []shuffle.Class) {
	d := newDrops(h.double)
	for c, q := range h.cuts(n, bits).Weights() {
		if q.Sign() == 0 {
			continue
		}
		for drops, count := range countDrops(n-c, c) {
			single, double := big.NewInt(int64(drops.single)), big.NewInt(int64(drops.double))
			mass := new(big.Int).Exp(d.one, single, nil)
			mass.Mul(mass, new(big.Int).Exp(d.two, double, nil)).Mul(mass, count)
			all := new(big.Int).Exp(d.whole, single.Add(single, double), nil)
			if mass.Sign() > 0 {
				classes = append(classes, shuffle.Class{Count: count, Mass: mass.Mul(mass, q).Quo(mass, all)})
			}
		}
	}
	return classes
}

// chances is the number of drops left to chance, of one card and of two.
type chances struct{ single, double int }

// countDrops counts the ways to drop packets of now and of next cards in turn, by the drops that
// are left to chance. A packet's last card falls for certain, and nothing is left to chance once
// the other packet is used up. The cards left and the double drops determine the single ones.
func countDrops(now, next int) map[chances]*big.Int {
	type left struct{ now, next, double int }
	n := now + next
	ends := map[chances]*big.Int{}
	ways := map[left]*big.Int{{now, next, 0}: big.NewInt(1)}
	add := func(to left, count *big.Int) {
		if ways[to] == nil {
			ways[to] = new(big.Int)
		}
		ways[to].Add(ways[to], count)
	}
	for total := n; total >= 0; total-- {
		for a := range total + 1 {
			for double := range (n-total)/2 + 1 {
				count := ways[left{a, total - a, double}]
				switch b := total - a; {
				case count == nil:
				case a <= 1 || b == 0:
					drops := chances{n - total - 2*double, double}
					if ends[drops] == nil {
						ends[drops] = new(big.Int)
					}
					ends[drops].Add(ends[drops], count)
				default:
					add(left{b, a - 1, double}, count)
					add(left{b, a - 2, double + 1}, count)
				}
			}
		}
	}
	return ends
}

// Support is every cut with all possible drops.
func (h *human) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	type packet struct{ first, left int }
	d := newDrops(h.double)
	p := make(perm.Perm, n)
	var drop func(now, next packet, weight *big.Int) bool
	drop = func(now, next packet, weight *big.Int) bool {
		if now.left == 0 || next.left == 0 {
			for _, rest := range []packet{now, next} {
				for i := range rest.left {
					p[rest.first+i] = i
				}
			}
			return yield(p, weight)
		}
		fall := func() {
			now.left--
			p[now.first+now.left] = now.left + next.left
		}
		if fall(); now.left == 0 {
			return drop(next, now, weight)
		}
		single, double := new(big.Int).Set(d.share(weight, d.one)), new(big.Int).Set(d.share(weight, d.two))
		if single.Sign() != 0 && !drop(next, now, single) {
			return false
		}
		fall()
		return double.Sign() == 0 || drop(next, now, double)
	}
	for c, q := range h.cuts(n, bits).Weights() {
		if q.Sign() != 0 && !drop(packet{c, n - c}, packet{0, c}, q) {
			return
		}
	}
}

// Dealer merges the packets.
func (h *human) Dealer(n int) shuffle.Dealer { return merged[uint16](n, h.drawn(n)) }

func (h *human) LargeDealer(n int) shuffle.DealerOf[uint32] { return merged[uint32](n, h.drawn(n)) }

// drawn draws the positions that the bottom packet fills, from the bottom up.
func (h *human) drawn(n int) drawnSet {
	cut := h.cuts(n, draw.Bits).Sampler()
	single := draw.Threshold(new(big.Rat).Sub(big.NewRat(1, 1), h.double))
	return func(rng *draw.Stream, set *draw.Set) (top int) {
		top = cut(rng)
		clear(set.Words)
		left, e, at := [2]int{top, n - top}, 1, n
		drop := func() {
			at--
			left[e]--
			set.Words[at>>6] |= uint64(e) << (at & 63)
		}
		for left[0] > 0 && left[1] > 0 {
			if drop(); left[e] > 0 && rng.Uint64() >= single {
				drop()
			}
			e ^= 1
		}
		for e = 1; left[1] > 0; {
			drop()
		}
		return top
	}
}

// Outcome is a cut and a drop for each card.
func (h *human) Outcome(n int) outcome.Outcome {
	return outcome.NewDrops(h.cuts(n, draw.Bits).Weights(), h.double)
}
