// Package results holds the answers of the project as typed records, and how they are
// rendered and stored. It knows none of the engines: they fill the records. Records of a
// family share a file: words.go and rank.go, laws.go, repeated.go, fit.go, trick.go, deals.go,
// topswops.go, orders.go, faro.go, paper.go, models.go, verdicts.go. Numbers that are exact or rounded outwards
// are in results/number, pictures in results/figure, what others have published in
// results/published.
package results

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Kinds of answers.
const (
	Bound   = "bound"   // certified lower and upper
	Exact   = "exact"   // integers, rationals, or floats with a stated error bound
	Sampled = "sampled" // estimates with standard error, seed and size
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

// bFileName is how the files of the OEIS are called.
var bFileName = regexp.MustCompile(`^b[0-9]{6}\.txt$`)

// FormatOf is the format that the name of a file asks for, of Formats and the others, or ""
// if it says nothing. A table that there is not is refused: text in its place would be no table.
func FormatOf(path string, others ...string) (string, error) {
	switch name := strings.ToLower(filepath.Base(path)); filepath.Ext(name) {
	case ".json":
		return "json", nil
	case ".csv":
		return "csv", nil
	case ".txt":
		if slices.Contains(others, BFile) && bFileName.MatchString(name) {
			return BFile, nil
		}
		return "text", nil
	case ".parquet":
		if !slices.Contains(others, Parquet) {
			return "", fmt.Errorf("%s: there are no rows for a Parquet table; formats are %s", path, strings.Join(append(slices.Clone(Formats), others...), ", "))
		}
		return Parquet, nil
	}
	return "", nil
}

// Render writes one record, or several of a kind, in a format. JSON is one
// object for one record and an array for several; CSV has one header.
func Render[R Record](w io.Writer, format string, records ...R) error {
	switch {
	case format == "json" && len(records) == 1:
		text, err := indented(records[0], "")
		if err == nil {
			_, err = w.Write(append(text, '\n'))
		}
		return err
	case format == BFile:
		for _, r := range records {
			if err := any(r).(interface{ BFile(io.Writer) error }).BFile(w); err != nil {
				return err
			}
		}
		return nil
	case format == Parquet:
		for _, r := range records { // one
			if err := any(r).(interface{ Parquet(io.Writer) error }).Parquet(w); err != nil {
				return err
			}
		}
		return nil
	}
	return RenderEach(w, format, func(yield func(R, error) bool) {
		for _, r := range records {
			if !yield(r, nil) {
				return
			}
		}
	})
}

// RenderEach writes a list of records as they come, up to the first error. JSON is an array.
func RenderEach[R Record](w io.Writer, format string, records iter.Seq2[R, error]) error {
	write, end := eachAs[R](w, format)
	if write == nil {
		return CheckFormat(format)
	}
	i := 0
	for r, err := range records {
		if err == nil {
			err = write(i, r)
		}
		if err != nil {
			return err
		}
		i++
	}
	return end(i)
}

// eachAs writes the i-th record, from 0, in a format, and the end of a list of so many.
func eachAs[R Record](w io.Writer, format string) (write func(i int, r R) error, end func(records int) error) {
	nothing := func(int) error { return nil }
	switch format {
	case "json":
		begin, finish := [2]string{"[\n", ",\n"}, [2]string{"[]\n", "\n]\n"}
		return func(i int, r R) error {
				text, err := indented(r, "  ")
				if err == nil {
					_, err = fmt.Fprintf(w, "%s  %s", begin[min(i, 1)], text)
				}
				return err
			}, func(records int) error {
				_, err := io.WriteString(w, finish[min(records, 1)])
				return err
			}
	case "csv":
		out := csv.NewWriter(Printable(w))
		return func(i int, r R) error {
			header, rows := r.Table()
			if i == 0 && header != nil {
				rows = append([][]string{header}, rows...)
			}
			return out.WriteAll(rows)
		}, nothing
	case "text":
		w = Printable(w)
		return func(i int, r R) error {
			if i > 0 {
				fmt.Fprintln(w)
			}
			return r.Text(w)
		}, nothing
	}
	return nil, nil
}

// indented is the JSON of a record, whose lines but the first begin with the prefix.
func indented(r Record, prefix string) ([]byte, error) {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetIndent(prefix, "  ")
	enc.SetEscapeHTML(false)
	err := enc.Encode(r)
	return bytes.TrimSuffix(text.Bytes(), []byte("\n")), err
}

// Refused is the error of a question that is wrong as it is asked: about what there is
// not, or for more than is allowed. Errors of other types say that an answer failed.
type Refused struct{ error }

// Unwrap is the mistake itself.
func (r Refused) Unwrap() error { return r.error }

// Refuse marks an error as one of the question; nil stays nil.
func Refuse(err error) error {
	if err == nil {
		return nil
	}
	return Refused{err}
}
