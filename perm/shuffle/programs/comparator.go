package programs

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"dovetail/perm"
	"dovetail/perm/elementary"
	"dovetail/perm/number"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
)

// comparator sorts the deck, where a fair coin decides each comparison of two cards: sort(() =>
// Math.random() - 0.5), the most common wrong shuffle of programs for the web. The result depends
// on the sorting routine. Each routine that browsers have had for such decks is a choice:
//
//   - binary: cards that are in order, or in reversed order, from the top on are left so, or turned over; each card below
//     is inserted where a binary search takes it. So do V8 (Chrome 70, Node.js 11 and later) and TimSort in other
//     languages with arrays of fewer than 64 elements; longer ones are sorted in parts, which is not modelled.
//   - blocks: insertion sort of each four cards, and merges of neighbours, which are left as they are where one comparison
//     says so. So does SpiderMonkey (Firefox) with more than 8 elements, and did JavaScriptCore (Safari) in 2024.
//   - merge: merges of neighbours, from single cards on, without that comparison: JavaScriptCore from 2016 on, and
//     SpiderMonkey before it had blocks.
//   - insertion: each card moves up past its neighbours: what routines do with few elements, V8 with up to 10 before 2018.
//
// Every deck is possible, and its probability is known: the routine makes a deck from the answers
// that agree with it, each of which has probability 1/2 (weigh).
type comparator struct{ sort string }

// maxBinary is the most cards that are inserted by binary search.
const maxBinary = 63

// Comparator is the model by its parameters.
var Comparator = shuffle.NewKind("comparator", "sort with a fair coin in place of each comparison, as sort(() => Math.random() - 0.5) does",
	func(p *shuffle.Params) shuffle.Model {
		return comparator{p.OneOf("sort", "binary", "binary", "blocks", "merge", "insertion")}
	})

func (c comparator) String() string { return fmt.Sprintf("comparator(sort=%s)", c.sort) }

// Check refuses more cards than are sorted in one part.
func (c comparator) Check(n int) error {
	if c.sort == "binary" && n > maxBinary {
		return fmt.Errorf("sort=binary sorts at most %s, not %d", number.Count(maxBinary, "card"), n)
	}
	return nil
}

// first is the width of the parts that are sorted before they are merged, all cards if there are no merges; checked says
// whether a comparison comes before each merge.
func (c comparator) first(n int) (width int, checked bool) {
	switch c.sort {
	case "blocks":
		return 4, true
	case "merge":
		return 1, false
	}
	return n, false
}

// merges yields where those of n cards begin, meet and end, in order; the last may be shorter, or of one part alone.
func (c comparator) merges(n int, yield func(from, middle, to int)) {
	width, _ := c.first(n)
	for ; width < n; width *= 2 {
		for from := 0; from < n; from += 2 * width {
			if from+width < n {
				yield(from, from+width, min(from+2*width, n))
			}
		}
	}
}

// sorted sorts a deck by answers whether one card must lie above another. joined is the product of
// 1 + 2^-a over all merges that were left out, where a cards lie above the others.
func sorted[C shuffle.Card](c comparator, deck, spare []C, above func(x, y C) bool) (joined float64) {
	n := len(deck)
	if c.sort == "binary" {
		insertedBySearch(deck, above)
		return 1
	}
	width, checked := c.first(n)
	for from := 0; from < n; from += width {
		inserted(deck[from:min(from+width, n)], above)
	}
	joined = 1
	c.merges(n, func(from, middle, to int) {
		if checked && !above(deck[middle], deck[middle-1]) {
			joined *= 1 + math.Ldexp(1, from-middle)
			return
		}
		left, right := spare[:copy(spare, deck[from:middle])], deck[middle:to]
		for place := from; len(left) > 0; place++ {
			if len(right) > 0 && above(right[0], left[0]) {
				deck[place], right = right[0], right[1:]
			} else {
				deck[place], left = left[0], left[1:]
			}
		}
	})
	return joined
}

// inserted is insertion sort from below.
func inserted[C shuffle.Card](deck []C, above func(x, y C) bool) {
	for i := 1; i < len(deck); i++ {
		card, j := deck[i], i
		for ; j > 0 && above(card, deck[j-1]); j-- {
			deck[j] = deck[j-1]
		}
		deck[j] = card
	}
}

// insertedBySearch is insertion sort by binary search of the cards below the run on top.
func insertedBySearch[C shuffle.Card](deck []C, above func(x, y C) bool) {
	run := min(1, len(deck))
	if len(deck) > 1 {
		down := above(deck[1], deck[0])
		for run = 2; run < len(deck) && above(deck[run], deck[run-1]) == down; {
			run++
		}
		if down {
			slices.Reverse(deck[:run])
		}
	}
	for i := run; i < len(deck); i++ {
		card := deck[i]
		place, _ := searched(i, func(k int) bool { return above(card, deck[k]) })
		copy(deck[place+1:i+1], deck[place:i])
		deck[place] = card
	}
}

// searched is where a binary search of i places ends, and its number of answers.
func searched(i int, above func(k int) bool) (place, answers int) {
	for to := i; place < to; answers++ {
		if middle := (place + to) / 2; above(middle) {
			to = middle
		} else {
			place = middle + 1
		}
	}
	return place, answers
}

// weigh is the probability m 2^e of the deck in which each card is at a place, exact if few bits
// are enough for m. Each answer that agrees with the deck has probability 1/2. A merge that was
// left out with a cards above could also have been done, by a further answers: 2^-1 (1 + 2^-a).
// Where a run on top is in order or reversed in the deck, it may have been as long as that or
// shorter, with the cards below it inserted: this is the sum over all lengths.
func (c comparator) weigh(at []int) (m float64, e int) {
	n := len(at)
	if c.sort != "binary" {
		deck, spare := shuffle.Deck[uint32](n), make([]uint32, n)
		m = sorted(c, deck, spare, func(x, y uint32) bool {
			e--
			return at[x] < at[y]
		})
		return m, e
	}
	if n == 1 {
		return 1, 0
	}
	below := make([]int, n) // answers by which cards k, k+1, ... are inserted
	run := 2
	for k := n - 1; k >= 1; k-- {
		rank := 0
		for _, place := range at[:k] {
			if place < at[k] {
				rank++
			}
		}
		_, answers := searched(k, func(j int) bool { return rank <= j })
		if below[k] = answers; k < n-1 {
			below[k] += below[k+1]
		}
	}
	for down := at[1] < at[0]; run < n && (at[run] < at[run-1]) == down; {
		run++
	}
	for l := 2; l <= run; l++ {
		x := 1 - n
		if l < n {
			x = -l - below[l]
		}
		if l == 2 {
			e = x
		}
		m += math.Ldexp(1, x-e)
	}
	return m, e
}

func (c comparator) LogChance(n int) func(deck []uint16) float64 {
	at := make([]int, n)
	return func(deck []uint16) float64 {
		for j, card := range deck[:n] {
			at[card] = j
		}
		m, e := c.weigh(at)
		return elementary.Log(m) + float64(float64(e)*math.Ln2)
	}
}

// Outcomes is n!.
func (comparator) Outcomes(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }

// Denominator is 2 to the largest possible number of answers.
func (c comparator) Denominator(n int) *big.Int {
	most := 0
	if c.sort == "binary" {
		most = min(n, 3) - 1
		for k := 2; k < n; k++ {
			most += bits.Len(uint(k))
		}
		return fixed.Unit(uint(most))
	}
	width, checked := c.first(n)
	for from := 0; from < n; from += width {
		part := min(width, n-from)
		most += part * (part - 1) / 2
	}
	c.merges(n, func(from, _, to int) {
		if most += to - from - 1; checked {
			most++
		}
	})
	return fixed.Unit(uint(most))
}

// Support is all decks.
func (c comparator) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	perm.All(n, func(p perm.Perm) bool {
		m, e := c.weigh(p)
		x := new(big.Float).SetFloat64(m)
		w, _ := x.SetMantExp(x, e+int(bits)).Int(nil)
		return w.Sign() == 0 || yield(p, w)
	})
}

// Law follows from the law of the parts that are sorted first, by the successive merges. The guard
// bits are more than all roundings lose.
func (c comparator) Law(n int, bits uint) *shuffle.Law {
	l := shuffle.NewLaw(n, bits, 2)
	if n == 1 {
		l.Slack = 0
	}
	guard := uint(2*big.NewInt(int64(n)).BitLen() + 8)
	fine := bits + guard
	width, checked := c.first(n)
	rows := make([][]*big.Int, 0, n)
	for from := 0; from < n; from += width {
		rows = append(rows, c.insertions(min(width, n-from), fine)...)
	}
	c.merges(n, func(from, middle, to int) {
		merge := merging(middle-from, to-middle, checked, fine)
		for x := from; x < to; x++ {
			after := numbers(to - from)
			var product big.Int
			for i, p := range rows[x] {
				if x >= middle {
					i += middle - from
				}
				for j, q := range merge[i] {
					if q.Sign() != 0 {
						after[j].Add(after[j], product.Mul(p, q))
					}
				}
			}
			for _, p := range after {
				p.Rsh(p, fine)
			}
			rows[x] = after
		}
	})
	for x, row := range rows {
		for j, p := range row {
			l.At(x, j).Rsh(p, guard)
		}
	}
	return l
}

// numbers are n zeros.
func numbers(n int) []*big.Int {
	all := make([]*big.Int, n)
	for i := range all {
		all[i] = new(big.Int)
	}
	return all
}

// insertions is where cards go that are inserted one after the other. A run of l cards on top is
// left in order, or turned over, with probability 2^-l each, 2^(1-n) if it is the deck; without
// runs l is 1. Card k is then put at place p with a probability b(p), and a card at x stays with 1
// - b(0) - ... - b(x), or moves down.
func (c comparator) insertions(n int, bits uint) [][]*big.Int {
	rows := make([][]*big.Int, n)
	for x := range rows {
		rows[x] = numbers(n)
	}
	began := new(big.Int)
	for k := 1; k <= n; k++ {
		run := new(big.Int)
		switch {
		case k == 1 && (c.sort != "binary" || n == 1):
			run = fixed.Unit(bits - 1)
		case c.sort == "binary" && k > 1 && k < n:
			run.Rsh(fixed.Unit(bits), uint(k))
		case c.sort == "binary" && k == n:
			run.Rsh(fixed.Unit(bits), uint(n-1))
		}
		for x := range k {
			rows[x][x].Add(rows[x][x], run)
			rows[x][k-1-x].Add(rows[x][k-1-x], run)
		}
		if began.Add(began, run).Add(began, run); k == n || began.Sign() == 0 {
			continue
		}
		above := new(big.Int) // P(p <= x)
		down := numbers(k + 1)
		for p := range k + 1 {
			b := new(big.Int).Rsh(fixed.Unit(bits), uint(min(k, k-p+1)))
			if c.sort == "binary" {
				_, answers := searched(k, func(j int) bool { return p <= j })
				b.Rsh(fixed.Unit(bits), uint(answers))
			}
			down[p].Set(above.Add(above, b))
			rows[k][p] = fixed.Times(began, b, bits)
		}
		var moved big.Int
		for _, row := range rows[:k] {
			for x := k - 1; x >= 0; x-- {
				moved.Mul(row[x], down[x]).Rsh(&moved, bits)
				row[x].Sub(row[x], &moved)
				row[x+1].Add(row[x+1], &moved)
			}
		}
	}
	return rows
}

// merging is where a merge of a cards and b below them takes each. While cards are left of both,
// each is equally likely to be the next. So r[i][j], the probability that at some moment i cards of
// the one and j of the other are taken, is half of r[i-1][j] + r[i][j-1]. Card i comes after j
// others with half of r[i][j], j < b, and after all b with the rest.
func merging(a, b int, checked bool, bits uint) [][]*big.Int {
	rows := make([][]*big.Int, a+b)
	for x := range rows {
		rows[x] = numbers(a + b)
	}
	reached := numbers(b) // for one i
	reached[0] = fixed.Unit(bits + 1)
	for i := range a {
		for j, r := range reached {
			if j > 0 {
				r.Add(r, reached[j-1])
			}
			r.Rsh(r, 1)
			rows[i][i+j].Rsh(r, 1)
			rows[a+j][i+j].Rsh(r, 1)
		}
	}
	for x, row := range rows {
		last, rest := x+b, fixed.Unit(bits)
		if x >= a {
			last = x
		}
		for _, p := range row {
			rest.Sub(rest, p)
		}
		if row[last].Add(row[last], rest); checked {
			for _, p := range row {
				p.Rsh(p, 1)
			}
			row[x].Add(row[x], fixed.Unit(bits-1))
		}
	}
	return rows
}

// Dealer flips the coins.
func (c comparator) Dealer(n int) shuffle.Dealer { return flipped[uint16](c, n) }

func (c comparator) LargeDealer(n int) shuffle.DealerOf[uint32] { return flipped[uint32](c, n) }

func flipped[C shuffle.Card](c comparator, n int) shuffle.DealerOf[C] {
	spare := make([]C, n)
	return func(rng *draw.Stream, dst, src []C) {
		copy(dst[:n], src[:n])
		coins, left := uint64(0), 0
		sorted(c, dst[:n], spare, func(_, _ C) bool {
			if left == 0 {
				coins, left = rng.Uint64(), 64
			}
			heads := coins&1 == 1
			coins, left = coins>>1, left-1
			return heads
		})
	}
}
