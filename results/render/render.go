// Package render writes records: as text for reading, as JSON, CSV or b-file for programs. A record lays
// itself out on a [Page], section by section; JSON comes from its fields.
package render

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

	"dovetail/results/fileio"
)

// Record is an answer that can be rendered in every format.
type Record interface {
	// Answer is the answer in one sentence for somebody who plays cards: the number, its unit, and how sure it is.
	Answer() string
	// Sections puts the rest on a page: tables, remarks, and what was computed.
	Sections(p *Page)
}

// Formats are those of all records.
var Formats = []string{"text", "json", "csv"}

// BFile is the format of the OEIS, for answers that are one sequence.
const BFile = "b-file"

// CheckFormat refuses a format that is neither one of Formats nor of the others.
func CheckFormat(format string, others ...string) error {
	known := append(slices.Clone(Formats), others...)
	if !slices.Contains(known, format) {
		return fmt.Errorf("format %q is not one of %s", format, strings.Join(known, ", "))
	}
	return nil
}

// bFileName matches the names of the files of the OEIS.
var bFileName = regexp.MustCompile(`^b[0-9]{6}\.txt$`)

// FormatOf is the format for the name of a file, of Formats and the others, or "" if it has no
// extension. It refuses a table in a format that the answer does not have, a picture, and unknown
// extensions: text would not be what the name promises.
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
	case ".png", ".svg":
		return "", fmt.Errorf("%s: an answer is no picture, which --png draws; formats are %s", path,
			strings.Join(append(slices.Clone(Formats), others...), ", "))
	default:
		err := fileio.CheckExtension(path, []string{".txt", ".json", ".csv"})
		if err != nil {
			err = fmt.Errorf("%w, or say what to write by --format", err)
		}
		return "", err
	}
}

// Records writes one record, or several of a kind, in a format. JSON is one
// object for one record and an array for several; CSV has one header.
func Records[R Record](w io.Writer, format string, records ...R) error {
	return Within(w, format, 0, records...)
}

// Within is the same where text is for a terminal of the given number of columns, into which its lines and tables fit.
func Within[R Record](w io.Writer, format string, columns int, records ...R) error {
	if format == "json" && len(records) == 1 {
		text, err := indented(records[0], "")
		if err == nil {
			_, err = w.Write(append(text, '\n'))
		}
		return err
	}
	return Each(w, format, columns, func(yield func(R, error) bool) {
		for _, r := range records {
			if !yield(r, nil) {
				return
			}
		}
	})
}

// Each writes a list of records as they come, up to the first error. JSON is an array.
func Each[R Record](w io.Writer, format string, columns int, records iter.Seq2[R, error]) error {
	if err := CheckFormat(format, BFile); err != nil {
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
	case "csv":
		if i == 0 && p.Header != nil {
			p.Rows = append([][]string{p.Header}, p.Rows...)
		}
		return csv.NewWriter(newPrinter(w)).WriteAll(p.Rows)
	}
	between := ""
	if i > 0 {
		between = "\n"
	}
	_, err := io.WriteString(newPrinter(w), between+p.Text.String())
	return err
}

// indented is the JSON of a record, whose lines but the first begin with the prefix.
func indented(r Record, prefix string) ([]byte, error) {
	line, err := JSON(r)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = json.Indent(&text, line, prefix, "  ")
	return text.Bytes(), err
}
