package results

import (
	"fmt"
	"io"
	"strconv"
)

// Riffles is the distance from a fair deck after 1, 2, ... shuffles. Distances
// are decimals rounded to nearest in their last digit; see number.Decimal.
type Riffles struct {
	Schema string       `json:"schema"` // dovetail/riffles/1
	Kind   string       `json:"kind"`
	N      int          `json:"n"`
	A      int64        `json:"a"`      // packets: 2 for riffles
	Cut    string       `json:"cut"`    // none, or once before or after all shuffles
	Digits int          `json:"digits"` // asked for
	Rows   []RifflesRow `json:"rows"`
}

// RifflesRow is one number of shuffles.
type RifflesRow struct {
	Shuffles   int    `json:"shuffles"`
	TVD        string `json:"tvd"`
	Separation string `json:"separation"`
	Linf       string `json:"linf"`         // max|n! P - 1|
	Entropy    string `json:"entropy_bits"` // relative to the uniform law
	Birthday   string `json:"birthday"`     // n labels out of a^m are not all distinct
}

// RifflesSchema names the record's form.
const RifflesSchema = "dovetail/riffles/1"

func (r RifflesRow) columns() []string {
	return []string{strconv.Itoa(r.Shuffles), r.TVD, r.Separation, r.Linf, r.Entropy, r.Birthday}
}

// Text implements Record.
func (r Riffles) Text(w io.Writer) error {
	shuffle := "riffle"
	if r.A != 2 {
		shuffle = fmt.Sprintf("%d-shuffle", r.A)
	}
	how := ""
	if r.Cut != "none" {
		how = fmt.Sprintf(", with one cut at a uniformly chosen place %s them", r.Cut)
	}
	fmt.Fprintf(w, "n=%d, distance from uniform after %ss%s\n", r.N, shuffle, how)
	t := newTable([]string{shuffle + "s", "TVD", "separation", "l-infinity", "entropy deficit", "birthday bound"})
	for _, row := range r.Rows {
		cells := make([]any, 0, 6)
		for _, c := range row.columns() {
			cells = append(cells, c)
		}
		t.AppendRow(cells)
	}
	_, err := fmt.Fprintf(w, `%s
Exact: all digits are right, the last one rounded. Separation is max(1 - n! P), l-infinity max|n! P - 1|, the entropy
deficit sum P log2(n! P) in bits; the birthday bound is P(n labels out of %d^shuffles are not all distinct).
`, t.Render(), r.A)
	return err
}

// Table implements Record.
func (r Riffles) Table() ([]string, [][]string) {
	var rows [][]string
	for _, row := range r.Rows {
		rows = append(rows, append([]string{strconv.Itoa(r.N), strconv.FormatInt(r.A, 10), r.Cut}, row.columns()...))
	}
	return []string{"n", "a", "cut", "shuffles", "tvd", "separation", "linf", "entropy_bits", "birthday"}, rows
}
