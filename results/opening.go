package results

import (
	"fmt"
	"math"

	"dovetail/results/number"
)

// Opening is how many cards of a kind are in an opening hand after a word, beside a fair deck.
type Opening struct {
	Head
	N      int      `json:"n" unit:"cards"`
	Word   string   `json:"word"`
	Models []string `json:"models"`
	// How many cards of the deck are of the kind.
	Cards int `json:"cards_of_kind" unit:"cards"`
	// Where they lie before the word: on top, at the bottom, or spread evenly.
	At   string `json:"at"`
	Hand int    `json:"hand" unit:"cards"`

	// The expected number of cards of the kind in the hand, exact, and a bound on its error.
	Mean      float64 `json:"mean" unit:"cards"`
	MeanError float64 `json:"mean_error" unit:"cards"`
	FairMean  float64 `json:"fair_mean" unit:"cards"`
	// The standard deviation of that number.
	SD float64 `json:"sd" unit:"cards"`
	// A bound on its error where it is exact, else its standard error.
	SDError float64 `json:"sd_error" unit:"cards"`
	// Whether the standard deviation is exact, or sampled because a letter has no law of pairs.
	SDBy   string  `json:"sd_by"`
	FairSD float64 `json:"fair_sd" unit:"cards"`

	Deals int        `json:"deals" unit:"deals"`
	Seed  number.Int `json:"seed" unit:"number"`
	// The probability, at most, that some interval does not contain its probability.
	Delta float64      `json:"delta" unit:"probability"`
	Rows  []OpeningRow `json:"rows"`
}

// OpeningRow is a number of cards of the kind in the hand, with its probabilities.
type OpeningRow struct {
	Cards int `json:"cards" text:"cards" unit:"cards"`
	// The probability in a fair deck, exact.
	Fair float64 `json:"fair" text:"fair,%.6f" unit:"probability"`
	// The share of the deals of the word.
	Share float64 `json:"share" text:"dealt,%.6f" unit:"probability"`
	// An interval that contains the probability after the word.
	Low  float64 `json:"low" text:"at least,%.6f" unit:"probability"`
	High float64 `json:"high" text:"at most,%.6f" unit:"probability"`
}

// Sections implements Record.
func (r Opening) Sections(p *Page) {
	where := map[string]string{"top": "on top", "bottom": "at the bottom"}[r.At]
	if where == "" {
		where = "spread evenly"
	}
	p.head(r.Models, "n=%d, cards of a kind in the first %d after %s; the %d of the kind lie %s before it", r.N, r.Hand,
		r.Word, r.Cards, where)
	p.Data(r.Rows)
	p.show(r.Rows)
	sd := withDigits(r.SD, r.SDError) + " (exact)"
	if r.SDBy == Sampled {
		sd = fmt.Sprintf("%s ± %s (sampled)", figures(r.SD), rough(r.SDError))
	}
	p.note("Mean %s (exact), in a fair deck %s; standard deviation %s, in a fair deck %s.",
		withDigits(r.Mean, r.MeanError), withDigits(r.FairMean, 0), sd, withDigits(r.FairSD, 0))
	p.note("Dealt %d times, seed %s: all intervals together hold with confidence 1 - %g. What is fair is exact.",
		r.Deals, r.Seed, r.Delta)
}

// withDigits is a number with the digits after the point that an error leaves, six at most.
func withDigits(x, off float64) string {
	digits := 6
	for digits > 0 && off > 0.5*math.Pow(10, -float64(digits)) {
		digits--
	}
	return fmt.Sprintf("%.*f", digits, x)
}
