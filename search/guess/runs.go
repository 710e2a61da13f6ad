package guess

import (
	"context"

	"gonum.org/v1/gonum/floats"

	"dovetail/perm/pace"
	"dovetail/perm/partition"
)

// The unseen cards lie, in the order of the old deck, in runs of neighbours. The rest of the game
// depends only on the lengths of the runs, L, and on the number of certain descents, d: the card
// after an unseen one is seen. Seeing the p-th card of a run of length l splits it into runs of p-1
// and l-p cards, and for p > 1 adds a descent. With sums over all k cards unseen, and ratio as in
// [closed],
//
//	m(L, d) = 1/k  sum m(L', d'),              m(none, d) = ratio(d)
//	w(L, d) = 1/k (sum w(L', d') + max m(L', d')),  w(none, d) = 0
//	s(L, d) = 1/k (sum s(L', d') + 2 w of the largest m),  s(none, d) = 0
//
// m is n! P of the cards seen so far, as a mean over the orders of the rest, and w is that times
// the number of right guesses still to come; s is in whole.go. The answer is w of one run of n cards.
//
// The largest m(L', d') is that of the first card of a run. Proof: take the cards of the run except
// the p-th in random order. Those before the p-th and those after it are in random orders, with e
// and f descents; all together have at most e+f+1. So seeing the first card of the run leaves no
// more descents in the end than seeing the p-th does, in law, and ratio decreases with their
// number.

// riffled is the outlook after a-shuffles of n cards, with ratio by descents for each.
func riffled(ctx context.Context, n int, ratios [][]float64, done func()) (all []outlook, err error) {
	t := partition.New(n)
	level := &runs{t: t, n: n, columns: len(ratios)}
	level.allot()
	for d := range n {
		for a, ratio := range ratios {
			level.x[kinds*d*level.columns+a] = ratio[d]
		}
	}
	for level.k < n {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		level = level.next()
		done()
	}
	for a := range level.columns {
		all = append(all, outlook{m: level.x[a], w: level.x[level.columns+a], s: level.x[2*level.columns+a]})
	}
	return all, nil
}

// kinds are m, w and s.
const kinds = 3

// runs is m, w and s of all states with k cards unseen, which are in n-k+1 runs at most. The card
// below a run, unless that run is the last one, was seen before the one above it: a descent. So r
// runs have d = r-1, ..., n-k. For each d the slice has m, then w, then s, of every a-shuffle.
type runs struct {
	t       *partition.Table
	n, k    int
	columns int
	at      []int // where the numbers of a state begin, by rank
	x       []float64
}

func minDescents(runs int) int { return max(0, runs-1) }

// allot allocates the slices.
func (r *runs) allot() {
	size := 0
	r.t.Each(r.k, r.n-r.k+1, func(lengths []int) {
		r.at = append(r.at, size)
		size += (r.n - r.k + 1 - minDescents(len(lengths))) * kinds * r.columns
	})
	r.x = make([]float64, size)
}

// state is m, w and s from d descents on.
func (r *runs) state(lengths []int, d int) []float64 {
	at := r.at[r.t.Rank(lengths, r.k, r.n-r.k+1)]
	return r.x[at+(d-minDescents(len(lengths)))*kinds*r.columns:]
}

// next is the level with one more card unseen.
func (r *runs) next() *runs {
	to := &runs{t: r.t, n: r.n, k: r.k + 1, columns: r.columns}
	to.allot()
	best, left := make([]float64, (r.n+1)*kinds*r.columns), make([]int, 0, r.n)
	states := 0
	r.t.Each(to.k, r.n-to.k+1, func(lengths []int) {
		if states++; states%256 == 0 {
			pace.Yield()
		}
		least := minDescents(len(lengths))
		sum := to.state(lengths, least)[:(r.n-to.k+1-least)*kinds*r.columns]
		best := best[:len(sum)]
		clear(best)
		for i := 0; i < len(lengths); {
			l, alike := lengths[i], 1
			for i+alike < len(lengths) && lengths[i+alike] == l {
				alike++
			}
			see := func(p, descents, times int) []float64 {
				left = partition.Split(left, lengths, i, l-p, p-1)
				after := r.state(left, least+descents)[:len(sum)]
				addScaled(sum, after, float64(alike*times))
				return after
			}
			largest(best, see(1, 0, 1), r.columns)
			if l > 1 { // the last card leaves as many descents
				see(1, 1, 1)
			}
			for p := 2; p <= l-p; p++ { // the p-th from below has the same lengths
				see(p, 1, 2)
			}
			if l > 2 && l%2 == 1 {
				see((l+1)/2, 1, 1)
			}
			i += alike
		}
		for from := 0; from < len(sum); from += kinds * r.columns {
			floats.Add(sum[from+r.columns:][:r.columns], best[from:][:r.columns])
			addScaled(sum[from+2*r.columns:][:r.columns], best[from+r.columns:], 2)
		}
		for j := range sum {
			sum[j] /= float64(to.k)
		}
	})
	return to
}

// addScaled adds a multiple of x to sum, and rounds twice. That of gonum would round once on arm64.
func addScaled(sum, x []float64, factor float64) {
	for j, y := range x[:len(sum)] {
		sum[j] += float64(factor * y)
	}
}

// largest raises the m of every d to that of another state, and takes its w, if it is larger; see outlook.choose.
func largest(best, other []float64, columns int) {
	for from := 0; from < len(best); from += kinds * columns {
		for a := from; a < from+columns; a++ {
			if other[a] > best[a]*tieTolerance {
				best[a+columns] = other[a+columns]
			}
			best[a] = max(best[a], other[a])
		}
	}
}
