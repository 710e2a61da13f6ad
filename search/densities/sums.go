package densities

import (
	"fmt"
	"math"
	"slices"

	"dovetail/exact/tally"
	"dovetail/perm/elementary"
)

// Sums are sums over the decks of a word, in fixed point, so that they do not depend on the order
// of the decks. Values are rounded outwards: what raises the lower end is rounded down, and what
// lowers it or makes the upper end is rounded up. A value that can be negative is counted from its
// least value, so that no sum is negative.
type Sums struct {
	Decks             int64 // uniform decks
	Walked, Arrived   int64 // those with walks, and with a walk that ended where the density is not 0
	High, HighSquares int64 // of (1-p)^+, less its centre where decks are not split
	Low, LowSquares   int64 // the same of the lower test's values
	Dealt             int64 // decks dealt by the word
	Tail, TailSquares int64 // of what the lower test leaves out, or of dealt decks that fail (split.go)

	Back, BackSquares int64 // of the corrections of the lower end by dealt decks that pass (split.go)

	// The part of the squares from values of at most small, with the sign that they have in bounds.
	HighSmall, LowSmall, TailSmall, BackSmall int64
}

// centre is about the middle of the values of decks that are not split. About it they have a
// smaller mean square.
const centre = 0.25

// unit is one. With values of at most 2, and squares of 4, there is room for 2^31 decks.
const unit = 1 << 30

func down(x float64) int64 { return int64(math.Floor(x * unit)) }
func up(x float64) int64   { return int64(math.Ceil(x * unit)) }

// smallSquare is the square of a value whose square costs little in bounds ([tally.UpperOfMeans]),
// and 0 for others.
func smallSquare(x float64) int64 {
	if x > tally.SmallValue {
		return 0
	}
	return up(x * x)
}

// uniform counts a uniform deck.
func (s *Sums) uniform(high, low float64) {
	s.Decks++
	s.High += up(high) + unit
	s.HighSquares += up(high * high)
	s.Low += down(low) + most*unit
	s.LowSquares += up(low * low)
	s.HighSmall += smallSquare(high)
	s.LowSmall += smallSquare(-low)
}

// walked counts the walks to a uniform deck, with these estimates.
func (s *Sums) walked(estimates []float64) {
	s.Walked++
	if slices.Max(estimates) > 0 {
		s.Arrived++
	}
}

// dealt counts a deck that the word dealt.
func (s *Sums) dealt(tail float64) {
	s.Dealt++
	s.Back += unit
	s.Tail += up(tail)
	s.TailSquares += up(tail * tail)
	s.TailSmall += smallSquare(tail)
}

// dealtAgain counts a dealt deck that passes.
func (s *Sums) dealtAgain(low float64) {
	s.Dealt++
	s.Back += down(low) + unit
	s.BackSquares += up(low * low)
	s.BackSmall += smallSquare(-low)
}

// Add adds the sums over other decks.
func (s *Sums) Add(t Sums) {
	s.Decks += t.Decks
	s.Walked += t.Walked
	s.Arrived += t.Arrived
	s.High += t.High
	s.HighSquares += t.HighSquares
	s.Low += t.Low
	s.LowSquares += t.LowSquares
	s.Dealt += t.Dealt
	s.Tail += t.Tail
	s.TailSquares += t.TailSquares
	s.Back += t.Back
	s.BackSquares += t.BackSquares
	s.HighSmall += t.HighSmall
	s.LowSmall += t.LowSmall
	s.TailSmall += t.TailSmall
	s.BackSmall += t.BackSmall
}

// validate refuses sums that no decks can have.
func (s Sums) validate() error {
	in := func(sum int64, most float64, decks int64) bool {
		return 0 <= sum && float64(sum) <= float64(most*float64(decks)*unit)+float64(decks)
	}
	count := func(decks int64) bool { return 0 <= decks && decks < 1<<31 }
	if !count(s.Decks) || !count(s.Dealt) ||
		s.Arrived < 0 || s.Arrived > s.Walked || s.Walked > s.Decks ||
		!in(s.High, 2, s.Decks) || !in(s.HighSquares, 1, s.Decks) ||
		!in(s.Low, most+1, s.Decks) || !in(s.LowSquares, most*most, s.Decks) ||
		!in(s.Back, 2, s.Dealt) || !in(s.BackSquares, 1, s.Dealt) ||
		!in(s.HighSmall, 1, s.Decks) || !in(s.LowSmall, most*most, s.Decks) || !in(s.TailSmall, 1, s.Dealt) ||
		!in(s.BackSmall, 1, s.Dealt) || s.HighSmall > s.HighSquares || s.LowSmall > s.LowSquares ||
		s.TailSmall > s.TailSquares || s.BackSmall > s.BackSquares ||
		!in(s.Tail, 1, s.Dealt) || !in(s.TailSquares, 1, s.Dealt) {
		return fmt.Errorf("sums %+v of these decks cannot be", s)
	}
	return nil
}

// moments are the mean of values, counted from the least one, and the mean of their squares.
func moments(sum, squares, count, least int64) (mean, square float64) {
	if count == 0 {
		return 0, 0
	}
	n := float64(count) * unit
	return float64(sum+least*unit*count) / n, float64(squares) / n
}

// standardError is the standard error of a mean.
func standardError(mean, square float64, count int64) float64 {
	if count < 2 {
		return 0
	}
	return math.Sqrt(max(0, square-float64(mean*mean)) / float64(count-1))
}

// Interval is what is known of a distance: its ends, the method behind each, and the estimates of
// sampled ends.
type Interval struct {
	Lower, Upper     float64
	LowerBy, UpperBy string
	Low, High        Estimate
}

// Estimate is one of the distance, with its standard error, and whether it says anything: there are enough
// decks, and walks arrived. Predictions of further work take any.
type Estimate struct {
	Value, SE float64
	Known     bool
}

// fewDecks is the number of decks from which a standard error is believed: where fewer have a value other than 0, or than
// 1, there could be as many again by chance.
const fewDecks = 8

// estimated adds up the means of samples. It is known if its standard error is believed, or so large that a few
// decks more would not matter beside it.
func estimated(samples ...tally.Sample) (e Estimate) {
	unseen := 0.0
	for _, x := range samples {
		n := float64(x.Count)
		m := x.Sum / n
		e.Value += m
		e.SE = elementary.Hypot(e.SE, standardError(m, x.Squares/n, x.Count))
		if min(contributing(x.Sum, x.Squares), contributing(n-x.Sum, n-2*x.Sum+x.Squares)) < fewDecks {
			unseen += fewDecks / n
		}
	}
	e.Known = e.SE > unseen
	return e
}

// contributing is about the number of values that are not small beside the others (Kish's effective size).
func contributing(sum, squares float64) float64 {
	if squares <= 0 {
		return 0
	}
	return float64(sum*sum) / squares
}

// aboutCentre is the mean of values with the given moments about the centre.
func aboutCentre(mean, square float64, decks int64) Estimate {
	n := float64(decks)
	e := estimated(tally.Sample{Sum: n * (centre + mean), Squares: float64(n * (square + float64(2*centre*mean) + centre*centre)), Count: decks})
	return Estimate{centre + mean, standardError(mean, square, decks), e.Known}
}

// arrive reports whether walks are so long that most come to where the density is not 0.
func (s Sums) arrive() bool { return 2*s.Arrived >= s.Walked }

// ByTestAlone is the interval that a trained test proves, which has no upper end.
func ByTestAlone(lower float64) Interval {
	return Interval{Lower: lower, LowerBy: ByTest, Upper: 1, UpperBy: ByTest}
}

// interval holds the distance except with probability delta. Each of its at most three bounds has a
// fifth of this; docs/decks.md has the theorem. Exact densities have one mean for both ends.
func (s Sums) interval(delta float64) (e Interval) {
	delta /= 5
	high, highSquare := moments(s.High, s.HighSquares, s.Decks, -1)
	e.High = aboutCentre(high, highSquare, s.Decks)
	e.High.Known = e.High.Known && s.arrive()
	radius := tally.BernsteinRadius(highSquare, 1, 2, delta, s.Decks)
	e.Upper = min(1, centre+high+radius)
	if s.Dealt == 0 {
		e.Low = e.High
		e.Lower = max(0, centre+high-radius-2./unit)
		return e
	}
	low, lowSquare := moments(s.Low, s.LowSquares, s.Decks, -most)
	tail := float64(s.Tail) / unit / float64(s.Dealt)
	e.Low = aboutCentre(low, lowSquare, s.Decks)
	e.Low.Value -= tail
	e.Low.SE = elementary.Hypot(e.Low.SE, math.Sqrt(tail*(1-tail)/float64(s.Dealt)))
	e.Low.Known = e.Low.Known && s.arrive()
	radius = tally.BernsteinRadius(lowSquare, most, most+1, delta, s.Decks)
	e.Lower = max(0, centre+low-radius-tally.ChernoffUpper(min(1, tail), delta, s.Dealt))
	return e
}

// most is the limit at which the lower test cuts off an estimate of the density. With it the test
// leaves out as little as possible above.
const most = 2.0
