package results

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"dovetail/results/number"
)

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
	Saved   string `json:"saved" text:"saved"` // date and time, UTC
	Command string `json:"command"`            // the command line
	// its command, arguments and flags in one order; nothing of imported records
	Question    string   `json:"question,omitempty" csv:"-"`
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

// Sections implements Record: one line for an entry. For programs records themselves stand in a last column,
// if they are there.
func (l Listing) Sections(p *Page) {
	type row struct {
		ID          int64    `parquet:"id" csv:"id" text:"id"`
		SavedAt     string   `parquet:"-" text:"<saved"`
		Schema      string   `parquet:"record_schema,dict" csv:"record_schema"`
		Form        string   `parquet:"-" text:"<schema"`
		Kind        string   `parquet:"record_kind,dict" csv:"record_kind" text:"<kind"`
		About       string   `parquet:"-" text:"<about"`
		From        string   `parquet:"-" text:"<from"`
		N           string   `parquet:"n" csv:"n"` // of any size
		M           int64    `parquet:"m" csv:"m"`
		Word        string   `parquet:"word" csv:"word"`
		Seed        string   `parquet:"seed" csv:"seed"`
		Saved       string   `parquet:"saved" csv:"saved"`
		Command     string   `parquet:"command" csv:"command"`
		Question    string   `parquet:"question"`
		Version     string   `parquet:"version,dict" csv:"version"`
		Revision    string   `parquet:"revision,dict" csv:"revision"`
		Machine     string   `parquet:"machine,dict" csv:"machine"`
		CPUSeconds  float64  `parquet:"cpu_seconds" csv:"cpu_seconds"`
		WallSeconds float64  `parquet:"wall_seconds" csv:"wall_seconds"`
		Source      string   `parquet:"source" csv:"source"`
		Checked     []string `parquet:"-" csv:"checked"`
		Checksum    string   `parquet:"checksum" csv:"checksum"`
		Record      string   `parquet:"record" csv:"record"`
	}
	var rows []row
	for _, e := range l.Entries {
		saved := e.Saved
		if at, err := time.Parse(time.RFC3339, saved); err == nil {
			saved = at.Format("2006-01-02 15:04")
		}
		form, from := strings.TrimPrefix(e.Schema, "dovetail/"), cmp.Or(e.Source, e.Command)
		rows = append(rows, row{e.ID, saved, e.Schema, form, e.Kind, e.subject(), from, cell(e.N), int64(e.M), e.Word,
			cell(e.Seed), e.Saved, e.Command, e.Question, e.Version, e.Revision, e.Machine, e.CPUSeconds, e.WallSeconds,
			e.Source, e.Checked, e.Checksum, string(e.Record)})
	}
	p.table(rows)
	if len(rows) == 0 || l.Entries[0].Record == nil {
		p.drop("record")
	}
}

// Lines are the manifest for reading.
func (e Entry) Lines(w io.Writer) error {
	for _, line := range [][2]string{
		{"saved", e.Saved}, {"command", e.Command}, {"question", e.Question},
		{"version", strings.TrimSpace(e.Version + " " + e.Revision)}, {"machine", e.Machine},
		{"seconds", fmt.Sprintf("%.3g of the processor, %.3g on the clock", e.CPUSeconds, e.WallSeconds)},
		{"imported", e.Source}, {"checked", strings.Join(e.Checked, "; ")}, {"xxhash64", e.Checksum},
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
	// the models of the letters, with the tolerance and the number of deals where they matter
	Setting string `json:"setting"`
	Score   string `json:"score" text:"<score"`
	Word    string `json:"word" text:"<word"`
	Value   string `json:"value" text:"<value"` // a number, or an interval
	Kind    string `json:"kind" text:"<kind"`
	Proof   string `json:"proof" text:"<why the best"`         // first of all words, or the best on record
	Record  int64  `json:"record" text:"record" unit:"number"` // its id in the catalogue
}

// Sections implements Record: a table for each setting.
func (b BestWords) Sections(p *Page) {
	p.Data(b.Rows)
	if len(b.Rows) == 0 {
		p.Line("n=%d, m=%d: no words on record", b.N, b.M)
	}
	for rows := b.Rows; len(rows) > 0; {
		k := 1
		for k < len(rows) && rows[k].Setting == rows[0].Setting {
			k++
		}
		if len(rows) < len(b.Rows) {
			p.Line("")
		}
		p.note("n=%d, m=%d, %s", b.N, b.M, rows[0].Setting)
		p.show(rows[:k])
		rows = rows[k:]
	}
}
