package anneal

import (
	"math/big"
	"slices"

	"dovetail/exact/word"
	"dovetail/perm/shuffle/riffles"
)

// joint is a word U B V whose block B is of riffles by any hands, with other letters around it or
// between riffles. A walk has two stages. The first moves the outcomes y of the other letters as if
// B were a 2^k-shuffle, from their law P(y) to
//
//	f(y) = P(y) n! 2^(-kn) N(t),
//
// where t is the deck that y leaves for B to make, and N(t) the number of labellings that lead to
// it. At the end of the first stage a labelling x of t is drawn uniformly, so that every pair (y,
// x) has P(y) n! 2^(-kn). The second stage moves outcomes and labels together, tilted by W(x)^beta.
// A label moves as those of a [block] do. An outcome may move if the labels still lead to the deck
// that it leaves. The end has the weight P(y) n! 2^(-kn) W(x), whose sum is n! P(s).
//
// The reverse path deals the word, and keeps its outcomes and labels. Where it enters the first
// stage it forgets the labels, which are uniform there. So the proof for annealed densities in
// docs/decks.md holds for both stages as one path. Its first half, up to stageSplit, is the first
// stage.
type joint struct {
	*annealing
	riffles *block
}

// stageSplit is where the second stage begins on the path.
const stageSplit = 0.5

// newJoint takes the longest run of riffles in a row, of the word or of its inverse. It returns nil
// if there is none, if outcomes of other letters cannot be moved, or if walks begin where nothing leads them.
func newJoint(a *word.Alphabet, core word.Word) *joint {
	var best *joint
	for _, inverse := range []bool{false, true} {
		for from := range core {
			laws, to := runOf(a, core, from, inverse)
			if len(laws) == 0 || len(laws) > MaxRiffles || best != nil && len(laws) <= len(best.riffles.laws) {
				continue
			}
			before, after := core[:from], core[to:]
			if inverse {
				before, after = after, before
			}
			j := &joint{&annealing{n: a.N, block: new(big.Int).Lsh(big.NewInt(1), uint(len(laws))), inverse: inverse},
				&block{n: a.N, laws: laws}}
			j.surround(elementsOf(a, before, inverse), elementsOf(a, after, inverse))
			if j.unmovable() == nil && len(j.letters) > 0 && !j.beginsLow() {
				best = j
			}
		}
	}
	return best
}

// runOf returns the riffles from a letter on, the last one first, and the letter after them.
// Letters that undo riffles are read in the inverse of the word.
func runOf(a *word.Alphabet, core word.Word, from int, inverse bool) (laws []riffles.Interleaving, to int) {
	for to = from; to < len(core); to++ {
		more := interleavings(a, core[to], inverse)
		if more == nil || slices.ContainsFunc(more, func(l riffles.Interleaving) bool { return l.Drops != nil }) {
			break
		}
		laws = append(laws, more...)
	}
	if !inverse {
		slices.Reverse(laws)
	}
	return laws, to
}

func (w *joint) Ladder() *Ladder {
	p := w.annealing.Ladder()
	p.stageSplit = stageSplit
	return p
}

func (w *joint) Moves() int { return w.annealing.Moves() + labelSweeps*w.n }

func (w *joint) Seconds() float64 {
	if w.n > riffles.MaxInterleaved {
		return float64(labelSweeps*LabelSeconds(w.n, len(w.riffles.laws))) + float64(300e-9*float64(len(w.letters)*w.n))
	}
	return float64(65e-9 * float64((len(w.letters)+labelSweeps)*w.n))
}

func (w *joint) Reach() float64 {
	return max(w.annealing.Reach(), w.riffles.Reach()) / min(stageSplit, 1-stageSplit)
}

func (w *joint) Inexact() float64 { return w.riffles.Inexact() }

func (w *joint) Kind() Kind { return Both }

// labelSweeps is the number of sweeps of the labels for each sweep of the outcomes, which takes
// several times as long.
const labelSweeps = 4
