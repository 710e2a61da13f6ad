package results

import (
	"fmt"
	"io"
	"slices"

	"dovetail/results/number"
)

// TopswopsRecordsSchema names the form of TopswopsRecords.
const TopswopsRecordsSchema = "dovetail/topswops-records/2"

// TopswopsRecords are the longest games that a population of decks found: lower bounds of f(n),
// each with the deck that proves it.
type TopswopsRecords struct {
	Schema string `json:"schema"`
	Kind   string `json:"kind"` // bound
	Asked
	Seed   number.Int       `json:"seed" unit:"number"`
	Rounds int              `json:"rounds" unit:"rounds"` // each of twice as many decks as the one before
	Rows   []TopswopsRecord `json:"rows"`
}

// TopswopsRecord is the longest game found on n cards.
type TopswopsRecord struct {
	N         int     `json:"n" text:"n" unit:"cards"`
	Length    int     `json:"length" text:"moves" unit:"moves"`
	Square    float64 `json:"per_square" text:"moves/n^2,%.3f" unit:"number"`
	Published *int    `json:"published,omitempty" text:"published" unit:"moves"` // length of the longest deck published
	// of the longest deck in docs/records, where it is longer than that
	OnRecord *int  `json:"on_record,omitempty" text:"on record" unit:"moves"`
	Deck     []int `json:"deck" unit:"cards"`
}

// Text implements Record. A single deck is shown.
func (r TopswopsRecords) Text(w io.Writer) error {
	header, rows := tabulate("text", r.Rows, nil)
	t := filledTable(header, rows)
	t.SuppressEmptyColumns()
	fmt.Fprintln(w, t.Render())
	if len(r.Rows) == 1 {
		fmt.Fprintf(w, "deck: %s\n", spaced(r.Rows[0].Deck))
	}
	says := fmt.Sprintf("At least so many moves: each deck is played. %s of populations, seed %d.", number.Count(r.Rounds, "round"), r.Seed)
	if slices.ContainsFunc(r.Rows, func(row TopswopsRecord) bool { return row.OnRecord != nil && *row.OnRecord > row.Length }) {
		says += " Longer decks are on record, not found here: docs/records.md."
	}
	return paragraph(w, "", says)
}

// Table implements Record.
func (r TopswopsRecords) Table() ([]string, [][]string) { return csvTable(r.Rows) }
