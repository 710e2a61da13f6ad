package guess

import (
	"context"

	"gonum.org/v1/gonum/floats"

	"dovetail/perm/pace"
)

// The unseen cards lie, in the order of the old deck, in runs of neighbours. The rest of the game
// depends only on the lengths of the runs, L, and on the number of certain descents, d: the card
// after an unseen one is seen. Seeing the p-th card of a run of length l splits it into runs of p-1
// and l-p cards, and for p > 1 adds a descent. With sums over all k cards unseen, and ratio as in
// [closed],
//
//	m(L, d) = 1/k  sum m(L', d'),              m(none, d) = ratio(d)
//	w(L, d) = 1/k (sum w(L', d') + max m(L', d')),  w(none, d) = 0
//
// m is n! P of the cards seen so far, as a mean over the orders of the rest, and w is that times
// the number of right guesses still to come. The answer is w of one run of n cards.
//
// The largest m(L', d') is that of the first card of a run. Proof: take the cards of the run except
// the p-th in random order. Those before the p-th and those after it are in random orders, with e
// and f descents; all together have at most e+f+1. So seeing the first card of the run leaves no
// more descents in the end than seeing the p-th does, in law, and ratio decreases with their
// number.

// riffled is the expected number of right guesses after a-shuffles of n cards, with ratio
// by descents for each.
func riffled(ctx context.Context, n int, ratios [][]float64, done func()) ([]float64, error) {
	t := newMultisets(n)
	level := &runs{t: t, n: n, columns: len(ratios)}
	level.allot()
	for d := range n {
		for a, ratio := range ratios {
			level.x[2*d*level.columns+a] = ratio[d]
		}
	}
	for level.k < n {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		level = level.next()
		done()
	}
	return level.x[level.columns:], nil
}

// runs is m and w of all states with k cards unseen, which are in n-k+1 runs at most. The card
// below a run, unless that run is the last one, was seen before the one above it: a descent. So r
// runs have d = r-1, ..., n-k. For each d the slice has m, then w, of every a-shuffle.
type runs struct {
	t       *multisets
	n, k    int
	columns int
	at      []int // where the numbers of a state begin, by rank
	x       []float64
}

func minDescents(runs int) int { return max(0, runs-1) }

// allot allocates the slices.
func (r *runs) allot() {
	size := 0
	r.t.each(r.k, r.n-r.k+1, func(lengths []int) {
		r.at = append(r.at, size)
		size += (r.n - r.k + 1 - minDescents(len(lengths))) * 2 * r.columns
	})
	r.x = make([]float64, size)
}

// state is m and w from d descents on.
func (r *runs) state(lengths []int, d int) []float64 {
	at := r.at[r.t.rank(lengths, r.k, r.n-r.k+1)]
	return r.x[at+(d-minDescents(len(lengths)))*2*r.columns:]
}

// next is the level with one more card unseen.
func (r *runs) next() *runs {
	to := &runs{t: r.t, n: r.n, k: r.k + 1, columns: r.columns}
	to.allot()
	best, left := make([]float64, (r.n+1)*2*r.columns), make([]int, 0, r.n)
	states := 0
	r.t.each(to.k, r.n-to.k+1, func(lengths []int) {
		if states++; states%256 == 0 {
			pace.Yield()
		}
		least := minDescents(len(lengths))
		sum := to.state(lengths, least)[:(r.n-to.k+1-least)*2*r.columns]
		best := best[:len(sum)]
		clear(best)
		for i := 0; i < len(lengths); {
			l, alike := lengths[i], 1
			for i+alike < len(lengths) && lengths[i+alike] == l {
				alike++
			}
			see := func(p, descents, times int) []float64 {
				left = part(left, lengths, i, l-p, p-1)
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
		for from := 0; from < len(sum); from += 2 * r.columns {
			floats.Add(sum[from+r.columns:][:r.columns], best[from:][:r.columns])
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

// part is lengths with the i-th replaced by x and y, x not below y, without zeros. The i-th is not
// above the one before.
func part(to, lengths []int, i, x, y int) []int {
	to = append(to[:0], lengths[:i]...)
	for _, l := range lengths[i+1:] {
		if x >= l && x > 0 {
			to = append(to, x)
			x = 0
		}
		if y >= l && y > 0 {
			to = append(to, y)
			y = 0
		}
		to = append(to, l)
	}
	if x > 0 {
		to = append(to, x)
	}
	if y > 0 {
		to = append(to, y)
	}
	return to
}

// largest raises the m of every d to that of another state, if it is larger.
func largest(best, other []float64, columns int) {
	for from := 0; from < len(best); from += 2 * columns {
		for a := from; a < from+columns; a++ {
			if other[a] > best[a] {
				best[a] = other[a]
			}
		}
	}
}

// multisets numbers the multisets of positive integers with a given sum and at most a given number
// of members. They are written in decreasing order, and those with the smaller first number come
// first, and so on.
type multisets struct {
	n     int
	count []int32
}

// newMultisets is for sums, numbers and members up to n. A multiset of a sum, with all members up
// to largest, either does not contain largest, or consists of it and a multiset of the remaining
// sum:
//
//	count(sum, largest, members) = count(sum, largest-1, members) + count(sum-largest, largest, members-1)
func newMultisets(n int) *multisets {
	t := &multisets{n, make([]int32, (n+1)*(n+1)*(n+1))}
	for largest := range n + 1 {
		for members := range n + 1 {
			*t.of(0, largest, members) = 1
			if largest == 0 || members == 0 {
				continue
			}
			for sum := 1; sum <= n; sum++ {
				c := t.of(sum, largest, members)
				*c = *t.of(sum, largest-1, members)
				if sum >= largest {
					*c += *t.of(sum-largest, largest, members-1)
				}
			}
		}
	}
	return t
}

// of is the number of multisets with this sum, no member above largest, and at most this number of
// members.
func (t *multisets) of(sum, largest, members int) *int32 {
	return &t.count[(sum*(t.n+1)+members)*(t.n+1)+largest]
}

// rank is the number of multisets, of at most a given number of members, that come before the given
// one, written in decreasing order.
func (t *multisets) rank(numbers []int, sum, members int) (before int) {
	for i, x := range numbers {
		before += int(*t.of(sum, x-1, members-i))
		sum -= x
	}
	return before
}

// each yields all of them in order. It writes each in decreasing order in a slice that is used
// again.
func (t *multisets) each(sum, members int, yield func(numbers []int)) {
	numbers := make([]int, 0, members)
	var add func(rest, largest int)
	add = func(rest, largest int) {
		if rest == 0 {
			yield(numbers)
			return
		}
		for x := 1; x <= min(rest, largest); x++ {
			if x*(members-len(numbers)) >= rest {
				numbers = append(numbers, x)
				add(rest-x, x)
				numbers = numbers[:len(numbers)-1]
			}
		}
	}
	add(sum, sum)
}
