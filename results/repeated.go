package results

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"dovetail/results/number"
)

// RepeatedSchema names the form of Repeated.
const RepeatedSchema = "dovetail/repeated/2"

// Repeated is the distance from fair, after 1, 2, ... shuffles, of a deck in which cards are
// alike: seen through a fixed deck, the source that is shuffled or the target that a deck of
// distinct cards is dealt to.
type Repeated struct {
	Schema string `json:"schema"`
	Asked
	N     int    `json:"n" unit:"cards"`
	Deck  []int  `json:"deck" unit:"cards"` // cards of each value
	A     int64  `json:"a" unit:"packets"`  // packets: 2 for riffles
	Fixed string `json:"fixed"`             // source or target
	Order string `json:"order"`             // of the values in the fixed deck: blocks, cyclic, back-and-forth

	// FirstOrder is c of c/a^m, what the distance comes to for many shuffles; exact, or
	// sampled with a standard error.
	FirstOrder   string   `json:"first_order" unit:"distance"`
	FirstOrderSE *float64 `json:"first_order_se,omitempty" unit:"distance"`

	// FairGuesses is how many cards of a fair deck the best player names by value, on average, if
	// each is shown after the guess. Of a source.
	FairGuesses string `json:"fair_guesses,omitempty" unit:"right guesses"`

	Gap   float64    `json:"gap,omitempty" unit:"distance"` // that certified intervals should have at most
	Decks int        `json:"decks,omitempty" unit:"decks"`  // sampled, whose density is computed
	Seed  number.Int `json:"seed,omitzero" unit:"number"`   // of sampled decks

	Rows []RepeatedRow `json:"rows"`
}

// RepeatedRow is one number of shuffles. A sampled row has one estimate at both ends of its
// interval, or none at the upper end if it is of a lower bound.
type RepeatedRow struct {
	Shuffles    int      `json:"shuffles" text:"shuffles" unit:"shuffles"`
	TVDLow      string   `json:"tvd_low" text:"TVD from" unit:"distance"`
	TVDHigh     string   `json:"tvd_high,omitempty" text:"to" unit:"distance"`
	SE          *float64 `json:"se,omitempty" text:"±" unit:"distance"`
	Kind        string   `json:"kind" text:"kind"`
	TVDExact    string   `json:"tvd_exact,omitempty" unit:"distance"` // the fraction, if it is short
	FirstOrder  string   `json:"first_order" text:"c/a" unit:"distance"`
	Separation  string   `json:"separation,omitempty" text:"separation" unit:"distance"`
	RuleOfThumb string   `json:"rule_of_thumb,omitempty" text:"rule" unit:"distance"`
}

// Text implements Record.
func (r Repeated) Text(w io.Writer) error {
	shuffle := "riffle"
	if r.A != 2 {
		shuffle = fmt.Sprintf("%d-shuffle", r.A)
	}
	fmt.Fprintln(w, heading(fmt.Sprintf("n=%d, distance from fair after %ss, %s", r.N, shuffle, r.game()), nil))
	narrow := slices.Clone(r.Rows)
	for i := range narrow {
		narrow[i].TVDLow, narrow[i].TVDHigh = number.Narrow(narrow[i].TVDLow), number.Narrow(narrow[i].TVDHigh)
	}
	header, rows := tabulate("text", narrow, nil)
	header[0] = shuffle + "s"
	t := filledTable(header, rows, "kind")
	t.SuppressEmptyColumns()
	fmt.Fprintln(w, t.Render())
	return paragraph(w, "", r.notes())
}

// Copies is the cards of each value, as 4^9,16 for 4 of each of nine values and 16 of another.
func (r Repeated) Copies() string {
	var parts []string
	for i := 0; i < len(r.Deck); {
		run := i
		for i < len(r.Deck) && r.Deck[i] == r.Deck[run] {
			i++
		}
		part := fmt.Sprint(r.Deck[run])
		if i-run > 2 {
			part += fmt.Sprintf("^%d", i-run)
		} else if i-run == 2 {
			part += "," + part
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ",")
}

// game is what is shuffled and seen.
func (r Repeated) game() string {
	counts := r.Copies()
	switch {
	case r.Fixed == "target":
		return fmt.Sprintf("of hands of %s cards, dealt in order %s", counts, r.Order)
	case r.Order != "blocks":
		return fmt.Sprintf("of the arrangement of %s equal cards, at first in order %s", counts, r.Order)
	}
	return fmt.Sprintf("of the arrangement of %s equal cards, at first in blocks", counts)
}

// notes say what each figure is.
func (r Repeated) notes() string {
	var notes []string
	has := func(kind string) bool {
		return slices.ContainsFunc(r.Rows, func(row RepeatedRow) bool { return row.Kind == kind })
	}
	if has(Exact) {
		notes = append(notes, "Exact: a fraction, rounded outwards both ways.")
	}
	if has(Bound) {
		notes = append(notes, "Bound: certified and rounded outwards.")
	}
	if has(Sampled) && r.Order == "blocks" {
		notes = append(notes, fmt.Sprintf("Sampled: the estimate from %s whose density is computed, with its standard error; seed %d.", number.Count(r.Decks, "deck"), r.Seed))
	}
	if has(Sampled) && r.Order != "blocks" {
		notes = append(notes, fmt.Sprintf("Sampled: what a test tells apart, an estimate of a lower bound, with its standard error; seed %d. "+
			"No way to the exact value is known, nor is there an upper bound here.", r.Seed))
	}
	about := "exact"
	if r.FirstOrderSE != nil {
		about = fmt.Sprintf("sampled, ± %s", float(*r.FirstOrderSE))
	}
	notes = append(notes, fmt.Sprintf("c/a, with c = %s (%s) and a the packets of all shuffles, is what the distance comes to for large a; it is no bound.", r.FirstOrder, about))
	if len(r.Rows) > 0 && r.Rows[0].Separation != "" {
		notes = append(notes, "Separation is exact, rounded; beside it the rule of thumb for it by Assaf, Diaconis and Soundararajan.")
	}
	if r.FairGuesses != "" {
		notes = append(notes, fmt.Sprintf("Of a fair deck the best player names %s cards by value before each is shown, on average.", r.FairGuesses))
	}
	return strings.Join(notes, " ")
}

// Table implements Record.
func (r Repeated) Table() ([]string, [][]string) {
	return csvTable(r.Rows, always("n", r.N), always("deck", r.Copies()), always("a", r.A),
		always("fixed", r.Fixed), always("order", r.Order))
}
