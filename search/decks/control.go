package decks

import (
	"context"
	"math/rand/v2"

	"dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm/shuffle"
)

// control is a function h of decks, between 0 and 1, that is near (1-p)^+ and costs next to
// nothing: linear in the score that two cards give (trained_pairs.go), and clamped. Walks
// then only have to find the mean of what (1-p)^+ has beyond h, which varies far less, while
// the mean of h is found from many decks without walks. Where letters have no law of pairs,
// or there are too many cards, h is a constant.
type control struct {
	n             int
	score         *linear // nil for a constant
	intercept, by float64
	centre        float64 // about the mean of h
}

// maxControlled keeps scores, which take 2 n^4 bytes, within the nearer memories.
const maxControlled = 64

// evenControl is the constant: values about it have a smaller mean square.
const evenControl = 0.25

// Decks that the score of a control is trained on, and those that tell how near it is.
const (
	controlTrain = 1 << 13
	controlFits  = 64
)

// newControl fits the line to the values of some decks of its own.
func newControl(
	ctx context.Context, a *position.Laws, core word.Word, seed uint64,
	values func(ctx context.Context, decks [][]uint16) ([]float64, error),
) (*control, error) {
	c := &control{n: a.N, intercept: evenControl, centre: evenControl}
	if _, err := pairs.NewLaws(ctx, a.Alphabet, core); err != nil || a.N > maxControlled || a.N < minTested {
		return c, ctx.Err()
	}
	p, err := project(ctx, a, core, 1)
	if err != nil {
		return nil, err
	}
	training, err := p.deal(ctx, 1, sources(a, core, "control", seed), 0, controlTrain, p.one, p.even, p.odd)
	if err != nil {
		return nil, err
	}
	c.score = p.combine(discriminant(training))
	var decks [][]uint16
	for d := range controlFits {
		decks = append(decks, uniform(a.N, stream(seed, a.Format(core)+" fit", d, 0)))
	}
	y, err := values(ctx, decks)
	if err != nil {
		return nil, err
	}
	c.fit(decks, y)
	return c, nil
}

// fit is the line of least squares.
func (c *control) fit(decks [][]uint16, y []float64) {
	var meanX, meanY, xx, xy float64
	x := make([]float64, len(decks))
	for k, deck := range decks {
		x[k] = float64(c.score.value(c.n, deck))
		meanX += x[k] / float64(len(x))
		meanY += y[k] / float64(len(x))
	}
	for k := range x {
		xx += float64((x[k] - meanX) * (x[k] - meanX))
		xy += float64((x[k] - meanX) * (y[k] - meanY))
	}
	c.by = xy / max(xx, 1e-9)
	c.intercept, c.centre = meanY-float64(c.by*meanX), meanY
}

// value is h.
func (c *control) value(deck []uint16) float64 {
	if c.score == nil {
		return c.intercept
	}
	return c.of(c.score.value(c.n, deck))
}

func (c *control) of(score float32) float64 {
	return min(1, max(0, c.intercept+float64(c.by*float64(score))))
}

// count counts a block of uniform decks without walks.
func (c *control) count(rng *rand.ChaCha8, s *sums) {
	if c.score == nil {
		for range controlBlock {
			s.control(c.intercept - c.centre)
		}
		return
	}
	deal, sorted, deck := shuffle.Uniform(c.n), shuffle.NewDeck(c.n), shuffle.NewDeck(c.n)
	scoreTable := newScoreTable(c.n)
	scoreTable.fill(func(yield func([]uint16) bool) {
		for range controlBlock {
			deal(rng, deck, sorted)
			yield(deck)
		}
	})
	scores := make([]float32, controlBlock)
	scoreTable.add(c.score, scores)
	for _, x := range scores {
		s.control(c.of(x) - c.centre)
	}
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
