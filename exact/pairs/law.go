package pairs

import (
	"context"
	"slices"

	"dovetail/exact/dense"
	"dovetail/exact/position"
	"dovetail/perm"
	"dovetail/perm/shuffle"
)

// Law is what the pair law of a word is worth.
type Law struct {
	core          *Whole
	before, after move      // deterministic letters at the ends
	together      []float64 // see Together
}

// NewLaw computes the law of a word with the given number of workers. It fails only if
// ctx is over.
func NewLaw(ctx context.Context, a *Alphabet, w position.Word, workers int) (*Law, error) {
	lead, core, trail := a.Split(w)
	l := &Law{before: newMove(a.run(lead)), after: newMove(a.run(trail)), together: make([]float64, a.N-1)}
	neighbours := make([]bool, a.pairs) // of the core, in the end
	for k := range a.N - 1 {
		neighbours[slices.Index(l.after.to, shuffle.PairIndex(a.N, k, k+1))] = true
	}
	near := func(first int, r *Rows) {
		for i := range l.together {
			x := l.before.to[shuffle.PairIndex(a.N, i, i+1)] - first
			if x < 0 || x >= r.Sum.Rows {
				continue
			}
			sum := 0.0
			for y, s := range r.Sum.Row(x) {
				if neighbours[y] {
					sum += s
				}
			}
			l.together[i] = max(0, sum+2/float64(a.N))
		}
	}
	if len(core) == 0 {
		l.core = still(a, near)
		return l, nil
	}
	var err error
	l.core, err = NewWhole(ctx, a, core, workers, near)
	return l, err
}

// still is the law of the deck at rest, shown row by row.
func still(a *Alphabet, visit func(first int, r *Rows)) *Whole {
	r := &Rows{Sum: dense.New(1, a.pairs), Diff: dense.New(1, a.pairs)}
	w := &Whole{Ends: make([]float64, a.pairs), Slack: stepSlack(0, &letter{})}
	for x := range a.pairs {
		sum, diff := r.Sum.Row(0), r.Diff.Row(0)
		for y := range sum {
			sum[y], diff[y] = -1/float64(a.pairs), 0
		}
		sum[x], diff[x] = sum[x]+1, 1
		visit(x, r)
		w.Starts = append(w.Starts, r.Starts()...)
		for y, d := range r.Ends() {
			w.Ends[y] += d
		}
	}
	return w
}

func (a *Alphabet) run(letters position.Word) perm.Perm {
	p := perm.Identity(a.N)
	for _, l := range letters {
		p = p.Then(a.Letters[l].Perm)
	}
	return p
}

// Slack bounds the error of a distance, and of a sum of probabilities of a start
// pair, for which errors of Sum count in full and not by half; see errors.go.
func (l *Law) Slack() float64 { return 2 * l.core.Slack }

// Distances are the total variation distances from uniform, on n(n-1) ordered
// pairs, of where each start pair lands.
func (l *Law) Distances() []float64 {
	core, out := l.core.Starts, make([]float64, len(l.core.Starts))
	for x, y := range l.before.to {
		out[x] = core[y]
	}
	return out
}

// Ends are the same for each end pair, of which cards land there.
func (l *Law) Ends() []float64 {
	core, out := l.core.Ends, make([]float64, len(l.core.Ends))
	for x, y := range l.after.to {
		out[y] = core[x]
	}
	return out
}

// Together[i] is the probability that the cards at positions i and i+1 end as
// neighbours, in either order; 2/n for a uniform deck.
func (l *Law) Together() []float64 { return l.together }
