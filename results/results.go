// Package results holds the answers of the project as typed records, and how they are
// rendered and stored. It knows none of the engines: they fill the records. A record lays itself out on a
// page (page.go), section by section, from which text, CSV, b-file and Parquet come. Records of a family
// share a file. Numbers that are exact or rounded outwards are in results/number, pictures in
// results/figure, what others have published in results/published.
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
	// Sections puts the answer on a page: what was computed, tables, what to bear in mind.
	Sections(p *Page)
}

// Formats are the formats of Render for all records.
var Formats = []string{"text", "json", "csv"}

// The formats of some.
const (
	BFile   = "b-file"  // of the OEIS, for answers that are one sequence
	Parquet = "parquet" // tables for DuckDB, pandas and their like, for answers that are one table
)

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
// if it has no extension. A table that there is not is refused, and so are a picture and what is unknown: text
// in its place would be neither.
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
			return "", fmt.Errorf("%s: there are no rows for a Parquet table; formats are %s", path,
				strings.Join(append(slices.Clone(Formats), others...), ", "))
		}
		return Parquet, nil
	case ".png", ".svg":
		return "", fmt.Errorf("%s: an answer is no picture, which --png draws; formats are %s", path,
			strings.Join(append(slices.Clone(Formats), others...), ", "))
	default:
		known := []string{".txt", ".json", ".csv"}
		if slices.Contains(others, Parquet) {
			known = append(known, ".parquet")
		}
		err := checkExtension(path, known)
		if err != nil {
			err = fmt.Errorf("%w, or say what to write by --format", err)
		}
		return "", err
	}
}

// Render writes one record, or several of a kind, in a format. JSON is one
// object for one record and an array for several; CSV has one header.
func Render[R Record](w io.Writer, format string, records ...R) error {
	return RenderWithin(w, format, 0, records...)
}

// RenderWithin is the same where text is for a terminal of so many columns, into which its lines and tables fit.
func RenderWithin[R Record](w io.Writer, format string, columns int, records ...R) error {
	if format == "json" && len(records) == 1 {
		text, err := indented(records[0], "")
		if err == nil {
			_, err = w.Write(append(text, '\n'))
		}
		return err
	}
	return RenderEach(w, format, columns, func(yield func(R, error) bool) {
		for _, r := range records {
			if !yield(r, nil) {
				return
			}
		}
	})
}

// RenderEach writes a list of records as they come, up to the first error. JSON is an array.
func RenderEach[R Record](w io.Writer, format string, columns int, records iter.Seq2[R, error]) error {
	if err := CheckFormat(format, BFile, Parquet); err != nil {
		return err
	}
	i := 0
	for r, err := range records {
		if err == nil {
			err = render(w, format, columns, i, r)
		}
		if err != nil {
			return err
		}
		i++
	}
	if format == "json" {
		_, err := io.WriteString(w, [2]string{"[]\n", "\n]\n"}[min(i, 1)])
		return err
	}
	return nil
}

// render writes the i-th record of a list, from 0.
func render(w io.Writer, format string, columns, i int, r Record) error {
	if format == "json" {
		text, err := indented(r, "  ")
		if err == nil {
			_, err = fmt.Fprintf(w, "%s  %s", [2]string{"[\n", ",\n"}[min(i, 1)], text)
		}
		return err
	}
	p := layWithin(r, format == "text", columns)
	switch format {
	case BFile:
		return p.sequence(w)
	case Parquet: // of one record
		return p.parquet(w)
	case "csv":
		if i == 0 && p.header != nil {
			p.rows = append([][]string{p.header}, p.rows...)
		}
		return csv.NewWriter(newPrinter(w)).WriteAll(p.rows)
	}
	between := ""
	if i > 0 {
		between = "\n"
	}
	_, err := io.WriteString(newPrinter(w), between+p.text.String())
	return err
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
