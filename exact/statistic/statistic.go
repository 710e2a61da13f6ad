// Package statistic measures decks by numbers that distinguish a mixed deck from one that is not.
// Each takes time O(n log n) at most, so that decks of ten million cards can be measured. The laws
// of these numbers for a fair deck are in fair.go.
//
// A deck lists its cards from the top, and cards are numbered in the order in which they
// lay before: from 0, except for the first and the last card, which are counted from 1.
package statistic

import (
	"context"
	"math"
	"math/bits"

	"dovetail/perm"
	"dovetail/perm/elementary"
)

// Statistic is one of the numbers.
type Statistic int

// The statistics. With d the deck and p its inverse, p[c] the place of card c:
const (
	Rising       Statistic = iota // runs of cards c, c+1, ... each below the one before: 1 + descents of p
	Descents                      // j with d[j] > d[j+1]
	Fixed                         // j with d[j] = j
	Cycles                        // of the permutation d
	Inversions                    // i < j with d[i] > d[j]
	Adjacencies                   // j with d[j+1] = d[j] + 1: neighbours that are left
	Increasing                    // the longest increasing subsequence of d
	Displacement                  // Spearman's footrule, the sum of |d[j] - j|
	First                         // the card on top
	Last                          // the card at the bottom
	Count        = iota
)

var names = [Count]string{"rising sequences", "descents", "fixed points", "cycles", "inversions", "adjacencies",
	"longest increasing", "displacement", "first card", "last card"}

// String is the statistic's name.
func (s Statistic) String() string { return names[s] }

// Named is the statistic of a name.
func Named(name string) (Statistic, bool) {
	for s := range Statistic(Count) {
		if s.String() == name {
			return s, true
		}
	}
	return 0, false
}

// Values are all statistics of a deck.
type Values [Count]int64

// Measurer measures decks of n cards. It owns scratch memory of about 9n bytes, and so is for one
// goroutine.
type Measurer struct {
	a, b []uint32
	seen bitset
	tree tree
}

// NewMeasurer is for decks of n cards, n >= 1.
func NewMeasurer(n int) *Measurer {
	return &Measurer{make([]uint32, n), make([]uint32, n), make(bitset, (n+63)/64), newTree(n)}
}

// Measure measures a deck of n cards. It fails only if ctx is over.
func (g *Measurer) Measure(ctx context.Context, deck []uint32) (v Values, err error) {
	for _, part := range []func(){
		func() { look(deck, &v) },
		func() { v[Rising] = g.rising(deck) },
		func() { v[Cycles] = g.cycles(ctx, deck) },
		func() { v[Inversions] = g.inversions(deck) },
		func() { v[Increasing] = g.tree.increasing(deck) },
	} {
		if err := ctx.Err(); err != nil {
			return v, err
		}
		part()
	}
	return v, ctx.Err()
}

// look measures what one pass from the top to the bottom shows.
func look(deck []uint32, v *Values) {
	n := len(deck)
	before := int64(deck[0])
	v[First], v[Last] = before+1, int64(deck[n-1])+1
	before = -2
	for j, c := range deck {
		card := int64(c)
		off := card - int64(j)
		away := off >> 63
		v[Displacement] += (off ^ away) - away
		if off == 0 {
			v[Fixed]++
		}
		step := card - before
		v[Descents] -= step >> 63
		if step == 1 {
			v[Adjacencies]++
		}
		before = card
	}
}

// rising is 1 + the descents of the inverse.
func (g *Measurer) rising(deck []uint32) int64 {
	at := g.a
	for j, c := range deck {
		at[c] = uint32(j)
	}
	return 1 + int64(perm.Descents(at))
}

// bitset is a set of numbers.
type bitset []uint64

func (s bitset) has(i uint32) bool { return s[i>>6]>>(i&63)&1 != 0 }
func (s bitset) add(i uint32)      { s[i>>6] |= 1 << (i & 63) }

// checkInterval is the number of cards between checks of the context where each card may miss
// every cache.
const checkInterval = 1 << 20

// cycles are counted until ctx is done.
func (g *Measurer) cycles(ctx context.Context, deck []uint32) (count int64) {
	clear(g.seen)
	left := checkInterval
	for i := range deck {
		if g.seen.has(uint32(i)) {
			continue
		}
		count++
		for j := uint32(i); !g.seen.has(j); j = deck[j] {
			g.seen.add(j)
			if left--; left == 0 {
				if left = checkInterval; ctx.Err() != nil {
					return count
				}
			}
		}
	}
	return count
}

// inversions sorts the cards by the digits of their numbers, of three bits each, from the highest.
// Cards that agree in some digits are in a block, in the order of the deck. An inversion is
// counted in the block whose cards agree as far as its two cards do, at the digit where they
// differ. For 64 cards that differ in their last six bits it uses a set.
func (g *Measurer) inversions(deck []uint32) (sum int64) {
	width := bits.Len(uint(len(deck) - 1))
	from, to := g.a, g.b
	copy(from, deck)
	for high := width; high > 6; { // blocks of 2^high cards are in order
		low := max(6, high-3)
		for start := 0; start < len(from); start += 1 << high {
			end := min(len(from), start+1<<high)
			sum += split(to, from[start:end], start, high, low)
		}
		from, to, high = to, from, low
	}
	for start := 0; start < len(from); start += 64 {
		var set uint64
		for _, c := range from[start:min(len(from), start+64)] {
			sum += int64(bits.OnesCount64(set >> (c & 63)))
			set |= 1 << (c & 63)
		}
	}
	return sum
}

// ones has a byte of 1 for every digit below d.
var ones = func() (table [8]uint64) {
	for d := range table {
		table[d] = 0x0101010101010101 & (1<<(8*d) - 1)
	}
	return table
}()

// split sorts a block, whose least card is start, by the bits from low to high, three at most, and
// counts its inversions in these digits. Of at most a hundred cards, the numbers of earlier cards
// above each digit are the bytes of a word.
func split(to, block []uint32, start, high, low int) (sum int64) {
	digit := uint32(7) >> (3 - high + low)
	var next, before [8]int
	for d := range next {
		next[d] = start + d<<low
	}
	for len(block) > 0 {
		chunk := block[:min(100, len(block))]
		block = block[len(chunk):]
		before = next
		var above uint64
		for _, c := range chunk {
			d := c >> low & digit & 7
			sum += int64(above >> (8 * d) & 255)
			above += ones[d]
			to[next[d]] = c
			next[d]++
		}
		// Cards of this chunk against those of the chunks before.
		higher := 0
		for d := 7; d >= 0; d-- {
			sum += int64((next[d] - before[d]) * higher)
			higher += before[d] - (start + d<<low)
		}
	}
	return sum
}

// tree is a set of numbers as bits, with a summary of the words that are not empty, a summary of
// that, and so on up to a single word: level k+1 has a bit for each word of level k.
type tree []bitset

func newTree(n int) (t tree) {
	for size := n; ; {
		size = (size + 63) / 64
		t = append(t, make(bitset, size))
		if size == 1 {
			return t
		}
	}
}

// increasing is the length of the longest increasing subsequence, by patience sorting. The set has
// the least last card of an increasing subsequence of each length so far, and a card replaces the
// next higher one.
func (t tree) increasing(deck []uint32) (length int64) {
	for _, level := range t {
		clear(level)
	}
	for _, c := range deck {
		if !t.removeAbove(c) {
			length++
		}
		t.add(c)
	}
	return length
}

func (t tree) add(i uint32) {
	for _, level := range t {
		word := &level[i>>6]
		was := *word
		*word = was | 1<<(i&63)
		if was != 0 {
			return
		}
		i >>= 6
	}
}

// removeAbove removes the least number above i, if there is one.
func (t tree) removeAbove(i uint32) bool {
	for k, level := range t {
		if rest := level[i>>6] >> (i & 63) >> 1; rest != 0 {
			i += 1 + uint32(bits.TrailingZeros64(rest))
			for k--; k >= 0; k-- {
				i = i<<6 + uint32(bits.TrailingZeros64(t[k][i]))
			}
			t.remove(i)
			return true
		}
		i >>= 6
	}
	return false
}

func (t tree) remove(i uint32) {
	for _, level := range t {
		word := &level[i>>6]
		*word &^= 1 << (i & 63)
		if *word != 0 {
			return
		}
		i >>= 6
	}
}

// maxShapes is the largest deck for which all shapes are enumerated: 966,467 of them.
const maxShapes = 60

// increasing is the law of the longest increasing subsequence. Decks with a longest one of k cards
// correspond to pairs of standard tableaux of a shape whose first row has k cells (Schensted
// 1961). A shape has n! over the product of its hook lengths standard tableaux, and so the
// probability n!/(product of its hook lengths)^2. A shape grows by rows from below, so that the
// hook lengths of a row are known when it is added: cell by cell where there are others below, and
// k down to 1 for the rest. For large n mean and deviation are those of the limit law (Baik, Deift
// and Johansson, 1999).
func increasing(n int) Law {
	if n > maxShapes {
		sixth := elementary.Pow(float64(n), 1./6)
		return Law{float64(2*math.Sqrt(float64(n))) - float64(1.7710868*sixth), math.Sqrt(0.81319479) * sixth,
			"limit law of Baik, Deift and Johansson 1999", nil}
	}
	factorials := newFactorials()
	law := make([]float64, n+1)
	var reach [maxShapes]float64 // number of cells of the rows so far, by column, less the columns to the left
	for j := range reach {
		reach[j] = -float64(j)
	}
	var rows func(left, below int, product float64)
	rows = func(left, below int, product float64) {
		row := func(k, cells int) float64 { // cells is k, less the cells of this row that reach counts already
			hooks := product * factorials[k-below]
			for _, x := range reach[:below] {
				hooks *= float64(cells) + x
			}
			return hooks
		}
		if least, most := max(below, 1), left/2; least <= most {
			for j := range reach[:least-1] {
				reach[j]++
			}
			for k := least; k <= most; k++ {
				reach[k-1]++
				rows(left-k, k, row(k, k-1))
			}
			for j := range reach[:most] {
				reach[j]--
			}
		}
		hooks := row(left, left)
		law[left] += factorials[n] / hooks / hooks
	}
	rows(n, 0, 1)
	return listed(law)
}

// Order is the law of the order of the permutation, the least common multiple of its cycles'
// lengths, or false for decks of more than maxShapes cards. A share of 1/prod(k^m m!) of all
// orders of the deck has m cycles of k cards for each k.
func Order(n int) (law Law, known bool) {
	if n > maxShapes {
		return law, false
	}
	mean, square, factorials := 0.0, 0.0, newFactorials()
	var cycles func(left, longest int, order int64, share float64)
	cycles = func(left, longest int, order int64, share float64) {
		if left == 0 {
			x := float64(order)
			mean += float64(share * x)
			square += float64(share * x * x)
			return
		}
		if longest == 1 {
			cycles(0, 0, order, share/factorials[left])
			return
		}
		common := order / divisor(order, int64(longest)) * int64(longest)
		cycles(left, longest-1, order, share)
		for m := 1; m*longest <= left; m++ {
			share /= float64(m * longest)
			cycles(left-m*longest, min(longest-1, left-m*longest), common, share)
		}
	}
	cycles(n, n, 1, 1)
	return Law{Mean: mean, SD: math.Sqrt(max(0, square-float64(mean*mean))), By: Exact}, true
}

// newFactorials are k! as doubles.
func newFactorials() (all [maxShapes + 1]float64) {
	for k := range all {
		all[k] = elementary.Gamma(float64(k) + 1)
	}
	return all
}

// divisor is the greatest common divisor.
func divisor(a, b int64) int64 {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}
