package decks

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/search/deals"
)

// A test that has a part of all decks pass bounds TVD from below: it is at least the
// chance that a dealt deck passes, less that of a uniform one, whatever the test. The one
// here asks whether a score is above a threshold. The score is the law's density as far
// as two cards show it (trained_pairs.go), which takes no deck; a few decks of their own
// then say how much its three parts should count, and where the threshold is.

// Test asks for a lower bound on a word's TVD from uniform over all orders of a deck.
type Test struct {
	Alphabet *position.Laws
	Word     word.Word
	Train    int64 // decks of the word, and as many uniform ones, that choose the test
	Fresh    int64 // and that it is put to
	Seed     uint64
	Delta    float64 // the bound exceeds the truth with at most this probability, 1/4 or less
}

// smallestTested is the least deck in which two cards leave some to be told apart.
const smallestTested = 3

func (t Test) check() error {
	n := t.Alphabet.N
	return cmp.Or(
		require(n >= smallestTested && n <= pairs.MaxDeck, "n=%d: a trained test wants a deck of %d..%d cards", n, smallestTested, pairs.MaxDeck),
		require(t.Train >= 1 && t.Fresh >= 1 && max(t.Train, t.Fresh) <= mostTested, "%d and %d decks: a trained test wants 1..%d of either kind", t.Train, t.Fresh, int64(mostTested)),
		require(t.Delta > 0 && t.Delta <= 0.25, "delta=%v is not between 0 and 1/4", t.Delta),
	)
}

// mostTested keeps scores of decks within a few gigabytes.
const mostTested = 1 << 28

func require(so bool, format string, args ...any) error {
	if so {
		return nil
	}
	return fmt.Errorf(format, args...)
}

// TrainedResult is what a test shows.
type TrainedResult struct {
	Lower              float64 // TVD is at least this, with confidence 1 - Delta
	Estimate, StdError float64 // the chance to pass of the word's decks less that of uniform ones
}

// passed is how many fresh decks of the word pass a test that was trained on decks of its
// own, and how many uniform ones: the same for any number of threads. It wants the laws of
// pairs of the word's letters.
func (t Test) passed(ctx context.Context, o deals.Options) (passed [2]int64, err error) {
	if err := t.check(); err != nil {
		return passed, err
	}
	_, core, _ := t.Alphabet.Split(t.Word) // what deterministic letters at the ends do changes no distance
	o.Meter.Start(2*float64(t.Train+t.Fresh), 0)
	defer o.Meter.Stop()
	p, err := project(ctx, t.Alphabet, core, o.Threads)
	if err != nil {
		return passed, err
	}
	training, err := p.deal(ctx, o, sources(t, core, "train"), t.Train, p.one, p.even, p.odd)
	if err != nil {
		return passed, err
	}
	weights := discriminant(training)
	total := p.combine(weights)
	var trial [2][]float32
	for side, parts := range training {
		trial[side] = make([]float32, t.Train)
		for k := range trial[side] {
			for i, x := range parts {
				trial[side][k] += float32(weights[i]) * x[k]
			}
		}
	}
	above := threshold(trial)
	fresh, err := p.deal(ctx, o, sources(t, core, "fresh"), t.Fresh, total)
	if err != nil {
		return passed, err
	}
	for side, scores := range fresh {
		for _, x := range scores[0] {
			if x > above {
				passed[side]++
			}
		}
	}
	return passed, nil
}

// sources deal the word and uniform decks, sides 0 and 1.
func sources(t Test, core word.Word, use string) [2]deals.Source {
	return [2]deals.Source{
		deals.OfWord(t.Alphabet, core, use, t.Seed),
		deals.OfUniform(t.Alphabet.N, use, t.Seed),
	}
}

// discriminant is Fisher's: the weights for which the score's means under the two laws
// lie furthest apart, measured by its standard deviations under both. Values are by side,
// part and deck.
func discriminant(values [2][][]float32) []float64 {
	parts := len(values[0])
	mean := [2][]float64{make([]float64, parts), make([]float64, parts)}
	scatter := mat.NewSymDense(parts, nil)
	for side, all := range values {
		decks := float64(len(all[0]))
		for i, x := range all {
			for _, v := range x {
				mean[side][i] += float64(v) / decks
			}
		}
		for i, x := range all {
			for j, y := range all[:i+1] {
				sum := 0.0
				for k := range x {
					sum += (float64(x[k]) - mean[side][i]) * (float64(y[k]) - mean[side][j])
				}
				scatter.SetSym(i, j, scatter.At(i, j)+sum/decks)
			}
		}
	}
	// In units of the parts' own deviations, where a part that does not vary is left out.
	unit := make([]float64, parts)
	for i := range unit {
		unit[i] = 1 / math.Sqrt(max(scatter.At(i, i), 1e-12))
	}
	gap := mat.NewVecDense(parts, nil)
	for i := range parts {
		gap.SetVec(i, (mean[0][i]-mean[1][i])*unit[i])
		for j := range i + 1 {
			scatter.SetSym(i, j, scatter.At(i, j)*unit[i]*unit[j])
		}
	}
	const ridge = 1e-6
	for i := range parts {
		scatter.SetSym(i, i, scatter.At(i, i)+ridge)
	}
	var chol mat.Cholesky
	weights := mat.NewVecDense(parts, nil)
	if chol.Factorize(scatter) {
		_ = chol.SolveVecTo(weights, gap)
	}
	for i, u := range unit {
		weights.SetVec(i, weights.AtVec(i)*u)
	}
	return weights.RawVector().Data
}

// threshold is the score above which the share of the word's decks exceeds that of
// uniform ones most.
func threshold(scores [2][]float32) float32 {
	for _, s := range scores {
		slices.Sort(s)
	}
	word, uniform := scores[0], scores[1]
	above, most, below := float32(math.Inf(-1)), 0, 0
	for k, x := range uniform {
		for below < len(word) && word[below] <= x {
			below++
		}
		if k+1-below > most {
			most, above = k+1-below, x
		}
	}
	return above
}
