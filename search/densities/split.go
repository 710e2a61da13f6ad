package densities

import (
	"context"
	"math"

	"dovetail/exact/tally"
	"dovetail/perm/elementary"
	"dovetail/perm/shuffle/draw"
)

// A trained test says of most decks on which side of 1 their density p is: those of the word pass,
// uniform ones fail. The distance is the difference that the test finds, plus two terms for its
// errors:
//
//	TVD = E over uniform decks of (1-p)^+
//	    = P_U(fails) - P_W(fails) + E over uniform decks that pass of (1-p)^+
//	                              + E over the word's decks that fail of (1-1/p)^+,
//
// as (1-p)^+ = (1-p) + (p-1)^+ for decks that fail, and p dU = dW. The first two terms take no
// walks, and are known from many decks. Walks to uniform decks that pass estimate p without bias,
// and reverse walks from dealt decks that fail estimate at most 1/p. By Jensen's inequality the
// means of the walked values are then at least the other two terms. Most of the values are 0, as
// the test is nearly always right. So they vary far less than (1-p)^+ does, half of the decks need
// no walk, and the scatter of walks matters only for decks near the threshold.

// splitTask is the number of decks of a task. About half of them are walked on.
const splitTask = 64

// splitUniform counts uniform decks: (1-p)^+ for those that pass.
func (e *estimator) splitUniform(ctx context.Context, from, to int, s *Sums) error {
	var walked []numbered
	for d := from; d < to; d++ {
		if deck := e.uniformDeck(d); e.both || e.test.Accepts(deck.deck) {
			walked = append(walked, deck)
		} else {
			s.uniform(0, 0)
		}
	}
	for len(walked) > 0 {
		all, err := e.walk(ctx, walked[:min(group, len(walked))])
		if err != nil {
			return err
		}
		for i, p := range all {
			s.walked(p)
			if e.test.Accepts(walked[i].deck) {
				s.uniform(upper(p), 0)
			} else {
				s.uniform(0, e.lowerCorrection(p))
			}
		}
		walked = walked[len(all):]
	}
	return nil
}

// lowerCorrection is the correction of the lower end by walks to a uniform deck that fails. With
// q_k the mean of all estimates but p_k, it is the mean over k of (min(p_k, most) - 1) [q_k >
// sure].
func (e *estimator) lowerCorrection(p []float64) (low float64) {
	sum := 0.0
	for _, x := range p {
		sum += x
	}
	for _, x := range p {
		if sum-x > float64(e.sure*float64(len(p)-1)) {
			low += (min(x, most) - 1) / float64(len(p))
		}
	}
	return low
}

// splitDealt counts decks that the word deals: (1-1/p)^+ for those that fail, from which all walks
// of a deck return.
func (e *estimator) splitDealt(ctx context.Context, from, to int, s *Sums) error {
	for d := from; d < to; {
		dealt := 0
		var decks []numbered
		for ; d < to && dealt < group; d++ {
			fails, deck := e.dealSplit(dealt, d)
			if e.both || fails {
				dealt++
				decks = append(decks, numbered{d, deck})
			} else {
				s.dealt(0)
			}
		}
		if dealt == 0 {
			return nil
		}
		for more := dealt; more < group; more++ {
			e.dealSplit(more, d-1) // walks that are discarded
		}
		logs, err := e.v.Backward(ctx, e.p)
		if err != nil {
			return err
		}
		var passing []numbered
		var back [][]float64
		for k := range dealt {
			inverse := make([]float64, e.walks)
			for i, l := range logs[k*e.walks:][:e.walks] {
				inverse[i] = elementary.Exp(-l)
			}
			if e.test.Accepts(decks[k].deck) {
				passing, back = append(passing, decks[k]), append(back, inverse)
			} else {
				s.dealt(upper(inverse))
			}
		}
		if len(passing) == 0 {
			continue
		}
		fresh, err := e.walkFor(ctx, " again", passing)
		if err != nil {
			return err
		}
		for k, q := range fresh {
			s.dealtAgain(e.reverseCorrection(back[k], q))
		}
	}
	return nil
}

// reverseCorrection is the correction of the lower end by reverse walks, and fresh ones, for a
// dealt deck that passes. With q the mean of the fresh estimates, it is the mean of min(1/p, most)
// - 1 over the reverse walks, if sure q < 1.
func (e *estimator) reverseCorrection(inverse, fresh []float64) (low float64) {
	sum := 0.0
	for _, x := range fresh {
		sum += x
	}
	if float64(e.sure*sum) >= float64(len(fresh)) {
		return 0
	}
	for _, x := range inverse {
		low += (min(x, most) - 1) / float64(len(inverse))
	}
	return low
}

// dealSplit deals a deck to a group of walkers, and reports whether it fails.
func (e *estimator) dealSplit(place, d int) (fails bool, deck []uint16) {
	for i := range e.walks {
		k := place*e.walks + i
		deck = e.w.Deck(e.v.Deal(k, draw.Keyed(e.seed, e.purpose+" dealt", d, 0)))
		e.v.Follow(k, draw.Keyed(e.seed, e.purpose+" back", d, i))
		fails = !e.test.Accepts(deck)
	}
	return fails, deck
}

// TestResult is the numbers of decks of either kind that a test accepted.
type TestResult struct {
	Accepted [2]int64 // decks of the word, and uniform ones
	Decks    int64
}

// AtMost is an upper limit of what a test with any number of decks would find: four standard errors
// above the estimate.
func (t TestResult) AtMost() float64 {
	return float64(t.Accepted[0]-t.Accepted[1])/float64(t.Decks) + float64(4*math.Sqrt(0.5/float64(t.Decks)))
}

// MissesEnough reports whether the test finds so large a difference that what it misses may be worth walks.
func (t TestResult) MissesEnough() bool {
	return float64(t.Accepted[0]-t.Accepted[1]) >= missWorth*float64(t.Decks)
}

// spread is about the standard deviation s of ln p from uniform deck to deck, where p is near 1. E
// (1-p)^+ is about 0.4 s, and near what the test finds. Walks with the scatter v make it 0.4
// sqrt(s^2 + v^2/2), as there are two on a deck.
func (t TestResult) spread() float64 {
	return 2.5 * max(0, float64(t.Accepted[0]-t.Accepted[1])) / float64(t.Decks)
}

// JensenBias is the amount by which the scatter v of walks increases E (1-p)^+.
func (t TestResult) JensenBias(v float64) float64 {
	s := t.spread()
	return float64(0.4 * (math.Sqrt(float64(s*s)+float64(v*v/2)) - s))
}

// Scatter is the standard deviation that ln w may have for an interval of the given width. A quarter of the width is
// for the bias that it causes.
func (t TestResult) Scatter(width float64) float64 {
	s := t.spread()
	wider := s + width/4/0.4
	return math.Sqrt(min(0.25, max(0.001, 2*(float64(wider*wider)-float64(s*s)))))
}

// split is the combined result of a test and walks.
type split struct {
	TestResult
	Params
}

// of is a sample of the test's decks.
func (t split) of(count int64) tally.Sample {
	return tally.Sample{Sum: float64(count), Squares: float64(count), Count: t.Decks, Centre: 0.5}
}

// walked is a sample of walked values.
func (t split) walked(sum, squares, small, count int64) tally.Sample {
	return tally.Sample{Sum: float64(sum) / unit, Squares: float64(squares) / unit, Small: float64(small) / unit, Count: count}
}

// above are the samples whose means add up to 1 and the upper end.
func (t split) above(s Sums) []tally.Sample {
	return []tally.Sample{
		t.of(t.Decks - t.Accepted[1]), t.of(t.Accepted[0]),
		t.walked(s.High-unit*s.Decks, s.HighSquares, s.HighSmall, s.Decks),
		t.walked(s.Tail, s.TailSquares, s.TailSmall, s.Dealt),
	}
}

// below are those whose means add up to 1 less the lower end.
func (t split) below(s Sums) []tally.Sample {
	return []tally.Sample{
		t.of(t.Accepted[1]), t.of(t.Decks - t.Accepted[0]),
		t.walked(most*unit*s.Decks-s.Low, s.LowSquares, s.LowSmall, s.Decks),
		t.walked(unit*s.Dealt-s.Back, s.BackSquares, s.BackSmall, s.Dealt),
	}
}

// mostlySmall is about the part of the squares that small values make.
const mostlySmall = 0.75

// expected are predicted samples, by a guess of the mean square of walked values, about their
// centres.
func (t split) expected(decks int64, guess float64) []tally.Sample {
	walked := tally.Sample{Squares: float64(decks) * guess, Small: float64(decks) * guess * mostlySmall, Count: decks}
	test := tally.Sample{Sum: float64(t.Decks) / 2, Squares: float64(t.Decks) / 2, Count: t.Decks, Centre: 0.5}
	return []tally.Sample{test, test, walked, walked}
}

// square is about the mean square of walked values, by all decks that were walked on: those of a
// guess, and those that count.
func (s Sums) square(guess float64) float64 {
	guessed, counted := float64(2*guessDecks), float64(s.Decks+s.Dealt)
	squares := float64(guessed*guess) + float64(float64(s.HighSquares+s.TailSquares)/unit)
	return max(leastSquare, squares/(guessed+counted))
}

// open predicts how far an end that walks narrow will be from its estimate with a number of decks.
func (t split) open(decks int64, delta float64) float64 {
	if t.Both() {
		delta /= 2
	}
	all := t.expected(decks, max(t.Guess, t.Lower))
	return tally.UpperOfMeans(tally.BestBet(delta, all...), delta, all...) - 1
}

// upTo is an upper bound on the sum of the means of samples, wrong with probability delta at most,
// by a bet on the expected ones.
func upTo(delta float64, expected, samples []tally.Sample) float64 {
	return tally.UpperOfMeans(tally.BestBet(delta, expected...), delta, samples...)
}

// interval fails with a probability of at most delta. Where walks do not narrow the lower end, or do
// not arrive, its estimate is the test's alone.
func (t split) interval(s Sums, delta float64) (e Interval) {
	if t.Both() {
		delta /= 2
	}
	above, below := t.above(s), t.below(s)
	e.Upper = min(1, upTo(delta, t.expected(s.Decks, t.Guess), above)-1)
	if t.Both() {
		e.Lower = max(0, 1-upTo(delta, t.expected(s.Decks, t.Lower), below))
	}
	e.High = estimated(above...)
	e.High.Value--
	e.High.Known = e.High.Known && s.arrive()
	if !t.Both() || !s.arrive() {
		below = below[:2]
	}
	e.Low = estimated(below...)
	e.Low.Value = 1 - e.Low.Value
	return e
}

// guessDecks is the number of decks of either kind from which the mean square of walked values is
// guessed.
const guessDecks = 64

// leastSquare is the least mean square of walked values that is believed from few decks.
const leastSquare = 0x1p-11

// A test by two cards sees nearly everything of most riffles, so that its lower end is sharp, and
// walks narrow the upper one alone. Of six riffles with switch 7/10 it misses 0.03. Where it misses
// more than the requested width allows, walks narrow the lower end too (split.go). That takes more
// and longer walks. So what the test misses is estimated first, with decks of their own: by how far
// the upper end would stay from what the test finds, less what short walks add to it.

// What a test misses is estimated with missDecks decks of either kind, one in eight of which is
// walked on. This is done if the test tells the word from fair by at least an eighth: otherwise it
// misses less than is worth the walks.
const (
	missDecks   = 2048
	missScatter = 0.2
	missWorth   = 1. / 8
)

// misses is about the part of the distance that the test does not see, and 0 where that is not
// worth an estimate.
func (e *estimator) misses(ctx context.Context) (missed float64, err error) {
	result := TestResult{Decks: missDecks}
	for d := range missDecks {
		if e.test.Accepts(e.uniformDeck(d).deck) {
			result.Accepted[1]++
		}
		if fails, _ := e.dealSplit(0, d); !fails {
			result.Accepted[0]++
		}
	}
	if !result.MissesEnough() {
		return 0, nil
	}
	const walked = missDecks / 8
	var s Sums
	if err := e.splitUniform(ctx, 0, walked, &s); err != nil {
		return 0, err
	}
	if err := e.splitDealt(ctx, 0, walked, &s); err != nil {
		return 0, err
	}
	walks := float64(float64(s.High-unit*walked+s.Tail) / (unit * walked))
	return walks - result.JensenBias(missScatter), nil
}
