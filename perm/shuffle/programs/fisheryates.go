package programs

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"

	"dovetail/perm"
	"dovetail/perm/elementary"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
)

// fisherYates is the shuffle of Fisher and Yates with a mistake. The card at each place, from one end to the other, is
// exchanged with that at a random one of the places that are left, itself among them. For fair draws all n! orders are
// equally likely. The mistakes are
//
//   - round: Math.round(Math.random() * i), which draws the first and the last of the places half as often as each other;
//   - short: the loop ends one step early, so that two places are not exchanged with each other;
//   - late: the loop begins one step late, so that one card never moves;
//   - modulo: a draw v of a number of values becomes v % (i + 1), so that some places have a value more than others.
//
// Each step ends with a place that no later step changes. So a deck determines the draws that lead to it, and has the
// product of their probabilities.
type fisherYates struct {
	shuffle.AnyDeck
	mistake string
	values  int // of a draw
	first   bool
}

// maxValues is the most values of a draw.
const maxValues = shuffle.MaxWhole

// FisherYates is the model by its parameters.
var FisherYates = shuffle.NewKind("fisheryates", "the shuffle of Fisher and Yates with a mistake in its loop or in its draws",
	func(p *shuffle.Params) shuffle.Model {
		f := fisherYates{mistake: p.OneOf("mistake", "round", "round", "short", "late", "modulo")}
		if f.mistake == "modulo" {
			f.values = p.Between("values", 1, maxValues, "256")
		}
		f.first = p.OneOf("from", "last", "last", "first") == "first"
		return f
	})

func (f fisherYates) String() string {
	from := "last"
	if f.first {
		from = "first"
	}
	if f.mistake == "modulo" {
		return fmt.Sprintf("fisheryates(mistake=modulo,values=%d,from=%s)", f.values, from)
	}
	return fmt.Sprintf("fisheryates(mistake=%s,from=%s)", f.mistake, from)
}

// step exchanges the cards at a place and at one of count places from top on.
type step struct{ place, top, count int }

func (f fisherYates) steps(n int) (all []step) {
	for left := n; left > 1; left-- {
		if f.mistake == "late" && left == n || f.mistake == "short" && left == 2 {
			continue
		}
		s := step{left - 1, 0, left}
		if f.first {
			s = step{n - left, n - left, left}
		}
		all = append(all, s)
	}
	return all
}

// draws is the number of equally likely draws in a step with so many places.
func (f fisherYates) draws(count int) int {
	switch f.mistake {
	case "round":
		return 2 * (count - 1)
	case "modulo":
		return f.values
	}
	return count
}

// drawn is the place, of count, that a draw becomes.
func (f fisherYates) drawn(v, count int) int {
	switch f.mistake {
	case "round":
		return (v + 1) / 2
	case "modulo":
		return v % count
	}
	return v
}

// ways is the number of draws that become a place.
func (f fisherYates) ways(place, count int) int {
	switch {
	case f.mistake == "round" && place > 0 && place < count-1:
		return 2
	case f.mistake == "modulo":
		return (f.values + count - 1 - place) / count
	}
	return 1
}

// Denominator is the number of all draws.
func (f fisherYates) Denominator(n int) *big.Int {
	all := big.NewInt(1)
	for _, s := range f.steps(n) {
		all.Mul(all, big.NewInt(int64(f.draws(s.count))))
	}
	return all
}

// Law follows each card step by step. Every sum is divided once, which loses less than a unit, and later steps make no
// loss larger; the guard bits are more than all steps lose.
func (f fisherYates) Law(n int, digits uint) *shuffle.Law {
	l, steps := shuffle.NewLaw(n, digits, 2), f.steps(n)
	if len(steps) == 0 {
		l.Slack = 0
	}
	guard := uint(bits.Len(uint(n))) + 1
	var term big.Int
	for x := range n {
		row := l.Cells[x*n : x*n+n]
		row[x].Set(fixed.Unit(digits + guard))
		for _, s := range steps {
			all, there, sum := big.NewInt(int64(f.draws(s.count))), new(big.Int).Set(&row[s.place]), new(big.Int)
			for k := range s.count {
				cell, ways := &row[s.top+k], big.NewInt(int64(f.ways(k, s.count)))
				sum.Add(sum, term.Mul(cell, ways))
				if s.top+k != s.place {
					cell.Add(cell, term.Quo(term.Mul(ways, term.Sub(there, cell)), all))
				}
			}
			row[s.place].Quo(sum, all)
		}
		for j := range row {
			row[j].Rsh(&row[j], guard)
		}
	}
	return l
}

// LogChance is minus infinity for impossible decks.
func (f fisherYates) LogChance(n int) func(deck []uint16) float64 {
	steps, logs := f.steps(n), make([][]float64, n+1)
	for _, s := range steps {
		for k := range s.count {
			logs[s.count] = append(logs[s.count], elementary.Log(float64(f.ways(k, s.count))/float64(f.draws(s.count))))
		}
	}
	cards, at := make([]uint16, n), make([]int, n)
	return func(deck []uint16) (log float64) {
		for j := range n {
			cards[j], at[j] = uint16(j), j
		}
		for _, s := range steps {
			j := at[deck[s.place]]
			if j < s.top || j >= s.top+s.count {
				return math.Inf(-1)
			}
			log += logs[s.count][j-s.top]
			at[cards[s.place]], cards[j] = j, cards[s.place]
			cards[s.place] = deck[s.place]
		}
		for j, card := range cards {
			if deck[j] != card {
				return math.Inf(-1)
			}
		}
		return log
	}
}

// Support follows all draws that differ.
func (f fisherYates) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	all, cards, steps := f.Denominator(n), perm.Identity(n), f.steps(n)
	var follow func(k int, ways *big.Int) bool
	follow = func(k int, ways *big.Int) bool {
		if k == len(steps) {
			w := fixed.Ratio(ways, all, bits)
			return w.Sign() == 0 || yield(cards.Inverse(), w)
		}
		s, more := steps[k], true
		for i := 0; i < s.count && more; i++ {
			if of := f.ways(i, s.count); of > 0 {
				j := s.top + i
				cards[s.place], cards[j] = cards[j], cards[s.place]
				more = follow(k+1, new(big.Int).Mul(ways, big.NewInt(int64(of))))
				cards[s.place], cards[j] = cards[j], cards[s.place]
			}
		}
		return more
	}
	follow(0, big.NewInt(1))
}

// Dealer does the steps.
func (f fisherYates) Dealer(n int) shuffle.Dealer { return stepped[uint16](f, n) }

func (f fisherYates) LargeDealer(n int) shuffle.DealerOf[uint32] { return stepped[uint32](f, n) }

func stepped[C shuffle.Card](f fisherYates, n int) shuffle.DealerOf[C] {
	steps := f.steps(n)
	return func(rng *draw.Stream, dst, src []C) {
		dst = dst[:n]
		copy(dst, src[:n])
		for _, s := range steps {
			j := s.top + f.drawn(int(draw.Below(rng, uint64(f.draws(s.count)))), s.count)
			dst[s.place], dst[j] = dst[j], dst[s.place]
		}
	}
}
