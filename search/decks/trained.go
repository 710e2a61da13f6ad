package decks

import (
	"context"
	"math"
	"runtime"
	"slices"
	"sync"

	"dovetail/exact/position"
	"dovetail/exact/tally"
	"dovetail/exact/word"
	"dovetail/search/deals"
)

// A test that has a part of all decks pass bounds TVD from below: it is at least the
// probability that a dealt deck passes, less that of a uniform one, whatever the test. The one
// here asks whether a score is above a threshold. The score is the law's density as far
// as two cards show it (trained_pairs.go), which takes no deck; a few decks of their own
// then say how much its three parts should count, and where the threshold is.

// maxScored keeps scores, which take 2 n^4 bytes, within the nearer memories: decks are not split by tests of larger
// ones.
const maxScored = 64

// scoreTest is such a test: decks pass whose score is above the threshold.
type scoreTest struct {
	n     int
	score *linear
	above float32
}

// training is what a test follows from.
type training struct {
	alphabet *position.Laws
	core     string
	decks    int64 // of the core, and as many uniform ones
	seed     uint64
}

// trainings are the latest of this process, which all share who put the core to its test, or split decks by it.
var trainings struct {
	sync.Mutex
	all []*lesson
}

// mostTrainings are enough for all threads of a race, which go from word to word; one takes 14 million bytes at 52
// cards and 33 at 64.
var mostTrainings = max(4, runtime.GOMAXPROCS(0))

// lesson is a test once somebody has trained it, of whom one at a time is at it.
type lesson struct {
	of   training
	busy chan struct{}
	test *scoreTest
}

// train trains the test of a core on so many decks of it, and as many uniform ones: the same for any number of
// threads.
func train(
	ctx context.Context, a *position.Laws, core word.Word, decks int64, seed uint64, threads int,
) (test *scoreTest, err error) {
	if a.N > maxScored {
		return trainNew(ctx, a, core, decks, seed, threads)
	}
	key := training{a, string(core), decks, seed}
	t := lessonOf(key)
	select {
	case t.busy <- struct{}{}:
		defer func() { <-t.busy }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if t.test == nil {
		t.test, err = trainNew(ctx, a, core, decks, seed, threads)
	}
	return t.test, err
}

// lessonOf is the one for a test, in the place of the oldest if there is none.
func lessonOf(key training) *lesson {
	trainings.Lock()
	defer trainings.Unlock()
	for _, t := range trainings.all {
		if t.of == key {
			return t
		}
	}
	t := &lesson{of: key, busy: make(chan struct{}, 1)}
	if len(trainings.all) == mostTrainings {
		trainings.all = slices.Delete(trainings.all, 0, 1)
	}
	trainings.all = append(trainings.all, t)
	return t
}

func trainNew(
	ctx context.Context, a *position.Laws, core word.Word, decks int64, seed uint64, threads int,
) (*scoreTest, error) {
	p, err := project(ctx, a, core, threads)
	if err != nil {
		return nil, err
	}
	training, err := p.deal(ctx, threads, sources(a, core, "train", seed), 0, decks, p.one, p.even, p.odd)
	if err != nil {
		return nil, err
	}
	weights := discriminant(training)
	var trial [2][]float32
	for side, parts := range training {
		trial[side] = make([]float32, decks)
		for k := range trial[side] {
			for i, x := range parts {
				trial[side][k] += float32(float32(weights[i]) * x[k])
			}
		}
	}
	return &scoreTest{a.N, p.combine(weights), threshold(trial)}, nil
}

// value is the score of a single deck, as score tables add it up.
func (l *linear) value(n int, deck []uint16) (x float32) {
	for i, card := range deck {
		x += l.cards[i*n+int(card)]
	}
	at := 0
	for i, upper := range deck {
		for _, lower := range deck[i+1:] {
			x += l.pairs[at+n*int(upper)+int(lower)]
			at += n * n
		}
	}
	return x
}

// passes puts a deck to the test.
func (t *scoreTest) passes(deck []uint16) bool { return t.score.value(t.n, deck) > t.above }

// passed is how many of some fresh decks of the word pass its test, and how many uniform ones.
func (q tests) passed(ctx context.Context, w word.Word, from, to int64) (passed [2]int64, err error) {
	_, core, _ := q.Alphabet.Split(w) // what deterministic letters at the ends do changes no distance
	t, err := train(ctx, q.Alphabet, core, q.Train, q.Seed, q.Threads)
	if err != nil {
		return passed, err
	}
	p := projection{n: t.n}
	fresh, err := p.deal(ctx, 1, sources(q.Alphabet, core, "fresh"+q.Use, q.Seed), from, to, t.score)
	if err != nil {
		return passed, err
	}
	for side, scores := range fresh {
		for _, x := range scores[0] {
			if x > t.above {
				passed[side]++
			}
		}
	}
	return passed, nil
}

// sources deal the word and uniform decks, sides 0 and 1.
func sources(a *position.Laws, core word.Word, use string, seed uint64) [2]deals.Source {
	return [2]deals.Source{deals.OfWord(a, core, use, seed), deals.OfUniform(a.N, use, seed)}
}

// discriminant is Fisher's: the weights for which the score's means under the two laws
// lie furthest apart, measured by its standard deviations under both. Values are by side,
// part and deck.
func discriminant(values [2][][]float32) []float64 {
	parts := len(values[0])
	mean := [2][]float64{make([]float64, parts), make([]float64, parts)}
	scatter := make([][]float64, parts) // up to the diagonal
	for i := range scatter {
		scatter[i] = make([]float64, i+1)
	}
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
					sum += float64((float64(x[k]) - mean[side][i]) * (float64(y[k]) - mean[side][j]))
				}
				scatter[i][j] += sum / decks
			}
		}
	}
	// In units of the parts' own deviations, where a part that does not vary is left out.
	unit := make([]float64, parts)
	for i := range unit {
		unit[i] = 1 / math.Sqrt(max(scatter[i][i], 1e-12))
	}
	const ridge = 1e-6
	gap := make([]float64, parts)
	for i := range gap {
		gap[i] = (mean[0][i] - mean[1][i]) * unit[i]
		for j := range i + 1 {
			scatter[i][j] = scatter[i][j] * unit[i] * unit[j]
		}
		scatter[i][i] += ridge
	}
	weights := solve(scatter, gap)
	for i, u := range unit {
		weights[i] *= u
	}
	return weights
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

// verdict turns how many of the word's decks and of as many uniform ones passed into a
// bound.
//
// Call a deck of the word that passes, and a uniform one that does not, classified correctly. If a
// deck of the word passes with probability p and a uniform one with q, the number S of
// decks classified correctly, of 2N, is a sum of independent truths with the mean probability
// (1 + p - q)/2. Of all such sums with that mean, the binomial one has the largest tail
// P(S >= k) for every k above the mean by 1 at least (W. Hoeffding, On the distribution of
// the number of successes in independent trials, 1956). So Clopper and Pearson's limit
// for one binomial of 2N trials holds for the mean probability, and 2 mean - 1 = p - q;
// docs/decks.md says why for delta up to 1/4. Two limits, one for p and one for q, would
// be half as far off again.
func verdict(passed [2]int64, decks int64, delta float64) (lower float64) {
	return max(0, 2*tally.ClopperPearsonLower(passed[0]+decks-passed[1], 2*decks, delta)-1)
}
