package results

import (
	"fmt"
	"io"
)

// BestSchema names the form of BestWords.
const BestSchema = "dovetail/catalogue-best/1"

// BestWords are the best words on record in a catalogue: under each score, for the same
// models and tolerance.
type BestWords struct {
	Schema string    `json:"schema"`
	Kind   string    `json:"kind"` // exact: each row has a kind of its own
	N      int       `json:"n" unit:"cards"`
	M      int       `json:"m" unit:"letters"`
	Rows   []BestRow `json:"rows"`
}

// BestRow is the best word under a score.
type BestRow struct {
	Setting string `json:"setting"` // the models of the letters, with the tolerance and the number of deals where they matter
	Score   string `json:"score" text:"score"`
	Word    string `json:"word" text:"word"`
	Value   string `json:"value" text:"value"` // a number, or an interval
	Kind    string `json:"kind" text:"kind"`
	Proof   string `json:"proof" text:"why the best"`          // first of all words, or the best on record
	Record  int64  `json:"record" text:"record" unit:"number"` // its id in the catalogue
}

// Text implements Record: a table for each setting.
func (b BestWords) Text(w io.Writer) error {
	if len(b.Rows) == 0 {
		_, err := fmt.Fprintf(w, "n=%d, m=%d: no words on record\n", b.N, b.M)
		return err
	}
	for rows := b.Rows; len(rows) > 0; {
		k := 1
		for k < len(rows) && rows[k].Setting == rows[0].Setting {
			k++
		}
		if len(rows) < len(b.Rows) {
			fmt.Fprintln(w)
		}
		paragraph(w, "", fmt.Sprintf("n=%d, m=%d, %s", b.N, b.M, rows[0].Setting))
		if _, err := fmt.Fprintln(w, textTable(rows[:k], "score", "word", "value", "kind", "why the best")); err != nil {
			return err
		}
		rows = rows[k:]
	}
	return nil
}

// Table implements Record.
func (b BestWords) Table() ([]string, [][]string) { return csvTable(b.Rows) }
