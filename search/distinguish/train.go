package distinguish

import (
	"context"
	"math"
	"slices"
	"strings"

	"dovetail/exact/position"
	"dovetail/exact/tally"
	"dovetail/exact/word"
	"dovetail/search/deals"
)

// MaxCards keeps scores, which take 2 n^4 bytes, within the nearer memories. Decks with more cards
// are not split by tests.
const MaxCards = 64

// Test is a trained test: decks pass whose score is above the threshold.
type Test struct {
	n     int
	score *linear
	above float32
}

// trainTest trains a test, with laws of pairs from the cache. The test is the same for any number
// of threads.
func (c *Cache) trainTest(ctx context.Context, of training, threads int) (*Test, error) {
	a, core := of.alphabet, word.Word(of.core)
	p, err := c.project(ctx, a, core, of.near, threads)
	if err != nil {
		return nil, err
	}
	if !of.near {
		if err := c.addCuts(ctx, p, a, core, threads); err != nil {
			return nil, err
		}
	}
	return p.train(ctx, a, core, of, threads)
}

// train computes the weights of the parts from decks of the core and as many uniform ones. It uses
// the parts up.
func (p *projection) train(
	ctx context.Context, a *position.Laws, core word.Word, of training, threads int,
) (*Test, error) {
	training, err := p.deal(ctx, threads, sources(a, core, of.purpose, "train", of.seed), 0, of.decks, p.parts...)
	if err != nil {
		return nil, err
	}
	weights := discriminant(training)
	var trial [2][]float32
	for side, parts := range training {
		trial[side] = make([]float32, of.decks)
		for k := range trial[side] {
			for i, x := range parts {
				trial[side][k] += float32(float32(weights[i]) * x[k])
			}
		}
	}
	return &Test{a.N, p.combine(weights), threshold(trial)}, nil
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

// Accepts reports whether a deck passes the test.
func (t *Test) Accepts(deck []uint16) bool { return t.score.value(t.n, deck) > t.above }

// sources are the word, side 0, and uniform decks, side 1.
func sources(a *position.Laws, core word.Word, purpose, use string, seed uint64) [2]deals.Source[uint16] {
	use = strings.TrimSpace(purpose + " " + use)
	return [2]deals.Source[uint16]{deals.OfWord(a, core, use, seed), deals.OfUniform(a.N, use, seed)}
}

// discriminant is Fisher's: the weights for which the means of the score under the two laws lie
// furthest apart, measured by its standard deviations under both. Values are by side, part and
// deck.
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
	// The unit of each part is its own deviation. A part that does not vary is left out.
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

// LowerBound turns the numbers of accepted decks, of the word and of as many uniform ones, into a
// bound.
//
// Call a deck of the word that passes, and a uniform one that does not, classified correctly. If a
// deck of the word passes with probability p and a uniform one with q, the number S of decks
// classified correctly, of 2N, is a sum of independent indicators with the mean probability (1 + p
// - q)/2. Of all such sums with that mean, the binomial one has the largest tail P(S >= k) for
// every k above the mean by 1 at least (W. Hoeffding, On the distribution of the number of
// successes in independent trials, 1956). So Clopper and Pearson's limit for one binomial of 2N
// trials holds for the mean probability, and 2 mean - 1 = p - q; docs/decks.md says why for delta
// up to 1/4. The bound is half as far off as one from two limits, for p and for q.
func LowerBound(accepted [2]int64, decks int64, delta float64) (lower float64) {
	return max(0, 2*tally.ClopperPearsonLower(accepted[0]+decks-accepted[1], 2*decks, delta)-1)
}

// solve returns the x with S x = b for a symmetric positive definite S, or zeros if S is not
// positive definite. Of S the rows up to the diagonal are read. Cholesky's factor L of S = L L'
// takes the place of S. Sums run in one order and every product is rounded, so that the bits are
// the same on every machine, unlike those of libraries.
func solve(s [][]float64, b []float64) []float64 {
	x := make([]float64, len(b))
	for i, row := range s {
		for j := range i + 1 {
			sum := row[j]
			for k, l := range s[j][:j] {
				sum -= float64(row[k] * l)
			}
			switch {
			case j < i:
				row[j] = sum / s[j][j]
			case sum > 0:
				row[i] = math.Sqrt(sum)
			default:
				return x
			}
		}
	}
	y := make([]float64, len(b)) // L y = b
	for i, row := range s {
		y[i] = b[i]
		for k, l := range row[:i] {
			y[i] -= float64(l * y[k])
		}
		y[i] /= row[i]
	}
	for i := len(s) - 1; i >= 0; i-- { // L' x = y
		sum := y[i]
		for k := i + 1; k < len(s); k++ {
			sum -= float64(s[k][i] * x[k])
		}
		x[i] = sum / s[i][i]
	}
	return x
}
