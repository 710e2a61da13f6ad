package results

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"dovetail/results/number"
)

// CatalogueSchema names the form of Listing.
const CatalogueSchema = "dovetail/catalogue/1"

// Listing is records of a catalogue, or what it says about them.
type Listing struct {
	Schema  string  `json:"schema"`
	Kind    string  `json:"kind"` // exact: the records have kinds of their own
	Entries []Entry `json:"entries"`
}

// Entry is a record that is kept, with its manifest.
type Entry struct {
	ID     int64      `json:"id" text:"id" unit:"number"` // in the catalogue
	Schema string     `json:"record_schema" text:"schema"`
	Kind   string     `json:"record_kind,omitempty" text:"kind"`
	N      number.Int `json:"n,omitzero" unit:"cards"`
	M      int        `json:"m,omitempty" unit:"letters"`
	Word   string     `json:"word,omitempty"`
	Seed   number.Int `json:"seed,omitzero" unit:"number"`
	Manifest
	Checksum string          `json:"checksum"`                     // xxhash64 of the record's text
	Record   json.RawMessage `json:"record,omitempty" csv:"-"`     // only where records are exported
	Cards    []string        `json:"card_names,omitempty" csv:"-"` // by which they are called when the record is read
}

// Manifest says how a record came about.
type Manifest struct {
	Saved       string   `json:"saved" text:"saved"`          // date and time, UTC
	Command     string   `json:"command"`                     // the command line
	Question    string   `json:"question,omitempty" csv:"-"`  // its command, arguments and flags in one order; nothing of imported records
	Version     string   `json:"version"`                     // of the program
	Revision    string   `json:"revision,omitempty"`          // of its sources
	Machine     string   `json:"machine"`                     // system, architecture, processor
	CPUSeconds  float64  `json:"cpu_seconds" unit:"seconds"`  // of the run that ended with the record
	WallSeconds float64  `json:"wall_seconds" unit:"seconds"` // on the clock
	Source      string   `json:"source,omitempty"`            // the file that it was imported from
	Checked     []string `json:"checked,omitempty"`           // by verification before the import
}

// Describe is an entry of a record, as far as the record itself tells.
func Describe(text []byte) (Entry, error) {
	var head struct {
		Schema, Kind string
		N, Seed      *number.Int
		M            int
		Word         string

		Sampling, Dealt, Simulated struct{ Seed number.Int } // parts that were sampled
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return Entry{}, err
	}
	e := Entry{Schema: head.Schema, Kind: head.Kind, M: head.M, Word: head.Word}
	if head.N != nil {
		e.N = *head.N
	}
	if head.Seed != nil {
		e.Seed = *head.Seed
	}
	for _, part := range []number.Int{head.Sampling.Seed, head.Dealt.Seed, head.Simulated.Seed} {
		if e.Seed.Int == nil {
			e.Seed = part
		}
	}
	if e.M == 0 && e.Word != "" {
		e.M = len([]rune(e.Word))
	}
	var compact bytes.Buffer
	err := json.Compact(&compact, text)
	e.Record = compact.Bytes()
	return e, err
}

// digitsOf are those of a number, or none.
func digitsOf(x number.Int) string {
	if x.Int == nil {
		return ""
	}
	return x.String()
}

// subject is what a record is about, in a few words.
func (e Entry) subject() string {
	var about []string
	if e.N.Int != nil {
		about = append(about, "n="+e.N.String())
	}
	if e.M > 0 {
		about = append(about, fmt.Sprintf("m=%d", e.M))
	}
	if e.Word != "" {
		about = append(about, e.Word)
	}
	return strings.Join(about, " ")
}

// from is the command of an entry, or else the file that it came from.
func (e Entry) from() string {
	if e.Source != "" {
		return e.Source
	}
	return e.Command
}

// Text implements Record: one line for an entry.
func (l Listing) Text(w io.Writer) error {
	header := []string{"id", "saved", "schema", "kind", "about", "from"}
	var rows [][]string
	for _, e := range l.Entries {
		saved := e.Saved
		if at, err := time.Parse(time.RFC3339, saved); err == nil {
			saved = at.Format("2006-01-02 15:04")
		}
		rows = append(rows, []string{strconv.FormatInt(e.ID, 10), saved, strings.TrimPrefix(e.Schema, "dovetail/"), e.Kind, e.subject(), e.from()})
	}
	_, err := fmt.Fprintln(w, plainTable(header, rows, header[1:]...))
	return err
}

// Table implements Record. Records themselves stand in a last column, if they are there.
func (l Listing) Table() ([]string, [][]string) {
	header, rows := csvTable(l.Entries)
	for i, e := range l.Entries {
		for k, name := range header {
			switch name {
			case "n":
				rows[i][k] = digitsOf(e.N)
			case "seed":
				rows[i][k] = digitsOf(e.Seed)
			}
		}
		if e.Record != nil {
			rows[i] = append(rows[i], string(e.Record))
		}
	}
	if len(l.Entries) > 0 && l.Entries[0].Record != nil {
		header = append(header, "record")
	}
	return header, rows
}

// Lines are the manifest for reading.
func (e Entry) Lines(w io.Writer) error {
	for _, line := range [][2]string{
		{"saved", e.Saved}, {"command", e.Command}, {"question", e.Question}, {"version", strings.TrimSpace(e.Version + " " + e.Revision)}, {"machine", e.Machine},
		{"seconds", fmt.Sprintf("%.3g of the processor, %.3g on the clock", e.CPUSeconds, e.WallSeconds)}, {"imported", e.Source},
		{"checked", strings.Join(e.Checked, "; ")}, {"xxhash64", e.Checksum},
	} {
		if line[1] == "" {
			continue
		}
		if _, err := fmt.Fprintf(w, "%-9s %s\n", line[0], OneLine(line[1])); err != nil {
			return err
		}
	}
	return nil
}
