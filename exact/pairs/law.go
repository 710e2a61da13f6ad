package pairs

import (
	"context"
	"slices"

	"dovetail/exact/position"
	"dovetail/perm"
	"dovetail/perm/shuffle"
)

// Law is the pair law of a word, in full.
type Law struct {
	alphabet      *Alphabet
	core          *Rows
	before, after move // deterministic letters at the ends
}

// NewLaw computes the law of a word with the given number of workers. It fails only if
// ctx is over.
func NewLaw(ctx context.Context, a *Alphabet, w position.Word, threads int) (*Law, error) {
	lead, core, trail := a.Split(w)
	l := &Law{alphabet: a, before: newMove(a.run(lead)), after: newMove(a.run(trail))}
	if len(core) > 0 {
		var err error
		l.core, err = NewChain(a, a.Every(), threads).Core(ctx, core)
		return l, err
	}
	l.core = &Rows{Sum: NewMatrix(a.pairs, a.pairs), Diff: NewMatrix(a.pairs, a.pairs), Slack: stepSlack(0, &letter{})}
	for x := range a.pairs {
		for y := range a.pairs {
			l.core.Sum.Row(x)[y] = -1 / float64(a.pairs)
		}
		l.core.Sum.Row(x)[x] += 1
		l.core.Diff.Row(x)[x] = 1
	}
	return l, nil
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
	core, out := l.core.Starts(), make([]float64, l.alphabet.pairs)
	for x, y := range l.before.to {
		out[x] = core[y]
	}
	return out
}

// Ends are the same for each end pair, of which cards land there.
func (l *Law) Ends() []float64 {
	core, out := l.core.Ends(), make([]float64, l.alphabet.pairs)
	for x, y := range l.after.to {
		out[y] = core[x]
	}
	return out
}

// Probability is that of the cards at i and j landing on k and l.
func (l *Law) Probability(i, j, k, m int) float64 {
	x, swapped := l.number(i, j)
	y, back := l.number(k, m)
	x0, y0 := l.before.to[x], slices.Index(l.after.to, y)
	diff := l.core.Diff.Row(x0)[y0] * l.before.sign[x] * l.after.sign[y0]
	if swapped != back {
		diff = -diff
	}
	uniform := 1 / float64(l.alphabet.pairs)
	return max(0, (l.core.Sum.Row(x0)[y0]+uniform+diff)/2)
}

func (l *Law) number(i, j int) (x int, swapped bool) {
	if i > j {
		return shuffle.PairIndex(l.alphabet.N, j, i), true
	}
	return shuffle.PairIndex(l.alphabet.N, i, j), false
}

// Together[i] is the probability that the cards at positions i and i+1 end as
// neighbours, in either order; 2/n for a uniform deck.
func (l *Law) Together() []float64 {
	n := l.alphabet.N
	neighbours := make([]bool, l.alphabet.pairs)
	for k := range n - 1 {
		neighbours[shuffle.PairIndex(n, k, k+1)] = true
	}
	out := make([]float64, n-1)
	for i := range out {
		for y, s := range l.core.Sum.Row(l.before.to[shuffle.PairIndex(n, i, i+1)]) {
			if neighbours[l.after.to[y]] {
				out[i] += s
			}
		}
		out[i] = max(0, out[i]+2/float64(n))
	}
	return out
}
