package words

import (
	"errors"
	"fmt"

	"dovetail/exact/tally"
	"dovetail/perm/number"
	"dovetail/results/param"
	"dovetail/search/spelling"
)

// Deck is the flag for the number of cards, up to a maximum.
func (s *Scoring) Deck(most int64) param.Param { return param.Cards(&s.N, "52", 1, most) }

// Tolerances are the flags for the deals behind E[w], and for e_max, which depends on their number.
func (s *Scoring) Tolerances() (samples, emax param.Param) {
	samples = param.Int(&s.Samples, "samples", "1e6", 1, tally.MaxSamples,
		"number s of deals for which E[w] and the automatic e_max are computed")
	emax = param.New(&s.Emax, "emax", "",
		"tolerance: paper (5.86e-4), auto (exact binomial tails) or a number (default: paper if n=52 and s=1e6, otherwise auto)",
		param.Filled("text", "paper, auto or a number"))
	emax.Texts = func() []string {
		if s.Emax == "" || s.Emax == tally.Default(s.N, s.Samples) {
			return nil
		}
		return []string{s.Emax}
	}
	emax.Check = func(func(string) bool) error {
		if s.Emax == "" {
			s.Emax = tally.Default(s.N, s.Samples)
		}
		return nil
	}
	return samples, emax
}

// Params are those of the scoring of all words over an alphabet.
func (s *Scoring) Params() param.List {
	samples, emax := s.Tolerances()
	return append(param.List{s.Deck(MaxDeck), samples, emax}, spelling.Alphabet(&s.N, &s.Letters)...)
}

// Params are those of one word and its scoring.
func (s *Spelled) Params() param.List {
	samples, emax := s.Tolerances()
	return append(spelling.Own(&s.N, &s.Letters, &s.Word), s.Deck(MaxDeck), samples, emax)
}

func (q *Repetitions) Params() param.List {
	return append(q.Spelled.Params(),
		param.Int(&q.Times, "times", "", 1, MaxTimes, "score the word repeated 1, 2, ... times, up to this number").Needed())
}

// Params are the parameters of all words of a length. most is the largest number of cards; Check
// refuses decks that are too large in some other way.
func (a *All) Params(most int64) param.List {
	samples, emax := a.Tolerances()
	return append(param.List{a.Deck(most), samples, emax, Length(&a.M), Top(&a.Top)}, spelling.Alphabet(&a.N, &a.Letters)...)
}

// Length is the flag for the length of words. Several lengths make a question each.
func Length(to *int) param.Param {
	p := param.Int(to, "length,m", "7", 1, MaxLength, "length of the words, or a range such as 2..10")
	p.Several = func(text string) (all []string, err error) {
		a, b, err := number.ParseRange("m", text, 1, MaxLength)
		for m := a; m <= b && err == nil; m++ {
			all = append(all, fmt.Sprint(m))
		}
		return all, err
	}
	return p
}

// Top is the flag for the number of words that are listed.
func Top(to *int) param.Param {
	return param.Int(to, "top", "10", 0, MaxTop, "number of words to list")
}

// PictureHasRows refuses to draw the first words of a ranking that lists none.
func PictureHasRows(top *int) param.Param {
	return param.After(func(given func(string) bool) error {
		if given("png") && *top == 0 {
			return errors.New("png draws the best words; ask for --top 1 at least")
		}
		return nil
	})
}

// Largest is the largest deck that a ranking by any score takes.
const Largest = 10_000_000
