package deals

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"dovetail/perm/shuffle"
	"dovetail/perm/statistic"
	"dovetail/results"
)

// Limits of samples: of the deck, of the number of deals, and of the share of wrong bounds.
const (
	MaxSampledDeck = 10_000_000
	MaxSamples     = 1_000_000
)

// Sampling asks what statistics of real decks say of a word, of any size.
type Sampling struct {
	N       int
	Letters []shuffle.Letter
	Word    string // spelled in the letters' names
	Deals   int
	Seed    uint64
	Delta   float64 // the bound is wrong with this probability at most
}

// Check refuses what cannot be sampled.
func (q Sampling) Check() error {
	switch {
	case q.N < 1 || q.N > MaxSampledDeck:
		return fmt.Errorf("n=%d is out of range 1..%d", q.N, MaxSampledDeck)
	case q.Deals < 2 || q.Deals > MaxSamples:
		return fmt.Errorf("%d deals are not in 2..%d; half of them choose an event, half test it", q.Deals, MaxSamples)
	case !(q.Delta > 0 && q.Delta < 1):
		return fmt.Errorf("delta=%v: want a probability above 0 and below 1", q.Delta)
	case q.Word == "":
		return errors.New("the word is empty")
	}
	return dealable(q.Letters)
}

// dealable refuses letters that deal small decks only.
func dealable(letters []shuffle.Letter) error {
	for _, l := range letters {
		if shuffle.DealerFor[uint32](l.Model, 16) == nil && shuffle.Check(l.Model, 16) == nil {
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

// Memory is roughly how many bytes each thread takes that deals n cards.
func Memory(n int) uint64 { return 40 * uint64(n) }

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
	if err := q.Check(); err != nil {
		return s, results.Refuse(err)
	}
	o.Meter.Start(2*float64(q.Deals), 0)
	defer o.Meter.Stop()
	s.word = make([]statistic.Values, q.Deals)
	see := func(h *hand, k int, deck []uint32) (err error) {
		s.word[k], err = h.gauge.Measure(ctx, deck)
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
	if err := byLetters(q.N, q.Seed, q.Letters, q.Word).each(ctx, o, q.Deals, see, after); err != nil {
		return s, err
	}
	if err := flush(); err != nil {
		return s, err
	}
	if s.fair, err = fairly(q.N, q.Seed).measured(ctx, o, q.Deals); err != nil {
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
