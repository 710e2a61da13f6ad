package programs

import (
	"fmt"
	"math/big"

	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/fixed"
)

// topswap exchanges the top card with the card at any place, a number of times: a loop that forgets
// to advance to the next place. It is the walk by star transpositions (L. Flatto, A. Odlyzko and D.
// Wales, Random shuffles and group representations, 1985), which needs n log n steps.
type topswap struct {
	swaps
	times int // 0 for the number of cards
}

// maxTopSwaps is the most exchanges.
const maxTopSwaps = 100_000

// Topswap is the model by its parameters.
var Topswap = shuffle.NewKind("topswap", "exchange the top card with one at any place, a number of times",
	func(p *shuffle.Params) shuffle.Model {
		s := topswap{times: p.Whole("times", 1, maxTopSwaps, "cards",
			fmt.Sprintf("a whole number from 1 to %d, or cards for one for each card", maxTopSwaps))}
		s.times = max(s.times, 0)
		s.steps = func(n int) []int { return make([]int, s.count(n)) }
		return s
	})

// count is the number of exchanges.
func (s topswap) count(n int) int {
	if s.times == 0 {
		return n
	}
	return s.times
}

func (s topswap) String() string {
	if s.times == 0 {
		return "topswap(times=cards)"
	}
	return fmt.Sprintf("topswap(times=%d)", s.times)
}

// Law follows from the first step, after which the place on top has every card with probability
// 1/n, and the top card is anywhere. Another card stays with r = 1 - 1/n. Each step after that
// reduces the distance to 1/n by the factor r,
//
//	P(x, x) = 1/n + (r - 1/n) r^(t-1) = (1 - r^(t-1) + n r^t)/n,
//
// and the other n-2 places are equally likely.
func (s topswap) Law(n int, bits uint) *shuffle.Law {
	l := shuffle.NewLaw(n, bits, 4)
	if n <= 2 {
		l.Slack = 2
	}
	t := s.count(n)
	powers, over := powersBelow(n, t, bits), big.NewInt(int64(n))
	share := fixed.Ratio(big.NewInt(1), over, bits)
	stays := new(big.Int).Sub(fixed.Unit(bits), powers[t-1])
	stays.Quo(stays, over).Add(stays, powers[t])
	others := new(big.Int).Sub(fixed.Unit(bits), share)
	if others.Sub(others, stays); n > 2 {
		others.Quo(others, big.NewInt(int64(n-2)))
	}
	for x := range n {
		for j := range n {
			switch {
			case x == 0 || j == 0:
				l.At(x, j).Set(share)
			case x == j:
				l.At(x, j).Set(stays)
			default:
				l.At(x, j).Set(others)
			}
		}
	}
	return l
}
