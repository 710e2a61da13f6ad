package programs

import (
	"context"
	"math/big"

	"dovetail/perm"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
)

// swaps is the common part of shuffles that exchange, step by step, the card at a given place with
// the card at a uniform place of all n, which may be the same: programs that were meant to be the
// shuffle of Fisher and Yates. k steps have n^k equally likely ways.
type swaps struct {
	shuffle.AnyDeck
	steps func(n int) []int // the given places
}

// ways is the number of ways.
func (s swaps) ways(n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(n)), big.NewInt(int64(len(s.steps(n)))), nil)
}

// Denominator is the number of ways.
func (s swaps) Denominator(n int) *big.Int { return s.ways(n) }

// maxSwapPairs is the most additions of a law of pairs.
const maxSwapPairs = 1e10

// Pairs follows the places of two cards step by step. Let x and y be at a and b. If neither is at
// the given place g, each is taken there with probability 1/n. If one is, it goes to every place
// with 1/n, and the other changes with it if it goes to that one's place. All terms are positive,
// and each number is a sum of up to n+1 of them, so that a step adds no more than n+3 roundings.
func (s swaps) Pairs(ctx context.Context, n int) *shuffle.PairLaw {
	steps := s.steps(n)
	if x := float64(n); x*x*x*x/2*float64(len(steps)) > maxSwapPairs {
		return nil
	}
	law, size := shuffle.NewPairLaw(n), shuffle.PairCount(n)
	law.Error = float64((n+3)*len(steps)) * 0x1p-53
	old, now := make([]float64, n*n), make([]float64, n*n)
	chance := 1 / float64(n)
	for y := 1; y < n; y++ {
		for x := range y {
			if ctx.Err() != nil {
				return nil
			}
			clear(old)
			old[x*n+y] = 1
			for _, g := range steps {
				for a := range n {
					row, given := old[a*n:a*n+n], old[g*n:g*n+n]
					for b, p := range row {
						now[a*n+b] = float64(float64(p*float64(n-2))*chance) + float64((given[b]+row[g])*chance)
					}
				}
				for b := range n {
					toFirst, toSecond := old[b*n+g], old[g*n+b]
					for a := range n {
						toFirst += old[a*n+b]
						toSecond += old[b*n+a]
					}
					now[g*n+b], now[b*n+g] = toFirst*chance, toSecond*chance
				}
				for a := range n {
					now[a*n+a] = 0
				}
				old, now = now, old
			}
			row := shuffle.PairIndex(n, x, y) * size
			for b := 1; b < n; b++ {
				for a := range b {
					law.Kept[row+shuffle.PairIndex(n, a, b)] = old[a*n+b]
					law.Swapped[row+shuffle.PairIndex(n, a, b)] = old[b*n+a]
				}
			}
		}
	}
	return law
}

// Support counts the ways to each permutation, by its rank, step by step.
func (s swaps) Support(n int, bits uint, yield func(perm.Perm, *big.Int) bool) {
	ways := make([]*big.Int, perm.Factorial(n))
	ways[0] = big.NewInt(1)
	for _, g := range s.steps(n) {
		next := make([]*big.Int, len(ways))
		for rank, w := range ways {
			if w == nil {
				continue
			}
			at := perm.Unrank(n, uint64(rank)).Inverse() // the card at each place
			for j := range n {
				at[g], at[j] = at[j], at[g]
				to := at.Inverse().Rank()
				if next[to] == nil {
					next[to] = new(big.Int)
				}
				next[to].Add(next[to], w)
				at[g], at[j] = at[j], at[g]
			}
		}
		ways = next
	}
	all := s.ways(n)
	for rank, w := range ways {
		if w == nil {
			continue
		}
		if w = fixed.Ratio(w, all, bits); w.Sign() > 0 && !yield(perm.Unrank(n, uint64(rank)), w) {
			return
		}
	}
}

// Dealer does the steps.
func (s swaps) Dealer(n int) shuffle.Dealer { return swapped[uint16](s, n) }

func (s swaps) LargeDealer(n int) shuffle.DealerOf[uint32] { return swapped[uint32](s, n) }

func swapped[C shuffle.Card](s swaps, n int) shuffle.DealerOf[C] {
	steps := s.steps(n)
	return func(rng *draw.Stream, dst, src []C) {
		dst = dst[:n]
		copy(dst, src[:n])
		for _, g := range steps {
			j := draw.Below(rng, uint64(n))
			dst[g], dst[j] = dst[j], dst[g]
		}
	}
}

// powersBelow is r^0, ..., r^k for r = 1 - 1/n in fixed point, each at most a unit off: its guard is more than the
// k roundings lose.
func powersBelow(n, k int, bits uint) []*big.Int {
	guard := uint(big.NewInt(int64(k)).BitLen() + 1)
	powers := []*big.Int{fixed.Unit(bits)}
	p, over := fixed.Unit(bits+guard), big.NewInt(int64(n))
	for range k {
		q := new(big.Int).Mul(p, big.NewInt(int64(n-1)))
		p = q.Quo(q, over)
		powers = append(powers, new(big.Int).Rsh(p, guard))
	}
	return powers
}
