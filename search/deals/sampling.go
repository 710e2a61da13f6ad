package deals

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"dovetail/exact/statistic"
	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/results/number"
)

// Limits of samples: of the deck, of the number of deals, and of the share of wrong bounds.
const (
	MaxSampledDeck = 10_000_000
	MaxSamples     = 1_000_000
)

// Sampling asks what statistics of real decks say of a word, of any size.
type Sampling struct {
	N       int              `json:"n"`
	Letters []shuffle.Letter `json:"models"`
	Word    string           `json:"word"` // spelled in the letters' names
	Deals   int              `json:"deals"`
	Seed    number.Uint      `json:"seed"`
	Delta   float64          `json:"delta"` // the bound is wrong with this probability at most
}

// Schema implements [results.Question].
func (Sampling) Schema() string { return results.SampleSchema }

// Check implements [results.Question].
func (q Sampling) Check() error {
	if q.Word == "" {
		return errors.New("the word is empty")
	}
	if err := checkDeals(q.N, q.Deals, q.Delta, q.Letters); err != nil {
		return err
	}
	return shuffle.CheckWord(q.N, q.Letters, q.Word)
}

// checkDeals refuses what cannot be sampled.
func checkDeals(n, deals int, delta float64, letters []shuffle.Letter) error {
	switch {
	case n < 1 || n > MaxSampledDeck:
		return fmt.Errorf("n=%d is out of range 1..%d", n, MaxSampledDeck)
	case deals < 2 || deals > MaxSamples:
		return fmt.Errorf("%d deals are not in 2..%d; half of them choose an event, half test it", deals, MaxSamples)
	case !(delta > 0 && delta < 1):
		return fmt.Errorf("delta=%v: want a probability above 0 and below 1", delta)
	}
	if err := shuffle.CheckLetters(n, letters); err != nil {
		return err
	}
	return dealable(letters)
}

// dealable refuses letters that deal small decks only.
func dealable(letters []shuffle.Letter) error {
	for _, l := range letters {
		if shuffle.DealerFor[uint32](l.Model, 16) == nil && l.Model.Check(16) == nil {
			return fmt.Errorf("%s cannot be sampled on large decks", l)
		}
	}
	return nil
}

// Seconds is roughly how long the question takes one processor, fair decks included: a
// nanosecond a card for each letter, and measuring.
func (q Sampling) Seconds() float64 {
	cards := float64(q.N) * float64(q.Deals)
	return cards * (1e-9*float64(len(q.Word)) + 2*measureSeconds(q.N))
}

// memory is roughly how many bytes so many threads take.
func (q Sampling) memory(threads int) uint64 { return 40 * uint64(q.N) * uint64(threads) }

// measureSeconds is that of one card of a fair deck, dealing it included.
func measureSeconds(n int) float64 {
	if n > 1_000_000 { // beyond every cache
		return 2.5e-7
	}
	return 4e-8
}

// sampled is the answer.
type sampled struct {
	word, fair []statistic.Values // of each deck
	laws       fairLaws
	bound      bound
}

// sample deals, and writes the word's decks to save unless that is nil.
func (q Sampling) sample(ctx context.Context, o Options, save io.Writer) (s sampled, err error) {
	o.Meter.Start(2*float64(q.Deals), 0)
	defer o.Meter.Stop()
	s.word = make([]statistic.Values, q.Deals)
	see := func(h *hand, k int, deck []uint32) (err error) {
		s.word[k], err = h.measurer.Measure(ctx, deck)
		if err == nil && save != nil {
			h.line = line(h.line[:0], deck)
		}
		return err
	}
	var after func(h *hand) error
	flush := func() error { return nil }
	if save != nil {
		lines := bufio.NewWriter(save)
		after, flush = func(h *hand) error { _, err := lines.Write(h.line); return err }, lines.Flush
	}
	if err := byLetters(q.N, uint64(q.Seed), q.Letters, q.Word).each(ctx, o, q.Deals, see, after); err != nil {
		return s, err
	}
	if err := flush(); err != nil {
		return s, err
	}
	if s.fair, err = fairly(q.N, uint64(q.Seed)).measured(ctx, o, q.Deals); err != nil {
		return s, err
	}
	s.laws = newFairLaws(q.N)
	s.bound = s.laws.boundOf(s.word, s.fair, q.Delta)
	return s, nil
}

// line is a deck as a JSON list of its cards, counted from 1.
func line(to []byte, deck []uint32) []byte {
	for j, c := range deck {
		if j == 0 {
			to = append(to, '[')
		} else {
			to = append(to, ',')
		}
		to = strconv.AppendUint(to, uint64(c)+1, 10)
	}
	return append(to, ']', '\n')
}
