package pairs

import (
	"context"
	"fmt"

	"dovetail/exact/dense"
	"dovetail/exact/position"
	"dovetail/perm"
	"dovetail/perm/shuffle"
)

// Largest and smallest decks of pair laws: beyond 104 cards, two decks, a law
// would take half a gigabyte a letter.
const (
	MinDeck = 2
	MaxDeck = 104
)

// mostEnumerated is the largest deck at which a model without a pair law of its
// own is gone through outcome by outcome.
const mostEnumerated = 9

// Alphabet holds the pair laws of the random letters of words.
type Alphabet struct {
	*position.Alphabet
	pairs   int
	letters []*letter // nil for deterministic letters and those not asked for
}

// letter is the law of a random letter, in the two halves of doc.go.
type letter struct {
	sum, diff *dense.Matrix
	slack     float64 // of a row or column, see shuffle.PairLaw
}

// NewAlphabet computes the pair laws of the letters that occur in the words. It
// refuses a model that has none, and stops if ctx is over.
func NewAlphabet(ctx context.Context, a *position.Alphabet, words ...position.Word) (*Alphabet, error) {
	p := &Alphabet{a, shuffle.PairCount(a.N), make([]*letter, len(a.Letters))}
	for _, w := range words {
		for _, l := range w {
			if a.Letters[l].Perm != nil || p.letters[l] != nil {
				continue
			}
			if err := p.add(ctx, l); err != nil {
				return nil, err
			}
		}
	}
	return p, nil
}

// add computes the law of letter l. That may take seconds; if ctx is over before, it is
// finished unseen.
func (p *Alphabet) add(ctx context.Context, l byte) error {
	type answer struct {
		letter *letter
		err    error
	}
	done := make(chan answer, 1)
	go func() {
		law, err := pairLaw(p.Letters[l].Model, p.N)
		if err != nil {
			done <- answer{nil, fmt.Errorf("letter %c: %w", p.Letters[l].Name, err)}
			return
		}
		done <- answer{newLetter(law), nil}
	}()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case a := <-done:
		p.letters[l] = a.letter
		return a.err
	}
}

// pairLaw is what the model knows, or else counted from the outcomes of a small deck.
func pairLaw(m shuffle.Model, n int) (*shuffle.PairLaw, error) {
	if law := shuffle.Pairs(m, n); law != nil {
		return law, nil
	}
	if n > mostEnumerated {
		return nil, fmt.Errorf("the law of pairs under %s is not built for %d cards: its outcomes can be gone through up to %d", m, n, mostEnumerated)
	}
	return shuffle.SupportPairs(m, n), nil
}

// newLetter uses up the law: at no time there are more than three large matrices.
func newLetter(law *shuffle.PairLaw) *letter {
	size := shuffle.PairCount(law.N)
	uniform := 1 / float64(size)
	sum, diff := law.Kept, law.Swapped
	law.Kept, law.Swapped = nil, nil
	for x, s := range diff {
		k := sum[x]
		sum[x], diff[x] = k+s-uniform, k-s
	}
	l := &letter{slack: law.Error}
	l.sum = dense.Of(size, size, func(k, j int) float64 { return sum[k*size+j] })
	sum = nil
	l.diff = dense.Of(size, size, func(k, j int) float64 { return diff[k*size+j] })
	return l
}

// Every is every start pair.
func (a *Alphabet) Every() []int {
	all := make([]int, a.pairs)
	for x := range all {
		all[x] = x
	}
	return all
}

// Pair is the two positions of a pair by its number.
func (a *Alphabet) Pair(x int) (i, j int) {
	for x >= a.N-1-i {
		x -= a.N - 1 - i
		i++
	}
	return i, i + 1 + x
}

// move is what a permutation does to pairs: pair x goes to pair to[x], in the
// other order where sign[x] is -1.
type move struct {
	to   []int
	sign []float64
}

func newMove(p perm.Perm) move {
	n := len(p)
	var m move
	for i := range n {
		for j := i + 1; j < n; j++ {
			k, l, s := p[i], p[j], 1.0
			if k > l {
				k, l, s = l, k, -1
			}
			m.to = append(m.to, shuffle.PairIndex(n, k, l))
			m.sign = append(m.sign, s)
		}
	}
	return m
}
