package results

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dovetail/perm/number"
	"dovetail/results/render"
)

// Opening is how many cards of each kind are in an opening hand after a word, beside a fair deck.
type Opening struct {
	Head
	N      int      `json:"n" unit:"cards"`
	Word   string   `json:"word"`
	Models []string `json:"models"`
	// Each kind by itself.
	Kinds []OpeningKind `json:"kinds"`
	// Where the cards of the kinds lie before the word: on top, at the bottom, or spread evenly.
	At   string `json:"at"`
	Hand int    `json:"hand" unit:"cards"`
	// Whether the standard deviations are exact, or sampled because a letter has no law of pairs.
	SDBy string `json:"sd_by"`

	Deals int        `json:"deals" unit:"deals"`
	Seed  number.Int `json:"seed" unit:"number"`
	// A bound on the probability that some interval does not contain its probability.
	Delta float64 `json:"delta" unit:"probability"`
	// All hands that are possible.
	Rows []OpeningRow `json:"rows"`
	Kept *OpeningKept `json:"kept,omitempty"`
}

// OpeningKind is a kind of cards.
type OpeningKind struct {
	// Absent if there is only one kind, without a name.
	Name string `json:"name,omitempty"`
	// How many cards of the deck are of the kind.
	Cards int `json:"cards" unit:"cards"`
	// The expected number of cards of the kind in the hand, exact, and a bound on its error.
	Mean      float64 `json:"mean" unit:"cards"`
	MeanError float64 `json:"mean_error" unit:"cards"`
	FairMean  float64 `json:"fair_mean" unit:"cards"`
	// The standard deviation of that number.
	SD float64 `json:"sd" unit:"cards"`
	// A bound on its error where it is exact, else its standard error.
	SDError float64 `json:"sd_error" unit:"cards"`
	FairSD  float64 `json:"fair_sd" unit:"cards"`
}

// OpeningKeep are the numbers of cards of a kind with which a hand is kept.
type OpeningKeep struct {
	Name  string `json:"name,omitempty"`
	Least int    `json:"least" unit:"cards"`
	Most  int    `json:"most" unit:"cards"`
}

// OpeningKept is the probability that a hand is kept because it has the wanted numbers of cards of each kind named.
type OpeningKept struct {
	Keep []OpeningKeep `json:"keep"`
	// How many more hands may be dealt, if none is kept, each after the first deck was shuffled again.
	Mulligans int `json:"mulligans" unit:"deals"`
	// The probability in a fair deck, exact.
	Fair float64 `json:"fair" unit:"probability"`
	// What follows from the share of the deals of the word, and from an interval that contains its probability.
	Share float64 `json:"share" unit:"probability"`
	Low   float64 `json:"low" unit:"probability"`
	High  float64 `json:"high" unit:"probability"`
}

// OpeningRow is a hand with its probabilities.
type OpeningRow struct {
	// How many cards it has of each kind.
	Cards []int `json:"cards" csv:"-" unit:"cards"`
	// The probability in a fair deck, exact.
	Fair float64 `json:"fair" unit:"probability"`
	// The share of the deals of the word.
	Share float64 `json:"share" unit:"probability"`
	// An interval that contains the probability after the word.
	Low  float64 `json:"low" unit:"probability"`
	High float64 `json:"high" unit:"probability"`
}

// title is what a column of a kind is called.
func (k OpeningKind) title() string { return cmp.Or(k.Name, "cards") }

// Called are the kinds, with how many cards there are of each.
func (r Opening) Called() string {
	var kinds []string
	for _, k := range r.Kinds {
		kinds = append(kinds, strings.TrimSpace(fmt.Sprintf("%d %s", k.Cards, cmp.Or(k.Name, "cards of a kind"))))
	}
	return strings.Join(kinds, ", ")
}

// Alone are the probabilities of 0, 1, 2, ... cards of one kind: of the deals, and in a fair deck.
func (r Opening) Alone(kind int) (dealt, fair []float64) {
	for _, row := range r.Rows {
		for x := row.Cards[kind]; x >= len(dealt); {
			dealt, fair = append(dealt, 0), append(fair, 0)
		}
		dealt[row.Cards[kind]] += row.Share
		fair[row.Cards[kind]] += row.Fair
	}
	return dealt, fair
}

// shownHands is how many hands are printed; of more, the likeliest are.
const shownHands = 40

// likeliest are the hands that were dealt most often: all, or as many as are printed.
func (r Opening) likeliest() []OpeningRow {
	if len(r.Rows) <= shownHands {
		return r.Rows
	}
	rows := slices.Clone(r.Rows)
	slices.SortStableFunc(rows, func(a, b OpeningRow) int { return cmp.Compare(b.Share, a.Share) })
	return rows[:shownHands]
}

func (r Opening) Sections(p *render.Page) {
	where := map[string]string{"top": "on top", "bottom": "at the bottom"}[r.At]
	if where == "" {
		where = "spread evenly"
	}
	titled := []string{"fair", "dealt", "at least", "at most"}
	if r.Word == "" {
		titled = titled[:1]
	} else {
		p.Head(r.Models, "n=%d, %s, %s before %s; how many are among the first %d after it", r.N, r.Called(), where, r.Word, r.Hand)
	}
	var titles []string
	var kinds []render.Leading
	for k, kind := range r.Kinds {
		titles = append(titles, kind.title())
		kinds = append(kinds, render.Column(kind.title(), func(row int) any { return r.Rows[row].Cards[k] }))
	}
	p.Data(r.Rows, kinds...)
	p.Columns(append(titles, titled...)...)
	shown := r.likeliest()
	for _, row := range shown {
		var cells []any
		for _, x := range row.Cards {
			cells = append(cells, x)
		}
		for _, x := range []float64{row.Fair, row.Share, row.Low, row.High}[:len(titled)] {
			cells = append(cells, fmt.Sprintf("%.6f", x))
		}
		p.Row(cells...)
	}
	p.EndTable()
	if left := len(r.Rows) - len(shown); left > 0 {
		p.Note("These are the hands that were dealt most often; JSON and CSV have the other %d too.", left)
	}
	if k := r.Kept; k != nil {
		var of []string
		for _, x := range k.Keep {
			numbers := fmt.Sprint(x.Least)
			if x.Most > x.Least {
				numbers = fmt.Sprintf("%d to %d", x.Least, x.Most)
			}
			of = append(of, numbers+" "+cmp.Or(x.Name, "of them"))
		}
		line := fmt.Sprintf("A hand with %s, within %s: %.6f in a fair deck", strings.Join(of, ", "), number.Count(k.Mulligans, "mulligan"), k.Fair)
		if r.Word != "" {
			line += fmt.Sprintf("; %.6f dealt, at least %.6f, at most %.6f", k.Share, k.Low, k.High)
		}
		p.Line("%s.", line)
	}
	if r.Word == "" {
		for _, k := range r.Kinds {
			p.Note("%d %s of %d cards: mean %s, standard deviation %s (exact).", k.Cards, cmp.Or(k.Name, "of the kind"), r.N,
				withDigits(k.FairMean, 0), withDigits(k.FairSD, 0))
		}
		return
	}
	for _, k := range r.Kinds {
		sd := withDigits(k.SD, k.SDError) + " (exact)"
		if r.SDBy == Sampled {
			sd = fmt.Sprintf("%s ± %s (sampled)", figures(k.SD), roundedError(k.SDError))
		}
		what := "Mean"
		if k.Name != "" {
			what = k.Name + ": mean"
		}
		p.Note("%s %s (exact), in a fair deck %s; standard deviation %s, in a fair deck %s.", what, withDigits(k.Mean, k.MeanError),
			withDigits(k.FairMean, 0), sd, withDigits(k.FairSD, 0))
	}
	p.Note("Dealt %d times, seed %s: all intervals together hold with confidence 1 - %g. The fair column is exact.",
		r.Deals, r.Seed, r.Delta)
}
