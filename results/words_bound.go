package results

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"dovetail/results/number"
)

// BoundRank is the ranking of all words of one length by certified intervals of
// their total variation distance from uniform over S_n.
type BoundRank struct {
	Schema string `json:"schema"` // dovetail/rank/1
	Kind   string `json:"kind"`
	M      int    `json:"m"`
	Setting
	Alphabet string     `json:"alphabet"`
	By       string     `json:"by"`
	Words    number.Int `json:"words"`
	Best     Best       `json:"best"`
	Precision
	Rows []BoundRow `json:"rows"`
}

// Best says which word has the least distance, as far as that is proved.
type Best struct {
	Proved bool     `json:"proved"` // no word has less than the first contender
	Count  int      `json:"contenders"`
	Words  []string `json:"words"` // the first of them
	Low    string   `json:"tvd_low"`
	High   string   `json:"tvd_high"` // encloses the least distance
}

// BoundRow is a word at its rank by interval, with its rank by convergence.
type BoundRow struct {
	Rank    int    `json:"rank"`
	CRank   int    `json:"c_rank"`
	TVDLow  string `json:"tvd_low"`
	TVDHigh string `json:"tvd_high"`
	LowBy   string `json:"tvd_low_by"`
	HighBy  string `json:"tvd_high_by"`
	WordRow
}

// Text implements Record.
func (r BoundRank) Text(w io.Writer) error {
	fmt.Fprintln(w, r.line(fmt.Sprintf("m=%d, %s words over %s by certified distance over all orders", r.M, r.Words, r.Alphabet)))
	fmt.Fprintln(w, r.Best.line())
	if len(r.Rows) > 0 {
		t := newTable([]string{"rank", "word", "TVD at least", "by", "TVD at most", "by ", "C", "C rank"}, "word", "by", "by ")
		for _, row := range r.Rows {
			t.AppendRow(table.Row{row.Rank, row.Word, number.Narrow(row.TVDLow), row.LowBy, number.Narrow(row.TVDHigh), row.HighBy, row.C, row.CRank})
		}
		fmt.Fprintln(w, t.Render())
	}
	_, err := fmt.Fprintln(w, "Certified: bounds are proved and rounded outwards; see dovetail bound WORD --explain and docs/laws.md.")
	return err
}

func (b Best) line() string {
	names := strings.Join(b.Words, ", ")
	if len(b.Words) < b.Count {
		names += ", ..."
	}
	between := fmt.Sprintf("the least distance is between %s and %s", number.Narrow(b.Low), number.Narrow(b.High))
	switch {
	case b.Proved && b.Count == 1:
		return fmt.Sprintf("best proved: %s; %s", names, between)
	case b.Proved:
		return fmt.Sprintf("best proved: %s (%d words that are or could be equally good); %s", names, b.Count, between)
	}
	return fmt.Sprintf("open: %d words could be best (%s); %s", b.Count, names, between)
}

// Table implements Record.
func (r BoundRank) Table() ([]string, [][]string) {
	var rows [][]string
	for _, row := range r.Rows {
		rows = append(rows, append([]string{strconv.Itoa(r.M), strconv.Itoa(row.Rank), strconv.Itoa(row.CRank),
			row.TVDLow, row.TVDHigh, row.LowBy, row.HighBy}, row.columns()...))
	}
	return append([]string{"m", "rank", "c_rank", "tvd_low", "tvd_high", "tvd_low_by", "tvd_high_by"}, wordColumns...), rows
}
