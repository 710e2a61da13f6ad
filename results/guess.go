package results

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// GuessSchema names the form of Guess.
const GuessSchema = "dovetail/guess/2"

// Guess is how many cards of a shuffled deck the best player guesses right on average, after
// each letter of a word. Numbers are strings without digits beyond their errors.
type Guess struct {
	Schema string `json:"schema"`
	Kind   string `json:"kind"`
	Asked
	N      int      `json:"n" unit:"cards"`
	Word   string   `json:"word"`
	Models []string `json:"models"`
	// complete, of a fair deck: 1 + 1/2 + ... + 1/n; the others are 1
	Fair string     `json:"fair" unit:"right guesses"`
	Rows []GuessRow `json:"rows"`
}

// GuessRow is one number of shuffles: with each card shown after the guess, if an exact way
// is known; without, any card named as often as one likes; and with each named once. The
// errors are bounds on the differences from the truth.
type GuessRow struct {
	Shuffles         int      `json:"shuffles" text:"shuffles" unit:"shuffles"`
	Letter           string   `json:"letter" text:"letter"` // the last one
	Complete         string   `json:"complete,omitempty" text:"complete" unit:"right guesses"`
	CompleteError    *float64 `json:"complete_error,omitempty" unit:"right guesses"`
	None             string   `json:"none" text:"none" unit:"right guesses"`
	NoneError        float64  `json:"none_error" unit:"right guesses"`
	Permutation      string   `json:"permutation" text:"permutation" unit:"right guesses"`
	PermutationError float64  `json:"permutation_error" unit:"right guesses"`

	// Names are the cards that are named without feedback, from the top, if they are
	// few: 1 x26, 52 x26.
	Names string `json:"names,omitempty" text:"names without feedback"`
}

// Text implements Record.
func (g Guess) Text(w io.Writer) error {
	rows := slices.Clone(g.Rows)
	if len(g.Models) == 1 { // the letter says nothing
		for i := range rows {
			rows[i].Letter = ""
		}
	}
	fmt.Fprintln(w, heading(fmt.Sprintf("n=%d, cards that the best player guesses right, on average, after %s", g.N, g.Shuffles()), g.Models))
	header, cells := tabulate("text", rows, nil)
	t := filledTable(header, cells, "letter", "names without feedback")
	t.SuppressEmptyColumns()
	fmt.Fprintln(w, t.Render())
	return paragraph(w, "", g.notes())
}

// Shuffles is what the rows are about.
func (g Guess) Shuffles() string {
	if len(g.Models) > 1 {
		return "each letter of " + g.Word
	}
	power := func(row GuessRow) string {
		if row.Shuffles == 1 {
			return row.Letter
		}
		return fmt.Sprintf("%s^%d", row.Letter, row.Shuffles)
	}
	first, last := power(g.Rows[0]), power(g.Rows[len(g.Rows)-1])
	switch len(g.Rows) {
	case 1:
		return first
	case 2:
		return first + ", " + last
	}
	return first + ", ..., " + last
}

// notes say what each figure is.
func (g Guess) notes() string {
	var most float64
	answered := 0
	for _, row := range g.Rows {
		if most = max(most, row.NoneError, row.PermutationError); row.CompleteError != nil {
			most = max(most, *row.CompleteError)
			answered++
		}
	}
	complete, fair := "complete: each card is shown after the guess; ", g.Fair+", 1 and 1."
	switch answered {
	case 0:
		complete, fair = "", "1 and 1. If each card is shown after the guess, no exact way is known, or the deck is too large for it."
	case len(g.Rows):
	default:
		complete = "complete: each card is shown after the guess (where it has no value no exact way is known); "
	}
	named := ""
	if i := slices.IndexFunc(g.Rows, func(row GuessRow) bool { return strings.Contains(row.Names, ",") }); i >= 0 {
		first, _, _ := strings.Cut(g.Rows[i].Names, ",")
		card, positions, _ := strings.Cut(first, " x")
		named = fmt.Sprintf(" (%s ...: card %s for each of the first %s positions)", first, card, positions)
	}
	return fmt.Sprintf("Exact: within %s of the truth. %snone: no card is shown%s; permutation: nor is one named twice. A fair deck has %s",
		float(most), complete, named, fair)
}

// Table implements Record.
func (g Guess) Table() ([]string, [][]string) {
	return csvTable(g.Rows, always("n", g.N), always("word", g.Word))
}
