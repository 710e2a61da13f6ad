package decks

import (
	"fmt"
	"math"
)

// sums are what the decks of a word add up to, in units of a fixed point, so that they
// do not depend on the order in which decks come. Values are rounded outwards: what
// raises the lower end is cut off, what lowers it and what the upper end is made of is
// rounded up.
type sums struct {
	Decks             int64 // uniform decks
	High, HighSquares int64 // of (1-p)^+
	Low, LowSquares   int64 // of the lower test's values, between 1-most and 1
	Dealt             int64 // decks dealt by the word
	Tail              int64 // of what the lower test leaves out
}

// unit is one. With values of at most 1 there is room for 2^31 decks.
const unit = 1 << 32

func down(x float64) int64 { return int64(math.Floor(x * unit)) }
func up(x float64) int64   { return int64(math.Ceil(x * unit)) }

// uniform counts a uniform deck.
func (s *sums) uniform(high, low float64) {
	s.Decks++
	s.High += up(high)
	s.HighSquares += up(high * high)
	s.Low += down(low)
	s.LowSquares += up(low * low)
}

// dealt counts a deck that the word dealt.
func (s *sums) dealt(tail float64) {
	s.Dealt++
	s.Tail += up(tail)
}

func (s *sums) add(t sums) {
	s.Decks += t.Decks
	s.High += t.High
	s.HighSquares += t.HighSquares
	s.Low += t.Low
	s.LowSquares += t.LowSquares
	s.Dealt += t.Dealt
	s.Tail += t.Tail
}

// possible refuses sums that no decks can have.
func (s sums) possible() error {
	in := func(sum, most, decks int64) bool { return 0 <= sum && sum <= most*decks*unit }
	if s.Decks < 0 || s.Decks >= 1<<31 || s.Dealt < 0 || s.Dealt >= 1<<31 ||
		!in(s.High, 1, s.Decks) || !in(s.HighSquares, 1, s.Decks) ||
		s.Low > s.Decks*unit || s.Low < -s.Decks*unit || !in(s.LowSquares, 1, s.Decks) || !in(s.Tail, 1, s.Dealt) {
		return fmt.Errorf("sums %+v of so many decks cannot be", s)
	}
	return nil
}

// moments are the mean of values and their variance, as a sample of so many has it.
func moments(sum, squares, count int64) (mean, variance float64) {
	n := float64(count)
	mean = float64(sum) / unit / n
	return mean, max(0, (float64(squares)/unit-n*mean*mean)/(n-1))
}
