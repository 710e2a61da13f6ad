package riffles

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"

	"dovetail/perm"
	"dovetail/perm/elementary"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
	"dovetail/perm/shuffle/outcome"
)

// clumpy is a riffle by hands that drop cards neither one by one nor at random: at every position
// of the new deck the packet changes with the same chance, the switch. The label of a position is
// the packet that its card comes from. Labels are a Markov chain. With a switch of 1/2 they are
// independent, and it is the Gilbert-Shannon-Reeds shuffle. Neat hands switch more.
//
// The chain determines the cut, or the cut has a law of its own, Binomial(n, 1/2), N(n/2 + off,
// sd^2) rounded to nearest and clamped to [0, n], uniform on 0..n, or half of the deck, rounded
// down. Given the cut an interleaving with k switches then has the weight s^k (1-s)^(n-1-k).
type clumpy struct {
	shuffle.AnyDeck
	change *big.Rat // s
	cut    cutting  // the chain's, or with a law of its own
}

// chained is the cut that the labels decide.
const chained = "chain"

// Clumpy is the model by its parameters.
var Clumpy = shuffle.NewKind("clumpy", "cut in two and interleave, changing the packet with a given chance",
	func(p *shuffle.Params) shuffle.Model {
		c := &clumpy{change: p.Within("switch", "13/20")}
		c.cut = cutting{name: p.OneOf("cut", chained, chained, "binomial", "normal", "uniform", "half"), top: half}
		if c.cut.name == "normal" {
			c.cut.off, c.cut.sd = p.Rat("off", "0"), p.PositiveRat("sd", "5/3")
		}
		return c
	})

func (c *clumpy) String() string {
	s := fmt.Sprintf("clumpy(switch=%s,cut=%s", c.change.RatString(), c.cut.name)
	if c.cut.name == "normal" {
		s += fmt.Sprintf(",off=%s,sd=%s", c.cut.off.RatString(), c.cut.sd.RatString())
	}
	return s + ")"
}

// cuts is the law of the top packet's size, at most two units off; nil for the chain's.
func (c *clumpy) cuts(n int, bits uint) []*big.Int {
	if c.cut.name == chained {
		return nil
	}
	return c.cut.law(n, bits)
}

// Law multiplies, for each position k, the probability of reaching a label of the top packet
// there, the x-th in all, by that of what may follow: card x lands on k. The bottom packet is the
// same from the other end, with the cut seen from there. The chain is the same in both directions.
//
// Slack: a cut's probability, two units of its additional bits off, is the only error that is
// not relative; cells are rounded twice.
func (c *clumpy) Law(n int, bits uint) *shuffle.Law {
	l := shuffle.NewLaw(n, bits, 3)
	c.add(l, false, func(x, k int) *big.Int { return l.At(x-1, k-1) })
	c.add(l, true, func(x, k int) *big.Int { return l.At(n-x, n-k) })
	return l
}

func (c *clumpy) add(l *shuffle.Law, turned bool, at func(x, k int) *big.Int) {
	h := c.newHand(l.N, l.Bits, turned)
	leads := make([]state, l.N+1)
	h.prefixes(func(k int, s state) { leads[k] = s })
	p, part := h.float(), new(big.Int)
	h.suffixes(func(k int, s state) {
		for x := 1; x <= k; x++ {
			p.Mul(leads[k][0][x], s[0][x])
			p.SetMantExp(p, int(l.Bits)).Int(part)
			at(x, k).Add(at(x, k), part)
		}
		leads[k] = state{}
	})
}

// Pairs follows the labels from the k-th position to the l-th, with positions and cards from 1.
// A(k, x) and B(k, x) are the probabilities of reaching a label of the top or of the bottom packet
// at k, where x of the first k are the top's. m(d, z) is the chance to go from one label to the
// other in d positions, z of them of the old label, and m0(d, z) to come back to it. t(d, z) is
// the chance that z of the next d positions have the present label, F(k, x) that of what may
// follow a label of the top packet, and g(c) the weight of a cut. The cards i < j land on k < l
//
//	both top: A(k, i) m0(l-k, j-i) F(l, j), and both bottom the same upside down;
//	i top, j bottom, i above: A(k, i) t(n-l, n-j) sum_z m(l-k, z) g(i + z + j-l);
//	i top, j bottom, j above: of the positions from k to l, o are of the bottom packet, and
//	    sum_o B(k, i-(l-k-o)) m(l-k, o) t(n-l, x) g(i+x),  x = j-l+o of the top's below l.
//
// All terms are positive. A, B and F are rounded once, m and t three times a position, and a
// product of them has at most n+4 roundings: the relative error of a cell is at most (4n+24)
// 2^-53. Where a cut is so rare for the chain that its weight would not be a double, the law is
// not known.
func (c *clumpy) Pairs(ctx context.Context, n int) *shuffle.PairLaw {
	law := shuffle.NewPairLaw(n)
	law.Error = float64(float64(4*n+24)*0x1p-53) + 0x1p-100
	h, turned := c.newTables(n, false), c.newTables(n, true)
	for _, g := range h.given {
		if g > 0x1p900 {
			return nil
		}
	}
	t := newTransit(n, c.change)
	return law.Fill(ctx, func(i, j, k, l int) (kept, swapped float64) {
		d, below := l-k, n-l
		kept = float64(at(h.leads[0][k], i)*at(t.same[d], j-i)*at(h.follows[l], j)) +
			float64(at(turned.leads[0][below+1], n+1-j)*at(t.same[d], j-i)*at(turned.follows[n+1-k], n+1-i))
		apart := 0.0
		for z := range d {
			apart += float64(at(t.other[d], z) * at(h.given, i+z+j-l))
		}
		for o := range d {
			x := j - l + o
			swapped += float64(at(h.leads[1][k], i-d+o) * at(t.other[d], o) * at(t.stays[below], x) * at(h.given, i+x))
		}
		return kept + float64(at(h.leads[0][k], i)*at(t.stays[below], n-j)*apart), swapped
	})
}

// Hands are those of the chain, or of interleavings given the cut.
func (c *clumpy) Hands(n int) (cuts, runs []float64) {
	s, _ := c.change.Float64()
	if c.cut.name == chained {
		return ChainCuts(n, s), ChainRuns(n, s)
	}
	cuts = fixed.Floats(c.cuts(n, shuffle.PairBits), shuffle.PairBits)
	return cuts, CutRuns(cuts, s)
}

// Classes are the interleavings of each cut by their number of switches.
func (c *clumpy) Classes(n int, bits uint) (classes []shuffle.Class) {
	c.each(n, bits, func(cut, k int, count, mass *big.Int) {
		if count.Sign() > 0 {
			classes = append(classes, shuffle.Class{Count: count, Mass: mass})
		}
	})
	return classes
}

// each yields every cut with every number of switches: the number of labellings, and the
// probability of all together, with s = u/v
//
//	count u^k (v-u)^(n-1-k) / 2 v^(n-1),
//
// or, given the cut, that divided by its sum for the cut.
func (c *clumpy) each(n int, bits uint, yield func(cut, k int, count, mass *big.Int)) {
	u := c.change.Num()
	t := new(big.Int).Sub(c.change.Denom(), u)
	chain := new(big.Int).Exp(c.change.Denom(), big.NewInt(int64(n-1)), nil)
	chain.Lsh(chain, 1)
	powers := func(x *big.Int) []*big.Int {
		p := []*big.Int{big.NewInt(1)}
		for k := 1; k < n; k++ {
			p = append(p, new(big.Int).Mul(p[k-1], x))
		}
		return p
	}
	up, tp := powers(u), powers(t)
	cuts := c.cuts(n, bits)
	for cut := range n + 1 {
		var counts, masses []*big.Int
		all := new(big.Int)
		for k := range n {
			count := runs(cut, n-cut, k)
			mass := new(big.Int).Mul(count, up[k])
			counts, masses = append(counts, count), append(masses, mass.Mul(mass, tp[n-1-k]))
			all.Add(all, mass)
		}
		for k, mass := range masses {
			if cuts == nil {
				mass = fixed.Ratio(mass, chain, bits)
			} else {
				mass = mass.Mul(mass, cuts[cut])
				mass.Quo(mass, all)
			}
			yield(cut, k, counts[k], mass)
		}
	}
}

// Denominator is 2 v^(n-1) for a switch of u/v.
func (c *clumpy) Denominator(n int) *big.Int {
	if c.cut.name != chained {
		return nil
	}
	d := new(big.Int).Exp(c.change.Denom(), big.NewInt(int64(n-1)), nil)
	return d.Lsh(d, 1)
}

// Support is all labellings.
func (c *clumpy) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	weight := make([][]*big.Int, n+1)
	c.each(n, bits, func(cut, k int, count, mass *big.Int) {
		if count.Sign() > 0 {
			mass = mass.Quo(mass, count)
		}
		weight[cut] = append(weight[cut], mass)
	})
	p := make(perm.Perm, n)
	for labels := range uint64(1) << n {
		cut, k := 0, 0
		for j := range n {
			cut += int(1 &^ (labels >> j))
			if j > 0 {
				k += int((labels>>j ^ labels>>(j-1)) & 1)
			}
		}
		next := [2]int{0, cut}
		for j := range n {
			packet := &next[labels>>j&1]
			p[*packet] = j
			*packet++
		}
		if w := weight[cut][k]; w.Sign() > 0 && !yield(p, w) {
			return
		}
	}
}

// Dealer draws which positions the bottom packet fills, and merges.
func (c *clumpy) Dealer(n int) shuffle.Dealer { return merged[uint16](n, c.drawn(n)) }

// LargeDealer is like Dealer. It is nil for a cut with a law of its own, as its switches need a
// table.
func (c *clumpy) LargeDealer(n int) shuffle.DealerOf[uint32] {
	if c.cut.name != chained {
		return nil
	}
	return merged[uint32](n, c.drawn(n))
}

// drawn draws the positions of the bottom packet.
func (c *clumpy) drawn(n int) drawnSet {
	if c.cut.name != chained {
		return c.parted(n, c.cut.size(n))
	}
	change, words := draw.Threshold(c.change), make([]uint64, n)
	return func(rng *draw.Stream, set *draw.Set) (top int) {
		rng.Fill(words)
		before := uint64(0) // all ones after a card of the bottom packet
		for k := range set.Words {
			of := words[min(64*k, n):min(64*k+64, n)]
			x := uint64(0) // the positions where the packet changes
			for j, w := range of {
				_, below := bits.Sub64(w, change, 0)
				x |= below << (j & 63)
			}
			if k == 0 {
				x = x&^1 | words[0]&1 // the first card's packet
			}
			for shift := 1; shift < 64; shift *= 2 {
				x ^= x << shift // up to where twice as many changes count
			}
			x ^= before
			before = -(x >> 63)
			x &= 1<<len(of) - 1
			set.Words[k] = x
			top += len(of) - bits.OnesCount64(x)
		}
		return top
	}
}

// parted draws the cut, the number of switches, which packet is first, and where each of the two
// is divided into its runs: all ways are equally likely.
func (c *clumpy) parted(n int, cut draw.Func) drawnSet {
	switches := make([]*draw.Choice, n+1)
	ends := [2]*draw.Set{draw.NewSet(n), draw.NewSet(n)} // the last cards of runs
	return func(rng *draw.Stream, set *draw.Set) (top int) {
		top = cut(rng)
		clear(set.Words)
		sizes := [2]int{top, n - top}
		e, runs := 0, [2]int{1, 1}
		if top == 0 {
			e = 1
		} else if top < n {
			if switches[top] == nil {
				switches[top] = c.switches(top, n-top)
			}
			k := switches[top].Draw(rng)
			r := (k + 1) / 2
			if runs = [2]int{r, r}; k%2 == 1 {
				e = int(draw.Below(rng, 2))
			} else {
				if draw.Below(rng, uint64(n-2*r)) >= uint64(top-r) {
					e = 1
				}
				runs[e]++
			}
		}
		for f, b := range ends {
			b.N = max(0, sizes[f]-1)
			b.Resize(rng, b.Draw(rng), min(b.N, runs[f]-1))
		}
		var done [2]int
		for j := range n {
			set.Words[j>>6] |= uint64(e) << (j & 63)
			k := done[e]
			done[e]++
			if done[e] == sizes[e] || ends[e].Words[k>>6]>>(k&63)&1 == 1 {
				e ^= 1
			}
		}
		return top
	}
}

// switches is the law of their number for packets of c and d cards: with
// b(r) = C(c-1, r-1) C(d-1, r-1) there are 2 b(r) labellings with 2r-1 and
// b(r) (c+d-2r)/r with 2r, and b(r+1) = b(r) (c-r) (d-r)/r^2.
func (c *clumpy) switches(top, bottom int) *draw.Choice {
	float := func() *big.Float { return new(big.Float).SetPrec(2 * draw.Bits) }
	whole := func(x int) *big.Float { return float().SetInt64(int64(x)) }
	odds := float().SetRat(new(big.Rat).Quo(c.change, new(big.Rat).Sub(big.NewRat(1, 1), c.change)))
	all, b := float(), whole(1)
	var weights []*big.Float
	add := func(w *big.Float) {
		weights = append(weights, w)
		all.Add(all, w)
	}
	for r := 1; r <= min(top, bottom); r++ {
		b.Mul(b, odds)
		add(float().Mul(b, whole(2)))
		b.Mul(b, odds)
		even := float().Mul(b, whole(top+bottom-2*r))
		add(even.Quo(even, whole(r)))
		b.Mul(b, whole(top-r)).Mul(b, whole(bottom-r)).Quo(b, whole(r)).Quo(b, whole(r))
	}
	var law []*big.Int
	for _, w := range weights {
		w.Quo(w, all)
		p, _ := w.SetMantExp(w, draw.Bits).Int(nil)
		law = append(law, p)
	}
	draw := draw.NewChoice(law)
	draw.First = 1
	return draw
}

// logs are the logarithms of the switch s and of 1-s, within 2^-43. A switch that is nearly 1 leaves few
// digits of 1-s in a float64.
func (c *clumpy) logs() (change, stay float64) {
	s, _ := c.change.Float64()
	if s < 1-0x1p-10 {
		return elementary.Log(s), elementary.Log1p(-s)
	}
	rest, _ := new(big.Rat).Sub(big.NewRat(1, 1), c.change).Float64()
	return elementary.Log(s), elementary.Log(rest)
}

// Outcome is the labels.
func (c *clumpy) Outcome(n int) outcome.Outcome {
	given := make([]float64, n+1)
	for x, g := range c.newHand(n, draw.Bits, false).given {
		mantissa := new(big.Float)
		exponent := g.MantExp(mantissa)
		m, _ := mantissa.Float64()
		given[x] = elementary.Log(m) + float64(math.Ln2*float64(exponent))
	}
	change, stay := c.logs()
	return outcome.NewClumps(change-stay, given, c.drawn(n).labels(n))
}
