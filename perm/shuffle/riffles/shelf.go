package riffles

import (
	"fmt"
	"math/big"

	"dovetail/perm"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
	"dovetail/perm/shuffle/outcome"
)

// shelf is the shelf machine of casinos (P. Diaconis, J. Fulman and S. Holmes, Analysis of casino
// shelf shuffling machines, 2013). Cards are dealt from the top of the deck, each to one of m
// shelves, uniformly. A card goes on top of those on its shelf with chance p, and otherwise below
// them. Then the shelves are stacked, the first on top. The machine has p = 1/2.
//
// So every card takes one of 2m labels, independently: 2s for the top of shelf s and 2s+1 for the
// bottom. The new deck has the cards of label 0 in reversed order, those of label 1 in order, those
// of label 2 reversed, and so on.
type shelf struct {
	shuffle.AnyDeck
	m int
	p *big.Rat
}

// maxShelves keeps a label within 16 bits.
const maxShelves = MaxPackets / 2

// Shelf is the model by its parameters.
var Shelf = shuffle.NewKind("shelf", "deal onto m shelves, each card on top or below of one, and stack them",
	func(p *shuffle.Params) shuffle.Model {
		return shelf{m: p.Between("m", 1, maxShelves, "10"), p: p.Chance("p", "1/2")}
	})

// fair reports whether cards are equally likely to go on top and below.
func (s shelf) fair() bool { return s.p.Cmp(big.NewRat(1, 2)) == 0 }

func (s shelf) String() string {
	if s.fair() {
		return fmt.Sprintf("shelf(m=%d)", s.m)
	}
	return fmt.Sprintf("shelf(m=%d,p=%s)", s.m, s.p.RatString())
}

// Closed is m, and p where that is not 1/2. If no card goes on top, it is the inverse of an
// m-shuffle.
func (s shelf) Closed() shuffle.Closed {
	switch {
	case s.fair():
		return shuffle.Closed{Shelves: s.m}
	case s.p.Sign() == 0:
		return shuffle.Closed{Packets: s.m, Inverse: true}
	}
	return shuffle.Closed{Shelves: s.m, Side: s.p}
}

// Law adds up cards on top and cards below. Card i of the label 2s has above it the cards of
// smaller labels, and those of its own label that come later: it lands at Bin(i, s/m) + Bin(n-1-i,
// (s+p)/m). A card of the label 2s+1 is the same from the other end, with 1-p instead of p: turning
// the new deck over exchanges top and bottom. So P(i, j) = E(p; i, j) + E(1-p; i, n-1-j), and with
// u = (m-s) + s x
//
//	sum_j E(p; i, j) x^j = p m^-n sum_(s<m) u^i (u + p(x-1))^(n-1-i).
//
// Splitting a factor off, as for an a-shuffle, leads from G(n, i), the sum, to
//
//	G(n, i-1) = G(n, i) + p(x-1) G(n-1, i-1),
//
// and with p^d included in the first columns G(n-d, n-d-1) these are the columns of an m-shuffle
// that has another sum over labels.
//
// Slack: p multiplies cells that are at most 2 units off, is rounded once, and two such products
// make a cell.
func (s shelf) Law(n int, bits uint) *shuffle.Law {
	l := shuffle.NewLaw(n, bits, 6)
	if n == 1 {
		l.Slack = 0
		l.Cells[0].Set(fixed.Unit(bits))
		return l
	}
	if all := s.all(n); all.TrailingZeroBits() == uint(all.BitLen()-1) && bits >= uint(all.BitLen()-1) {
		l.Slack = 0
	}
	s.side(l, bits, s.p, func(i, j int, x *big.Int) {
		l.At(i, j).Add(l.At(i, j), x)
		if s.fair() {
			l.At(i, n-1-j).Add(l.At(i, n-1-j), x)
		}
	})
	if !s.fair() {
		s.side(l, bits, new(big.Rat).Sub(big.NewRat(1, 1), s.p), func(i, j int, x *big.Int) {
			l.At(i, n-1-j).Add(l.At(i, n-1-j), x)
		})
	}
	return l
}

// side yields E(p; i, j), each valid until the next.
func (s shelf) side(l *shuffle.Law, bits uint, p *big.Rat, yield func(i, j int, x *big.Int)) {
	m, share := aShuffle{a: s.m}, new(big.Int)
	m.columns(l.N, l.N, bits, p, m.labelSums(powerSums(s.m, l.N-1)), func(k int, column []*big.Int) {
		for j, x := range column {
			yield(l.N-1-k, j, share.Mul(x, p.Num()).Quo(share, p.Denom()))
		}
	})
}

// all is (m w)^n for p = u/w, the unit in which the weights of labellings are integers.
func (s shelf) all(n int) *big.Int {
	all := big.NewInt(int64(s.m))
	return all.Exp(all.Mul(all, s.p.Denom()), big.NewInt(int64(n)), nil)
}

// mostSided is the largest deck whose kinds are enumerated where p is not 1/2.
const mostSided = 100

// each yields all possible kinds of decks, with their number and the weight of each deck.
func (s shelf) each(n int, yield func(at kind, count, weight *big.Int)) {
	all := kinds(n)
	for v := range (n + 1) / 2 {
		for d := v; d < n-v; d++ {
			if w := s.weight(n, kind{v, d}); w.Sign() > 0 {
				yield(kind{v, d}, all[kind{v, d}], w)
			}
		}
	}
}

// ShelfKinds are the possible kinds of decks of n cards after a pass through a shelf machine, or
// the inverse of one: the number of decks of each, and the probability of one of them as a
// numerator over all. They are nil for other models, and for large decks where p is not 1/2.
func ShelfKinds(m shuffle.Model, n int) (count, weight []*big.Int, all *big.Int) {
	s, ok := m.(shelf)
	if !ok {
		s, ok = shuffle.Undo(m).(shelf)
	}
	if !ok || n > mostSided {
		return nil, nil, nil
	}
	s.each(n, func(_ kind, c, w *big.Int) { count, weight = append(count, c), append(weight, w) })
	return count, weight, s.all(n)
}

// Outcomes is the number of decks with fewer than m peaks; where all cards go on top, or none, with fewer than m rises
// or falls.
func (s shelf) Outcomes(n int) *big.Int {
	sum := new(big.Int)
	if s.p.IsInt() {
		return aShuffle{a: s.m}.Outcomes(n)
	}
	for v, count := range Peaked(n) {
		if v < s.m {
			sum.Add(sum, count)
		}
	}
	return sum
}

// Denominator is m^n w^(n-1) for p = u/w: the first card on a shelf lies on top of nothing or below it.
func (s shelf) Denominator(n int) *big.Int {
	all := s.all(n)
	return all.Quo(all, s.p.Denom())
}

// Classes are the decks by their number of peaks, and of falls where p is not 1/2.
func (s shelf) Classes(n int, bits uint) (classes []shuffle.Class) {
	add := func(count, weight, all *big.Int) {
		classes = append(classes, shuffle.Class{Count: count, Mass: fixed.Ratio(weight.Mul(weight, count), all, bits)})
	}
	switch {
	case s.fair():
		count, all := Peaked(n), s.all(n)
		for v, weight := range ShelfWays(n, big.NewInt(int64(s.m))) {
			if weight.Sign() > 0 {
				add(count[v], weight, all)
			}
		}
	case n <= mostSided:
		all := s.all(n)
		s.each(n, func(_ kind, count, weight *big.Int) { add(count, weight, all) })
	}
	return classes
}

// Support is every deck of a possible kind.
func (s shelf) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	all := s.all(n)
	weights := map[kind]*big.Int{}
	s.each(n, func(at kind, _, weight *big.Int) { weights[at] = fixed.Ratio(weight, all, bits) })
	deck, p := make([]int, n), make(perm.Perm, n)
	used := make([]bool, n)
	var place func(j int, at kind) bool
	place = func(j int, at kind) bool {
		if j == n {
			w := weights[at]
			return w == nil || w.Sign() == 0 || yield(p, w)
		}
		for c := range n {
			next := at
			if j > 0 && deck[j-1] > c {
				next.falls++
			}
			if j > 1 && deck[j-2] < deck[j-1] && deck[j-1] > c {
				next.peaks++
			}
			if used[c] || next.peaks >= s.m {
				continue
			}
			deck[j], p[c], used[c] = c, j, true
			ok := place(j+1, next)
			used[c] = false
			if !ok {
				return false
			}
		}
		return true
	}
	place(0, kind{})
}

// Dealer gives every card a label, sorts the cards, and reverses those with an even label.
func (s shelf) Dealer(n int) shuffle.Dealer { return shelved[uint16](s, n) }

func (s shelf) LargeDealer(n int) shuffle.DealerOf[uint32] { return shelved[uint32](s, n) }

// draw draws the labels.
func (s shelf) draw(n int) func(rng *draw.Stream, labels []uint16) {
	if s.fair() {
		digits := draw.NewDigits(2*s.m, n)
		return digits.Draw
	}
	shelves, top := draw.NewDigits(s.m, n), draw.NewCoin(s.p)
	return func(rng *draw.Stream, labels []uint16) {
		shelves.Draw(rng, labels)
		for i := range labels {
			labels[i] = 2*labels[i] + uint16(top.Draw(rng))
		}
	}
}

func shelved[C shuffle.Card](s shelf, n int) shuffle.DealerOf[C] {
	sorted := sortedLabels[C](2*s.m, n, s.draw(n))
	return func(rng *draw.Stream, dst, src []C) {
		order, labels := sorted(rng)
		for from := 0; from < n; {
			label, to := labels[order[from]], from+1
			for to < n && labels[order[to]] == label {
				to++
			}
			place, step := from, 1
			if label%2 == 0 {
				place, step = to-1, -1
			}
			for ; from < to; from++ {
				dst[place] = src[order[from]]
				place += step
			}
		}
	}
}

// Outcome is a label for every card.
func (s shelf) Outcome(n int) outcome.Outcome {
	if 2*s.m > outcome.MaxLabels {
		return nil
	}
	p, _ := s.p.Float64()
	return outcome.NewShelves(n, s.m, p, s.draw(n))
}

// ShelfRun is the number of shelves that the first letters make together, and the number of these
// letters; 0 letters if the first is no shelf machine, or an inverse one. A pass through m shelves
// and one through k are one through 2mk, and one followed by an inverse a-shuffle is a pass through
// am: see docs/games.md.
func ShelfRun(letters []shuffle.Model) (m *big.Int, count int) {
	for _, l := range letters {
		switch c := shuffle.ClosedOf(l); {
		case c.Shelves > 0 && c.Side != nil:
			return m, count
		case c.Shelves > 0 && !c.Inverse && count == 0:
			m = big.NewInt(int64(c.Shelves))
		case c.Shelves > 0 && !c.Inverse:
			m = new(big.Int).Mul(m, big.NewInt(2*int64(c.Shelves)))
		case c.Packets > 0 && c.Inverse && count > 0:
			m = new(big.Int).Mul(m, big.NewInt(int64(c.Packets)))
		default:
			return m, count
		}
		count++
	}
	return m, count
}
