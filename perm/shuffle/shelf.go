package shuffle

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"dovetail/perm"
)

// shelf is the shelf machine of casinos (P. Diaconis, J. Fulman and S. Holmes, Analysis of
// casino shelf shuffling machines, 2013): cards are dealt from the top of the deck, each
// to one of m shelves, uniformly, and there on top or below of what lies on it, with the
// same chance. Then the shelves are stacked, the first on top.
//
// So every card takes one of 2m labels, uniformly and independently: 2s for the top of
// shelf s and 2s+1 for the bottom. The new deck has the cards of label 0 in reversed order,
// those of label 1 in order, those of label 2 reversed, and so on.
type shelf struct {
	Unknown
	m int
}

// maxShelves keeps a label within 16 bits.
const maxShelves = maxPackets / 2

func init() {
	register("shelf", "deal onto m shelves, each card on top or below of one, and stack them", func(p *params) Model {
		return shelf{m: p.between("m", 1, maxShelves, "10")}
	})
}

// String is the specification of the shuffle.
func (s shelf) String() string { return fmt.Sprintf("shelf(m=%d)", s.m) }

// Shelves is m.
func (s shelf) Closed() Closed { return Closed{Shelves: s.m} }

// labels is the a-shuffle with as many labels, which gives them to positions of the new
// deck: undone, it sorts the cards of the old deck by theirs.
func (s shelf) labels() aShuffle { return aShuffle{a: 2 * s.m} }

// Law splits the columns of the 2m-shuffle by the parity of the label. A card of an odd label
// lands where an undone 2m-shuffle would take it. One of an even label has above it the cards
// of smaller labels, and those of its own label below it: as if it were the card at n-1-i.
// With O and E for odd and even labels, therefore, P(i, j) = O(j, i) + E(j, n-1-i); and
// read from the other end, with the labels in the other order, E(j, i) = O(n-1-j, n-1-i):
//
//	P(i, j) = O(j, i) + O(n-1-j, i),   P(n-1-i, j) = E(j, i) + E(n-1-j, i),
//
// for the left half of the columns i. Two cells, each 2 units off at most, make one.
func (s shelf) Law(n int, bits uint) *Law {
	l := newLaw(n, bits, 4)
	all := s.labels()
	if n == 1 || all.exact(n, bits) {
		l.Slack = 0
	}
	even, odd := powerSums(s.m, n-1), powerSums(all.a, n-1)
	for k := range even {
		odd[k].Sub(odd[k], even[k].Lsh(even[k], uint(k)))
	}
	fold := func(to func(i int) int) func(i int, column []*big.Int) {
		return func(i int, column []*big.Int) {
			for j := range n {
				l.At(to(i), j).Add(column[j], column[n-1-j])
			}
		}
	}
	all.columns(n, bits, all.labelSums(odd), fold(func(i int) int { return i }))
	all.columns(n, bits, all.labelSums(even), fold(func(i int) int { return n - 1 - i }))
	return l
}

// ShelfWays is how many of the (2m)^n labellings make one given deck of n cards with v
// peaks, read from the top, for each v: a peak is a card between two smaller ones. (Seen from
// the bottom, as Diaconis, Fulman and Holmes deal, cards are numbered the other way, and
// their valleys are these peaks.)
//
//	4^(v+1)/2 sum_(a<m) C(n+m-a-1, n) C(n-1-2v, a-v)
//
// A deck comes from a labelling if its cards' labels rise weakly, and two neighbours of one
// label rise if it is odd and fall if it is even; the proof of the sum is in docs/games.md.
func ShelfWays(n int, m *big.Int) []*big.Int {
	rise := make([]*big.Int, n) // C(n+m-a-1, n), 0 from m on
	rise[0] = big.NewInt(1)
	factor := new(big.Int)
	for i := range n {
		rise[0].Mul(rise[0], factor.Add(m, big.NewInt(int64(i))))
		rise[0].Quo(rise[0], big.NewInt(int64(i+1)))
	}
	for a := 1; a < n; a++ {
		rise[a] = new(big.Int).Mul(rise[a-1], factor.Sub(m, big.NewInt(int64(a))))
		rise[a].Quo(rise[a], factor.Add(factor, big.NewInt(int64(n))))
	}
	ways := make([]*big.Int, (n+1)/2)
	term := new(big.Int)
	for v := range ways {
		ways[v] = new(big.Int)
		choose := big.NewInt(1) // C(n-1-2v, a-v)
		for a := v; a <= n-1-v && rise[a].Sign() > 0; a++ {
			ways[v].Add(ways[v], term.Mul(rise[a], choose))
			choose.Mul(choose, factor.SetInt64(int64(n-1-v-a)))
			choose.Quo(choose, factor.SetInt64(int64(a-v+1)))
		}
		ways[v].Lsh(ways[v], uint(2*v+1))
	}
	return ways
}

// Peaked is how many decks of n cards have v peaks, for each v. The n-th card, the largest,
// makes no new peak at the two ends and beside a peak, and one elsewhere:
//
//	c(n, v) = (2v+2) c(n-1, v) + (n-2v) c(n-1, v-1)
func Peaked(n int) []*big.Int {
	count := []*big.Int{big.NewInt(1)}
	for k := 2; k <= n; k++ {
		next := make([]*big.Int, (k+1)/2)
		for v := range next {
			next[v] = new(big.Int)
			if v < len(count) {
				next[v].Mul(count[v], big.NewInt(int64(2*v+2)))
			}
			if v > 0 {
				grown := big.NewInt(int64(k - 2*v))
				next[v].Add(next[v], grown.Mul(grown, count[v-1]))
			}
		}
		count = next
	}
	return count
}

func (s shelf) ways(n int) []*big.Int { return ShelfWays(n, big.NewInt(int64(s.m))) }

// peaked is Peaked as far as m shelves reach, to m-1 peaks.
func (s shelf) peaked(n int) []*big.Int {
	count := Peaked(n)
	return count[:min(len(count), s.m)]
}

// Outcomes is the number of decks with fewer than m peaks.
func (s shelf) Outcomes(n int) *big.Int {
	sum := new(big.Int)
	for _, count := range s.peaked(n) {
		sum.Add(sum, count)
	}
	return sum
}

// Denominator is (2m)^n/2: the first card on a shelf lies on top of nothing or below it.
func (s shelf) Denominator(n int) *big.Int {
	all := s.labels().Denominator(n)
	return all.Rsh(all, 1)
}

// Classes are the decks with so many peaks.
func (s shelf) Classes(n int, bits uint) (classes []Class) {
	all, ways := s.labels().Denominator(n), s.ways(n)
	for v, count := range s.peaked(n) {
		mass := ways[v]
		classes = append(classes, Class{count, ratio(mass.Mul(mass, count), all, bits)})
	}
	return classes
}

// Support is every deck with fewer than m peaks.
func (s shelf) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	all := s.labels().Denominator(n)
	var weight []*big.Int
	for _, ways := range s.ways(n) {
		if ways.Sign() > 0 {
			weight = append(weight, ratio(ways, all, bits))
		}
	}
	deck, p := make([]int, n), make(perm.Perm, n)
	used := make([]bool, n)
	var place func(j, peaks int) bool
	place = func(j, peaks int) bool {
		if j == n {
			return weight[peaks].Sign() == 0 || yield(p, weight[peaks])
		}
		for c := range n {
			v := peaks
			if j > 1 && deck[j-2] < deck[j-1] && deck[j-1] > c {
				v++
			}
			if used[c] || v >= len(weight) {
				continue
			}
			deck[j], p[c], used[c] = c, j, true
			ok := place(j+1, v)
			used[c] = false
			if !ok {
				return false
			}
		}
		return true
	}
	place(0, 0)
}

// Dealer gives every card a label, sorts them, and turns what has an even label over.
func (s shelf) Dealer(n int) Dealer { return shelved[uint16](s, n) }

// LargeDealer implements [Model].
func (s shelf) LargeDealer(n int) DealerOf[uint32] { return shelved[uint32](s, n) }

func shelved[C Card](s shelf, n int) DealerOf[C] {
	sorted := sortedLabels[C](2*s.m, n)
	return func(rng *rand.ChaCha8, dst, src []C) {
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

// Outcome is a label for every card, of which the even ones are sorted downwards.
func (s shelf) Outcome(n int) Outcome {
	if 2*s.m > maxLabels {
		return nil
	}
	l := newLabels(n, 2*s.m)
	l.lanes, l.shelved = nil, true
	return &undone{l, newSources()}
}

// ShelfRun is how many shelves the first letters are together, and how many letters that is;
// 0 letters if the first is no shelf machine, or one undone. A pass through m shelves and one
// through k are one through 2mk, and one that is followed by an undone a-shuffle is a pass
// through am: see docs/games.md.
func ShelfRun(letters []Model) (m *big.Int, count int) {
	for _, l := range letters {
		switch c := l.Closed(); {
		case c.Shelves > 0 && !c.Undone && count == 0:
			m = big.NewInt(int64(c.Shelves))
		case c.Shelves > 0 && !c.Undone:
			m = new(big.Int).Mul(m, big.NewInt(2*int64(c.Shelves)))
		case c.Packets > 0 && c.Undone && count > 0:
			m = new(big.Int).Mul(m, big.NewInt(int64(c.Packets)))
		default:
			return m, count
		}
		count++
	}
	return m, count
}
