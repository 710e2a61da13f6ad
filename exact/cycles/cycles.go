// Package cycles has the law of a deck in which two random cards are exchanged again and again, and so its exact
// distance from a fair deck.
//
// An exchange of two places, chosen by chance, treats all places alike: the probability of a permutation depends only on
// the lengths of its cycles, which are a partition of n. There are 281,589 of these at n = 52, and not 52! = 8e67. Let
// f(t) be n! times the probability of a permutation of type t. As an exchange undoes itself, f after one more exchange
// of different places is the mean of f over all products of the permutation with an exchange,
//
//	f'(t) = sum over types s of pairs(t, s) f(s) / (n(n-1)/2),
//
// where pairs(t, s) pairs of cards lead from t to s (partition.Exchange). If both places are chosen freely they are the
// same with probability 1/n, and then nothing changes. All terms are positive, so that a step adds a few roundings to
// the relative error of each f, and nothing cancels. Characters of the symmetric group, by which P. Diaconis and M.
// Shahshahani bound the distance (Generating a random permutation with random transpositions, 1981), are not needed: a
// step costs about 30 additions a type, where a sum over characters costs 281,589.
package cycles

import (
	"context"
	"math"

	"dovetail/perm/elementary"
	"dovetail/perm/pace"
	"dovetail/perm/partition"
)

// MaxDeck is the largest deck. It has 966,467 types and 34 million ways from one to another, in 150 MB.
const MaxDeck = 60

// Walk is a deck of n cards after a number of exchanges. It is for one goroutine.
type Walk struct {
	n, workers int
	share      []float64 // of all orders that are of each type
	from       []int     // where the moves of each type begin, and the last end
	moves      []uint32  // the type that an exchange leads to, shifted left by pairBits, and the pairs of cards that do
	f, next    []float64 // n! P of an order of each type
	step       float64   // the roundings of a step
	roundings  float64   // on the way to any of f
}

// pairBits hold the number of pairs of 60 cards, 1770.
const pairBits = 11

// Start is a deck of n cards in order, 2 <= n <= MaxDeck. Its steps take at most the given number of workers.
func Start(ctx context.Context, n, workers int) (*Walk, error) {
	types := partition.New(n)
	w := &Walk{n: n, workers: workers, moves: make([]uint32, 0, types.Count(n)*(n*3/5+2))}
	most := 0
	types.Each(n, n, func(lengths []int) {
		if ctx.Err() != nil {
			return
		}
		w.share, w.from = append(w.share, share(lengths)), append(w.from, len(w.moves))
		partition.Exchange(lengths, func(after []int, pairs int) {
			w.moves = append(w.moves, uint32(types.Rank(after, n, n)<<pairBits|pairs))
		})
		most = max(most, len(w.moves)-w.from[len(w.from)-1])
		pace.Yield()
	})
	w.from = append(w.from, len(w.moves))
	w.step = float64(most/4 + 9) // a product, a part of one of four sums, their sum, the deck unchanged, and a division
	w.f, w.next = make([]float64, len(w.share)), make([]float64, len(w.share))
	w.f[0] = 1 // the cycles of a deck in order have length 1: the first type
	for k := range n {
		w.f[0] *= float64(k + 1)
	}
	w.roundings = float64(n)
	return w, ctx.Err()
}

// share is 1/z, where z is the product of l^k k! over the lengths l that k cycles have. It takes at most 2n roundings.
func share(lengths []int) float64 {
	z, alike := 1.0, 0
	for i, l := range lengths {
		if alike++; i > 0 && lengths[i-1] != l {
			alike = 1
		}
		z *= float64(l * alike)
	}
	return 1 / z
}

// Step exchanges two cards: of different places, or of two places that are chosen freely and may be the same.
func (w *Walk) Step(ctx context.Context, distinct bool) error {
	same, over := float64(w.n), float64(w.n*w.n)
	if distinct {
		same, over = 0, float64(w.n*(w.n-1))
	}
	const blocks = 64
	err := pace.Share(ctx, w.workers, blocks, func(context.Context, int) func(int) error {
		return func(block int) error {
			for t := block * len(w.f) / blocks; t < (block+1)*len(w.f)/blocks; t++ {
				w.next[t] = float64(float64(same*w.f[t])+float64(2*sum(w.moves[w.from[t]:w.from[t+1]], w.f))) / over
			}
			return nil
		}
	})
	w.f, w.next = w.next, w.f
	w.roundings += w.step
	return err
}

// sum is the sum of pairs f, in four parts.
func sum(moves []uint32, f []float64) float64 {
	var s [4]float64
	add := func(k int, move uint32) { s[k] += float64(float64(move&(1<<pairBits-1)) * f[move>>pairBits]) }
	for ; len(moves) >= 4; moves = moves[4:] {
		add(0, moves[0])
		add(1, moves[1])
		add(2, moves[2])
		add(3, moves[3])
	}
	for _, move := range moves {
		add(0, move)
	}
	return (s[0] + s[1]) + (s[2] + s[3])
}

// Value is a number no further than Error from the truth.
type Value struct{ Is, Error float64 }

const unit = 0x1p-53

// relative bounds the relative error of each of f.
func (w *Walk) relative() float64 { return float64(elementary.Expm1(w.roundings*unit) * (1 + 0x1p-50)) }

// mean is the mean of g(f) over all orders, in blocks of a thousand types, and the roundings of a term: of its share, in
// its block and in the sum of all blocks.
func (w *Walk) mean(g func(f float64) float64) (all, roundings float64) {
	const block = 1000
	for from := 0; from < len(w.f); from += block {
		part := 0.0
		for t := from; t < min(from+block, len(w.f)); t++ {
			part += float64(w.share[t] * g(w.f[t]))
		}
		all += part
	}
	return all, float64(2*w.n + 4 + min(block, len(w.f)) + len(w.f)/block)
}

// TVD is the total variation distance from a fair deck, the mean of max(0, f - 1). The mean of f is 1.
func (w *Walk) TVD() Value {
	tvd, roundings := w.mean(func(f float64) float64 { return max(0, f-1) })
	return Value{tvd, w.relative() + float64(roundings*unit)}
}

// Separation is the largest 1 - f.
func (w *Walk) Separation() Value {
	least := 1.0
	for _, f := range w.f {
		least = min(least, f)
	}
	return Value{1 - least, w.relative() + unit}
}

// Linf is the largest |f - 1|.
func (w *Walk) Linf() Value {
	most := 0.0
	for _, f := range w.f {
		most = max(most, math.Abs(f-1))
	}
	return Value{most, float64((most + 1) * (w.relative() + unit))}
}

// Deficit is how many bits the entropy falls short of that of a fair deck: the mean of f ln f - (f - 1), which is never
// negative, over ln 2. Its error is that of exact/law.
func (w *Walk) Deficit() Value {
	nats, roundings := w.mean(func(f float64) float64 {
		switch {
		case f == 0:
			return 1
		case f > 0.5:
			return float64(f*elementary.Log1p(f-1)) - (f - 1)
		}
		return float64(f*elementary.Log(f)) - (f - 1)
	})
	bits := nats / math.Ln2
	return Value{bits, float64((w.relative() + float64((roundings+9)*unit)) * 2 * (bits + 2))}
}

// Seconds is about the time of a number of steps on one processor: of the ways between the types, and of each step. There
// are about e^(pi sqrt(2n/3))/(4 sqrt(3) n) types (G. H. Hardy and S. Ramanujan) and 0.6 n ways from each.
func Seconds(n, steps int) float64 {
	x := float64(n)
	types := elementary.Exp(math.Pi*math.Sqrt(2*x/3)) / (4 * math.Sqrt(3) * x)
	return 0.6 * x * types * (1.2e-7 + float64(1.3e-9*float64(steps)))
}
