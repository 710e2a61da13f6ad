package results

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Record is an answer that can be rendered in every format.
type Record interface {
	// Text is for reading: what was computed, a table, what to bear in mind.
	Text(w io.Writer) error
	// Table is the answer as rows of cells under a header, for CSV.
	Table() (header []string, rows [][]string)
}

// Formats are the formats of Render.
var Formats = []string{"text", "json", "csv"}

// BFile is the format of OEIS b-files, of answers that are one sequence.
const BFile = "b-file"

// CheckFormat refuses a format that is neither one of Formats nor of the others.
func CheckFormat(format string, others ...string) error {
	known := append(slices.Clone(Formats), others...)
	if !slices.Contains(known, format) {
		return fmt.Errorf("format %q is not one of %s", format, strings.Join(known, ", "))
	}
	return nil
}

// Render writes one record, or several of a kind, in a format. JSON is one
// object for one record and an array for several; CSV has one header.
func Render[R Record](w io.Writer, format string, records ...R) error {
	switch format {
	case "json":
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		if len(records) == 1 {
			return enc.Encode(records[0])
		}
		return enc.Encode(records)
	case "csv":
		out := csv.NewWriter(w)
		for i, r := range records {
			header, rows := r.Table()
			if i == 0 && header != nil {
				rows = append([][]string{header}, rows...)
			}
			if err := out.WriteAll(rows); err != nil {
				return err
			}
		}
		return nil
	case BFile:
		for _, r := range records {
			if err := any(r).(interface{ BFile(io.Writer) error }).BFile(w); err != nil {
				return err
			}
		}
		return nil
	case "text":
		for i, r := range records {
			if i > 0 {
				fmt.Fprintln(w)
			}
			if err := r.Text(w); err != nil {
				return err
			}
		}
		return nil
	}
	return CheckFormat(format)
}

// newTable is a plain table: a header, a rule, columns parted by spaces.
// Columns named in left are aligned to the left, the others to the right.
func newTable(header []string, left ...string) table.Writer {
	t := table.NewWriter()
	style := table.StyleDefault
	style.Format.Header = text.FormatDefault
	style.Options = table.OptionsNoBordersAndSeparators
	style.Options.SeparateHeader = true
	t.SetStyle(style)
	row := make(table.Row, len(header))
	var columns []table.ColumnConfig
	for i, h := range header {
		row[i] = h
		align := text.AlignRight
		if slices.Contains(left, h) {
			align = text.AlignLeft
		}
		columns = append(columns, table.ColumnConfig{Number: i + 1, Align: align, AlignHeader: align})
	}
	t.AppendHeader(row)
	t.SetColumnConfigs(columns)
	return t
}

// float writes all digits that tell x from its neighbours.
func float(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
